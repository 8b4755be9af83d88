import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { partnerOf, type Caller } from '../../fixtures/sending/partner.ts'
import type { Client } from '../../fixtures/server.ts'
import { upload } from '../../fixtures/files/upload.ts'
import { endedImport } from '../../fixtures/files/imports.ts'

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

const columns = ['email', 'phone', 'phone_prefix', 'country', 'language', 'date_of_birth'] as const

type Given = Readonly<Partial<Record<(typeof columns)[number], string>>>
type Sent = Given & { readonly email: string }

async function importAll(all: readonly Sent[], settings: object, more = {}): Promise<number> {
  const lines = all.map((one) => columns.map((name) => one[name] ?? '').join(','))
  const text = `${[columns.join(','), ...lines].join('\n')}\n`
  const upload_id = await upload(server.app, admin, text, { purpose: 'import:leads' })
  const order = { upload_id, mapping: columns, settings, ...more }
  const { body } = await admin.post('/lead/import', order)
  const { id } = body.data
  await endedImport(server, admin, `/lead/import/${id}`, ({ job_id }) => job_id)
  return id
}

/** Brings leads to a source by one way. */
const ways: Readonly<Record<string, (all: readonly Sent[], source: number) => Promise<unknown>>> = {
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

  test('is for a day what its key says, where it has one', async () => {
    const given = typed()
    const keyed = admin.keyed(`key-${given.email}`)
    const first = await keyed.post('/lead', given)
    await later()
    expect(await keyed.post('/lead', given)).toMatchObject({ status: 201, body: first.body })
    expect((await keyed.post('/lead', { ...given, first_name: 'Ben' })).status).toBe(422)
    const other = await admin.keyed(`other-${given.email}`).post('/lead', given)
    expect(other.body.data.id).not.toBe(first.body.data.id)
    expect(await leads(given.email)).toHaveLength(2)
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

describe('B9: a country and a language are read', () => {
  const cases: [given: Given, country: string | undefined, language: string | null][] = [
    [{ country: 'DE' }, 'DE', null],
    [{ country: 'deu' }, 'DE', null],
    [{ country: 'Germany' }, 'DE', null],
    [{ country: 'ألمانيا' }, 'DE', null],
    [{ country: '49' }, 'DE', null],
    [{ country: '+49' }, 'DE', null],
    [{ country: '0049' }, 'DE', null],
    [{ country: 'UK' }, 'GB', null],
    [{ country: '1' }, 'US', null],
    [{ country: '1876' }, 'JM', null],
    // No country that is known: that of the number, else the default of the source.
    [{ country: 'Atlantis', phone: '+4915123456789' }, 'DE', null],
    [{ country: 'Atlantis' }, 'GB', null],
    [{ phone: '+4915123456789' }, 'DE', null],
    [{}, 'GB', null],
    // The column holds against the number.
    [{ country: 'FR', phone: '+4915123456789' }, 'FR', null],
    [{ language: 'en' }, 'GB', 'en'],
    [{ language: 'en-GB' }, 'GB', 'en'],
    [{ language: 'pt_BR' }, 'GB', 'pt'],
    [{ language: 'German' }, 'GB', 'de'],
    [{ language: 'الألمانية' }, 'GB', 'de'],
    [{ language: 'Klingon of the north' }, 'GB', null],
  ]
  const { 'a form': _form, ...readingTexts } = ways

  test.each(Object.entries(readingTexts))('by %s', async (way, bring) => {
    const source =
      way === 'the partner API'
        ? partner.source
        : await admin.make('/settings/source', { name: `Of ${way}`, ...sourceValues() })
    const all = cases.map(([given]): Sent => ({ ...given, email: unique() }))
    await bring(all, source)
    const { rows } = await sql<{ email: string; country: string; language: string }>`
      select l.email, c.iso_3166_2 as country, g.code as language from leads l
        left join countries c on c.id = l.country left join languages g on g.id = l.language
      where l.source = ${source}`.execute(server.backend.database.sql)
    const found = new Map(rows.map((row) => [row.email, row]))
    const read = all.map(({ email, ...given }) => {
      const row = found.get(email)
      return [given, row?.country, row ? row.language : undefined]
    })
    expect(read).toEqual(cases)
  })

  test('and where no country is known at all, the lead is refused', async () => {
    const source = await admin.make('/settings/source', { name: 'Of nowhere' })
    await importAll([{ email: unique(), country: 'Atlantis' }], { source })
    const { data } = (await admin.get(`/failed/lead/search?source=${source}`)).body
    expect(data).toMatchObject([{ reason_code: 'unknown_country' }])
  })

  test('and an import tells of what it took otherwise, as its check does', async () => {
    const source = await admin.make('/settings/source', { name: 'Told', ...sourceValues() })
    const rows = [
      { email: unique(), country: 'FR', phone: '+4915123456789' },
      { email: unique(), country: 'GB', phone: '+447400123456' },
      { email: unique(), country: 'Atlantis' },
      { email: unique(), language: 'xx' },
      { email: 'nobody', language: 'xx' },
      { email: unique(), language: 'Elvish' },
    ]
    const remarks = [
      {
        code: 'unknown_language',
        message: 'Language: is not known and was left out',
        count: 2,
        rows: [5, 7],
      },
      { code: 'country_conflict', count: 1, rows: [2] },
      {
        code: 'unknown_country',
        message:
          'Country: is not known; the country of the phone number holds, or else the default',
        count: 1,
        rows: [4],
      },
    ]
    for (const check of [true, false]) {
      const id = await importAll(rows, { source }, { check })
      const { data } = (await admin.get(`/lead/import/${id}`)).body
      expect(data.remarks).toMatchObject(remarks)
      expect(data.remarks).toHaveLength(3)
    }
    const { data } = (await admin.get(`/lead/search?source=${source}&sort=id`)).body
    const { raw } = await admin.reveal(`/lead/${data.at(-1).id}`)
    expect([data.at(-1).language, raw]).toEqual([null, { language: 'Elvish' }])
  })
})

test('10.2: signs that are no text are taken out by every door, also of what is kept as received', async () => {
  const source = partner.source
  const given = () => ({ email: unique(), first_name: 'A\u0000d\u0007a\ud800' })
  const typed = given()
  expect((await admin.post('/lead', { ...typed, source })).status).toBe(201)
  const sent = given()
  expect((await partner.post('/lead', sent)).status).toBe(201)
  for (const { email } of [typed, sent]) {
    const { data } = (await admin.get(`/lead/search?email=${email}`)).body
    expect(data).toMatchObject([{ first_name: 'Ada' }])
  }
  const refused = { ...given(), date_of_birth: 'soon' }
  expect(await partner.post('/lead', refused)).toMatchObject({
    status: 422,
    body: { code: 'bad_date' },
  })
  const { data } = (await admin.get(`/failed/lead/search?email=${refused.email}`)).body
  expect(data).toMatchObject([{ reason_code: 'bad_date' }])
})
