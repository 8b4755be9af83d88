import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestConsole, type TestConsole } from '../fixtures/console.ts'
import { partnerOf, type Caller } from '../fixtures/partner.ts'
import type { Client } from '../fixtures/server.ts'
import { upload } from '../fixtures/upload.ts'
import { endedImport } from '../fixtures/imports.ts'

// The same lead of the same source gets the same answer by a form, a file, the partner API, and as a failed lead that is
// tried again.

let server: TestConsole
let admin: Client
let partner: Caller
const country: Record<string, number> = {}

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  for (const code of ['GB', 'DE']) {
    const { body } = await admin.get(`/settings/country/search?iso_3166_2=${code}`)
    country[code] = body.data[0].id
  }
  partner = await partnerOf(server, admin, { source: sourceValues() })
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

let count = 0
const unique = () => `door${(count += 1)}@example.com`

/** A source that takes any number of leads with one phone. */
const sourceValues = () => ({
  default_country: country['GB'],
  own_duplicate_rule: true,
  same_phone: false,
})

const columns = ['email', 'phone', 'phone_prefix', 'country', 'date_of_birth'] as const

type Given = Readonly<Partial<Record<(typeof columns)[number], string>>>
type Sent = Given & { readonly email: string }

async function importAll(all: readonly Sent[], settings: object): Promise<void> {
  const lines = all.map((one) => columns.map((name) => one[name] ?? '').join(','))
  const text = `${[columns.join(','), ...lines].join('\n')}\n`
  const upload_id = await upload(server.app, admin, text, { purpose: 'import:leads' })
  const { body } = await admin.post('/lead/import', { upload_id, mapping: columns, settings })
  await endedImport(server, admin, `/lead/import/${body.data.id}`, ({ job_id }) => job_id)
}

/** Brings leads to a source by one way. */
const ways: Readonly<Record<string, (all: readonly Sent[], source: number) => Promise<void>>> = {
  async 'a form'(all, source) {
    for (const { country: code, ...others } of all) {
      const values = { ...others, ...(code && { country: country[code] }), source }
      expect([201, 422]).toContain((await admin.post('/lead', values)).status)
    }
  },
  'a file': (all, source) => importAll(all, { source }),
  async 'the partner API'(all) {
    for (const one of all) {
      expect([201, 422]).toContain((await partner.post('/lead', one)).status)
    }
  },
  async 'another try'(all, source) {
    await admin.put(`/settings/source/${source}`, { default_country: null, version: 1 })
    await importAll(
      all.map((one) => ({ ...one, date_of_birth: 'soon' })),
      { source },
    )
    const back = { default_country: country['GB'], version: 2 }
    expect((await admin.put(`/settings/source/${source}`, back)).status).toBe(200)
    const { data } = (await admin.get(`/failed/lead/search?source=${source}&per_page=50`)).body
    for (const { id, version } of data) {
      await admin.put(`/failed/lead/${id}`, { date_of_birth: null, version })
    }
  },
}

describe('B15: the same lead of the same person within a minute', () => {
  const typed = () => ({
    email: unique(),
    source: partner.source,
    first_name: 'Ann',
    is_test: true,
  })
  const leads = async (email: string) => (await admin.get(`/lead/search?email=${email}`)).body.data
  const later = () =>
    sql`update request_keys set created_at = now() - interval '61 seconds'`.execute(
      server.backend.database.sql,
    )

  test('is the one that is there, and is answered as at first', async () => {
    const given = typed()
    const [first, other] = await Promise.all([
      admin.post('/lead', given),
      admin.post('/lead', given),
    ])
    expect([first.status, first.body]).toEqual([201, other.body])
    expect(await admin.post('/lead', given)).toMatchObject({ status: 201, body: first.body })
    expect(await leads(given.email)).toHaveLength(1)
    expect((await admin.get(`/failed/lead/search?email=${given.email}`)).body.data).toEqual([])
  })

  test('is another one of somebody else, with another value, later, and when it is deleted', async () => {
    const given = typed()
    const first = await admin.post('/lead', given)
    const clerk = await server.as('Manager')
    await clerk.post('/lead', given)
    await admin.post('/lead', { ...given, first_name: 'Ben' })
    expect(await leads(given.email)).toHaveLength(3)
    await later()
    const late = await admin.post('/lead', given)
    expect(late.body.data.id).not.toBe(first.body.data.id)
    await admin.delete(`/lead/${late.body.data.id}`)
    const anew = await admin.post('/lead', given)
    expect(anew.status).toBe(201)
    expect(anew.body.data.id).not.toBe(late.body.data.id)
    expect(await leads(given.email)).toHaveLength(4)
  })

  test('that was refused is asked anew', async () => {
    const given = { ...typed(), is_test: false, country: country['DE'] }
    const source = await admin.make('/settings/source', {
      name: 'Of Britain',
      allowed_countries: [country['GB']],
    })
    expect((await admin.post('/lead', { ...given, source })).status).toBe(422)
    const allowed = { allowed_countries: [country['DE']], version: 1 }
    await admin.put(`/settings/source/${source}`, allowed)
    expect((await admin.post('/lead', { ...given, source })).status).toBe(201)
  })
})

describe('B8, B10: a phone number is read alike', () => {
  const number = '+447400123456'
  const cases: [given: Given, read: string | undefined][] = [
    [{ phone: '07400 123456' }, number],
    [{ phone: '7400123456' }, number],
    [{ phone: '447400123456' }, number],
    [{ phone: '0044 7400 123456' }, number],
    [{ phone: '+44 (0) 7400 123456' }, number],
    [{ phone: '+44123' }, undefined],
    [{ phone: '12345' }, undefined],
    [{ phone: '01512 3456789', country: 'DE' }, '+4915123456789'],
    [{ phone: '01512 3456789', phone_prefix: '+49' }, '+4915123456789'],
    [{ phone: '1512 3456789', phone_prefix: '49' }, '+4915123456789'],
    [{ phone: '07400 123456', phone_prefix: '+49', country: 'GB' }, number],
    [{ phone: '07400 123456', phone_prefix: '+999' }, undefined],
  ]

  test.each(Object.entries(ways))('by %s', async (way, bring) => {
    const source =
      way === 'the partner API'
        ? partner.source
        : await admin.make('/settings/source', { name: way, ...sourceValues() })
    const all = cases.map(([given]): Sent => ({ ...given, email: unique() }))
    await bring(all, source)
    const { rows } = await sql<{ email: string; phone: string }>`
      select email, phone from leads where source = ${source}`.execute(server.backend.database.sql)
    const phones = new Map(rows.map(({ email, phone }) => [email, phone]))
    const read = all.map(({ email, ...given }) => [given, phones.get(email)])
    expect(read).toEqual(cases)
  })
})
