import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { resources } from '../../resources/index.ts'
import { recount } from '../../src/server/statistics/recount.ts'
import { createTestConsole, type TestConsole } from '../fixtures/console.ts'
import type { Client } from '../fixtures/server.ts'
import { awayFromMidnight } from '../fixtures/work/midnight.ts'
import { upload } from '../fixtures/files/upload.ts'

let server: TestConsole
let admin: Client
let source: number

beforeAll(async () => {
  await awayFromMidnight()
  server = await createTestConsole()
  admin = await server.as('Administrator')
  source = (await admin.post('/settings/source', { name: 'Search' })).body.data.id
  await server.backend.jobs.work()
}, 360_000)
afterAll(() => server.close())

const run = (statement: ReturnType<typeof sql>) => statement.execute(server.backend.database.sql)

beforeEach(() => run(sql`delete from statistics`))

const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const lastWeek = () => [6, 5, 4, 3, 2, 1, 0].map(dayBefore)

/** Puts sums into the roll-up: how many, and how many days ago. */
async function happened(
  name: string,
  ...facts: readonly (readonly [value: number, days: number])[]
) {
  for (const [slot, [value, days]] of facts.entries()) {
    await run(sql`insert into statistics values (${name}, ${dayBefore(days)}, ${slot}, ${value})`)
  }
}

const cards = async (client = admin) => (await client.get('/dashboard')).body.data
const card = async (label: string) =>
  (await cards()).find((one: { label: string }) => one.label === label)

const people = (count: number) => `person${count}@example.com`

describe('specification 1: the five statistics of the dashboard', () => {
  test('have a label key, value, percentage, direction and a series of seven days', async () => {
    await happened('leads', [3, 0], [4, 0], [2, 6], [5, 7], [1, 13], [100, 14], [100, -1])
    const { status, body } = await admin.get('/dashboard')
    expect(status).toBe(200)
    expect(body.data.map(({ label }: { label: string }) => label)).toEqual([
      'leads',
      'failed_leads',
      'leads_sent_successfully',
      'leads_sent_failed',
      'ftds',
    ])
    expect(body.data[0]).toEqual({
      label: 'leads',
      value: 9,
      percentage: 50,
      before: 6,
      increase: true,
      labels: lastWeek(),
      datasets: [2, 0, 0, 0, 0, 0, 7],
    })
  })

  test.each([
    ['more than before', [4, 3], { percentage: 33.3, increase: true }],
    ['less than before', [2, 3], { percentage: -33.3, increase: false }],
    ['as many as before', [3, 3], { percentage: 0, increase: true }],
    ['some after none', [3, 0], { percentage: 100, increase: true }],
    ['none after some', [0, 3], { percentage: -100, increase: false }],
    ['none at all', [0, 0], { percentage: 0, increase: true }],
  ] as const)('compare with the seven days before: %s', async (_what, [now, before], expected) => {
    await happened('ftds', [now, 0], [before, 7])
    expect(await card('ftds')).toMatchObject({ value: now, ...expected })
  })

  test.each([
    ['leads', 'lead.view'],
    ['failed_leads', 'failed.lead.view'],
    ['leads_sent_successfully', 'lead.history.view'],
    ['leads_sent_failed', 'lead.failed.view'],
    ['ftds', 'broker.department.view'],
  ])('%s are shown only with %s', async (label, permission) => {
    const user = await server.user(['dashboard.view', permission])
    expect((await cards(user)).map((one: { label: string }) => one.label)).toEqual([label])
  })

  test('need dashboard.view', async () => {
    expect((await (await server.user(['lead.view'])).get('/dashboard')).status).toBe(403)
    expect((await server.anonymous.get('/dashboard')).status).toBe(401)
    expect(await cards(await server.user(['dashboard.view']))).toEqual([])
  })
})

