import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
let admin: Client
const ids: Record<string, number> = {}
const hour = 3_600_000

const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

const leads = {
  fresh: { external_id: 'CRM-0042' },
  away: { not_available_till: inHours(5) },
  back: { not_available_till: inHours(-5) },
  paid: { comment: 'Paid\nat once' },
  undone: {},
  again: {},
}

/** What only the sends of a lead set. */
const told = {
  fresh: { api_lead_id: 'broker/7f3a-11' },
  paid: { ftd_at: inHours(-40) },
  undone: { ftd_cancelled_at: inHours(-30) },
  again: { ftd_at: inHours(-20), ftd_cancelled_at: inHours(-30) },
}

beforeAll(async () => {
  server = await createTestConsole()
  await server.backend.jobs.work()
  admin = await server.as('Administrator')
  const source = await admin.make('/settings/source', { name: 'Search' })
  for (const [name, values] of Object.entries(leads)) {
    const email = `${name}@example.com`
    ids[name] = await admin.make('/lead', { first_name: name, email, source, ...values })
  }
  for (const [name, values] of Object.entries(told)) {
    await server.backend.database.sql
      .updateTable('leads')
      .set(values)
      .where('id', '=', Number(ids[name]))
      .execute()
  }
}, 60_000)
afterAll(() => server.close())

const namesOf = ({ status, body }: Awaited<ReturnType<Client['get']>>) => {
  expect([status, body.message]).toEqual([200, undefined])
  return body.data.map(({ first_name }: { first_name: string }) => first_name)
}
const search = async (query: string) => namesOf(await admin.get(`/lead/search?sort=id&${query}`))

test('11.3: by its number in the search box, also as a lead without a name is shown', async () => {
  expect(await search(`search=${ids['paid']}`)).toEqual(['paid'])
  expect(await search(`search=%23${ids['paid']}`)).toEqual(['paid'])
  expect(await search(`search=%23${ids['paid']}+paid`)).toEqual(['paid'])
  expect(await search(`search=%23${ids['paid']}+fresh`)).toEqual([])
})

test('11.3: by the affiliate company of brokers, for all who may choose among brokers', async () => {
  const company = await admin.make('/settings/affiliate/company', { name: 'Aldermoor' })
  const path = `/lead/search?sent_brokers.affiliate_companies=${company}`
  for (const role of ['Privacy officer', 'Sender', 'Analyst']) {
    const clerk = await server.as(role)
    expect([role, (await clerk.get(path)).status]).toEqual([role, 200])
    const sends = `/lead/history/search?broker.affiliate_companies=${company}`
    expect([role, (await clerk.get(sends)).status]).toEqual([role, 200])
    // The choice tells nothing else of a broker.
    expect((await clerk.get('/lead/search?sent_brokers.is_active=1')).status).toBe(400)
  }
  const other = await server.user(['lead.view', 'options.affiliateCompanies.all'])
  expect((await other.get(path)).status).toBe(400)
})

describe('G13: a lead is found', () => {
  test.each(['CRM-0042', 'broker/7f3a-11'])('by %s in the search box', async (id) => {
    expect(await search(`search=${encodeURIComponent(id)}`)).toEqual(['fresh'])
    // It leaves out what takes too long on a busy machine.
    const everywhere = async () =>
      (await admin.get(`/search?text=${encodeURIComponent(id)}`)).body.data
    await expect.poll(everywhere).toMatchObject([{ resource: 'leads', records: [{ detail: id }] }])
  })

  test('by the whole of it, as no index of parts has it', async () => {
    expect(await search('search=CRM-00')).toEqual([])
    const { rows } = await sql<{ indexdef: string }>`
      select indexdef from pg_indexes where indexname = 'leads_search_idx'`.execute(
      server.backend.database.sql,
    )
    expect(rows[0]?.indexdef).not.toMatch(/external_id|api_lead_id/)
  })
})

describe('product.md 11.3: leads are found by what they have and who sent them in', () => {
  const all = Object.keys(leads)
  test.each([
    ['email_empty=false', all],
    ['email_empty=true', []],
    ['phone_empty=true', all],
    ['consent_at_empty=true', all],
    ['comment_empty=false', ['paid']],
    ['comment_empty=true', all.filter((name) => name !== 'paid')],
    ['department_not=1', all],
    ['department=1', []],
  ])('by %s', async (query, names) => {
    expect(await search(query)).toEqual(names)
  })
})

describe('G13: one choice filters leads', () => {
  test.each([
    ['availability=now', ['fresh', 'back', 'paid', 'undone', 'again']],
    ['availability=later', ['away']],
    ['availability_not=later', ['fresh', 'back', 'paid', 'undone', 'again']],
    ['ftd_status=yes', ['paid', 'again']],
    ['ftd_status=cancelled', ['undone']],
    ['ftd_status=no', ['fresh', 'away', 'back']],
    ['ftd_status=yes,cancelled&availability=now', ['paid', 'undone', 'again']],
  ])('by %s', async (query, names) => {
    expect(await search(query)).toEqual(names)
  })

  test('and each lead shows the choice by which it is found', async () => {
    const { body } = await admin.get('/lead/search')
    for (const { first_name, availability, ftd_status } of body.data) {
      const query = `availability=${availability}&ftd_status=${ftd_status}`
      expect(await search(query)).toContain(first_name)
    }
  })

  test('within groups of conditions too', async () => {
    const where = { any: [{ ftd_status: 'cancelled' }, { availability: 'later' }] }
    expect(await search(`where=${encodeURIComponent(JSON.stringify(where))}`)).toEqual([
      'away',
      'undone',
    ])
  })
})
