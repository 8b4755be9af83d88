import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { resources } from '../../../resources/index.ts'
import { recount } from '../../../src/server/statistics/recount.ts'
import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { awayFromMidnight } from '../../fixtures/work/midnight.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
let admin: Client
let search: number
let social: number

beforeAll(async () => {
  await awayFromMidnight()
  server = await createTestConsole()
  admin = await server.as('Administrator')
  search = await admin.make('/settings/source', { name: 'Search' })
  social = await admin.make('/settings/source', { name: 'Social' })
}, 360_000)
afterAll(() => server.close())

const run = (statement: ReturnType<typeof sql>) => statement.execute(server.backend.database.sql)

let people = 0
const lead = (source: number, more: object = {}) => {
  people += 1
  return admin.make('/lead', { source, email: `person${people}@example.com`, ...more })
}

beforeEach(async () => {
  await run(sql`delete from leads`)
  await run(sql`delete from statistics`)
})

describe('issue 13, point 9: the leads of a period', () => {
  const parts = async (client = admin, days = 7) =>
    (await client.get(`/dashboard/leads?days=${days}`)).body.data

  test('are counted by source, country and status, without tests and deleted ones', async () => {
    await lead(search, { country: 1 })
    await lead(search)
    const moved = await lead(search)
    const gone = await lead(social)
    await lead(social, { is_test: true })
    await admin.put(`/lead/${moved}`, { source: social })
    await admin.delete(`/lead/${gone}`)
    const { source, country, status } = await parts()
    expect(source).toEqual({
      rows: [
        { id: search, label: 'Search', count: 2 },
        { id: social, label: 'Social', count: 1 },
      ],
      others: 0,
    })
    expect(country.rows.map(({ count }: { count: number }) => count)).toEqual([2, 1])
    expect(country.rows[0]).toEqual({ id: null, label: '', count: 2 })
    expect(status.rows).toHaveLength(1)
  })

  test('are those of its days in the time zone of the user, by the sums made anew too', async () => {
    for (let count = 0; count < 12; count += 1) await lead(search)
    await run(sql`
      update leads set created_at = now() - n * interval '20 hours 10 minutes'
      from (select id, row_number() over (order by id) as n from leads) numbered
      where numbered.id = leads.id`)
    await server.backend.database.sql.transaction().execute((one) => recount(resources, one))
    for (const timezone of ['UTC', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/St_Johns']) {
      const user = await server.user([
        'dashboard.view',
        'lead.view',
        'user.profile.update',
        'settings.source.view',
      ])
      await user.put('/profile/settings', { timezone })
      const [{ value }] = (await user.get('/dashboard')).body.data
      const { source } = await parts(user)
      expect(source.rows[0].count, timezone).toBe(value)
    }
    expect((await parts(admin, 30)).source.rows[0].count).toBe(12)
  })

  test('are shown part by part, to those who list all leads and may know the names', async () => {
    await lead(search)
    const shown = async (...permissions: string[]) =>
      Object.keys(await parts(await server.user(['dashboard.view', ...permissions])))
    expect(await shown()).toEqual([])
    expect(await shown('settings.source.view')).toEqual([])
    expect(await shown('lead.view', 'settings.source.view')).toEqual(['source'])
    expect((await (await server.user(['lead.view'])).get('/dashboard/leads')).status).toBe(403)
  })

  test('are read from sums along an index, and never from the leads', async () => {
    await lead(search)
    await run(sql`
      insert into statistics (name, at, slot, value)
      select 'leads_by_source=' || n || '/day', date_trunc('day', now()) - d * interval '1 day', 0, 1
      from generate_series(1000, 1400) n, generate_series(1, 90) d`)
    await run(sql`analyze statistics`)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select sum(value) from statistics
      where name = 'leads_by_source=1000/day' and at >= now() - interval '7 days' and at < now()
    `.execute(server.backend.database.sql)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index')
    await run(sql`alter table leads rename to hidden_leads`)
    try {
      expect((await parts()).source.rows).toEqual([{ id: search, label: 'Search', count: 1 }])
    } finally {
      await run(sql`alter table hidden_leads rename to leads`)
    }
  })
})

describe('today', () => {
  const today = async (client = admin) => (await client.get('/dashboard/today')).body.data

  test('is compared with the days before, up to the same time', async () => {
    const quarter = Math.floor(Date.now() / 900_000) * 900_000
    const put = (name: string, at: number, value: number) =>
      run(sql`insert into statistics values (${name}, ${new Date(at)}, 0, ${value})`)
    const day = 86_400_000
    await put('leads', quarter - 900_000, 8)
    await put('test_leads', quarter - 900_000, 1)
    // What goes on now, and what came later on the days before, is not compared.
    await put('leads', quarter, 100)
    await put('leads', quarter - 900_000 - day, 14)
    await put('leads', quarter - day, 100)
    await put('leads', quarter - 900_000 - 7 * day, 7)
    await put('leads', quarter - 900_000 - 8 * day, 100)
    const { until, cards } = await today()
    expect(Date.parse(until)).toBe(quarter)
    expect(cards[0]).toEqual({
      label: 'leads',
      value: 7,
      usual: 3,
      before: [7, 0, 0, 0, 0, 0, 14],
    })
  })

  test('shows each number to those who see its card', async () => {
    const user = await server.user(['dashboard.view', 'failed.lead.view'])
    expect((await today(user)).cards.map(({ label }: { label: string }) => label)).toEqual([
      'failed_leads',
    ])
  })
})

test('the dashboard shows 7, 30 or 90 days', async () => {
  await lead(search)
  for (const days of [7, 30, 90]) {
    const [{ labels, datasets, value }] = (await admin.get(`/dashboard?days=${days}`)).body.data
    expect([labels.length, datasets.length, value]).toEqual([days, days, 1])
  }
  expect((await admin.get('/dashboard?days=1000')).status).toBe(400)
})