describe('the dashboard hears at once of', () => {
  const values = async () =>
    Object.fromEntries(
      (await cards()).map(({ label, value }: { label: string; value: number }) => [label, value]),
    )

  test('a new lead and one that is deleted', async () => {
    const { body } = await admin.post('/lead', { source, email: people(1) })
    expect(await values()).toMatchObject({ leads: 1, failed_leads: 0, ftds: 0 })
    await admin.delete(`/lead/${body.data.id}`)
    expect(await values()).toMatchObject({ leads: 0 })
  })

  test('D7: no test lead, nor one that becomes a test', async () => {
    const id = await admin.make('/lead', { source, email: people(50), is_test: true })
    expect(await values()).toMatchObject({ leads: 0, ftds: 0 })
    await admin.put(`/lead/${id}`, { is_test: false })
    expect(await values()).toMatchObject({ leads: 1 })
    await admin.put(`/lead/${id}`, { is_test: true })
    expect(await values()).toMatchObject({ leads: 0 })
    await admin.delete(`/lead/${id}`)
  })

  const imported = async (addresses: readonly string[], settings: object) => {
    const text = ['E-mail', ...addresses].join('\n')
    const options = { name: 'leads.csv', purpose: 'import:leads' }
    const upload_id = await upload(server.app, admin, text, options)
    const order = { upload_id, mapping: ['email'], settings: { source, ...settings } }
    const { body } = await admin.post('/lead/import', order)
    for (let state = ''; !state.startsWith('finished');) {
      state = (await admin.get(`/profile/job/${body.data.job_id}`)).body.data.state
    }
  }

  test('D7: no test lead that is refused, nor does its source fail by it', async () => {
    await imported([people(51), 'nobody', 'nothing'], { is_test: true })
    expect(await values()).toMatchObject({ leads: 0, failed_leads: 0 })
    const shown = (await admin.get(`/settings/source/${source}`)).body.data
    expect(shown).toMatchObject({ leads_week: 0, failed_share: null })
    // They are there, for those who look for them.
    const path = '/failed/lead/search?is_test='
    expect((await admin.get(`${path}true`)).body.meta.total).toBe(2)
    expect((await admin.get(`${path}false`)).body.meta.total).toBe(0)
    await server.backend.database.sql.transaction().execute((sums) => recount(resources, sums))
    expect(await values()).toMatchObject({ leads: 0, failed_leads: 0 })
  })

  test('an import, its refused rows as failed leads', async () => {
    await imported([people(2), people(3), 'nobody', people(3)], {})
    expect(await values()).toMatchObject({ leads: 2, failed_leads: 2 })
  })
})

describe('a user counts the days of their own time zone:', () => {
  beforeAll(async () => {
    await run(sql`delete from leads`)
    for (let count = 0; count < 36; count += 1) {
      await admin.post('/lead', { source, email: people(100 + count) })
    }
    // At moments that spread over all hours, and over the last and first quarter of days.
    await run(sql`
      update leads set created_at = date_trunc('day', now()) - n * interval '7 hours 15 minutes'
        - interval '1 second' * (n % 2)
      from (select id, row_number() over (order by id) as n from leads) numbered
      where numbered.id = leads.id`)
  })
  beforeEach(async () => {
    await server.backend.database.sql.transaction().execute((sums) => recount(resources, sums))
  })

  test.each([
    'UTC',
    'Pacific/Auckland',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Pacific/Chatham',
  ])('%s', async (timezone) => {
    const user = await server.user(['dashboard.view', 'lead.view', 'user.profile.update'])
    await user.put('/profile/settings', { timezone })
    const [{ labels, datasets, value }] = await cards(user)
    const listed = async (from: string, to: string) =>
      (await user.get(`/lead/search?created_at_from=${from}&created_at_to=${to}`)).body.meta.total
    expect(value).toBeGreaterThan(10)
    // As the link of the card asks.
    expect(await listed(labels[0], labels[6])).toBe(value)
    for (const [index, day] of labels.entries()) {
      expect(await listed(day, day), day).toBe(datasets[index])
    }
  })
})

test('the dashboard reads sums and never the leads', async () => {
  await happened('leads', [5, 0])
  await run(sql`alter table leads rename to hidden_leads`)
  try {
    expect(await card('leads')).toMatchObject({ value: 5 })
  } finally {
    await run(sql`alter table hidden_leads rename to leads`)
  }
})
