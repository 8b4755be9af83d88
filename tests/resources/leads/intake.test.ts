import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { importFields } from '../../../resources/leads/lead/leadViews.ts'
import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'
import { upload } from '../../fixtures/files/upload.ts'

let server: TestConsole
let admin: Client
let importer: Client
const country: Record<string, number> = {}

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  importer = await server.as('Importer')
  for (const code of ['GB', 'DE', 'FR']) {
    const { body } = await admin.get(`/settings/country/search?iso_3166_2=${code}`)
    country[code] = body.data[0].id
  }
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

let count = 0
const unique = () => `p${(count += 1)}@example.com`
const sourceOf = (values: object = {}) =>
  admin.make('/settings/source', { name: `Source ${(count += 1)}`, ...values })

async function begin(text: string, source: number, client = importer, more: object = {}) {
  const options = { name: 'leads.csv', purpose: 'import:leads' }
  const upload_id = await upload(server.app, client, text, options)
  const { data } = (await client.post('/lead/import/preview', { upload_id })).body
  const order = { upload_id, mapping: data.guess, settings: { source }, ...more }
  return { upload_id, ...(await client.post('/lead/import', order)).body }
}

async function ended(job: number, client = importer) {
  for (;;) {
    const { data } = (await client.get(`/profile/job/${job}`)).body
    if (data.finished_at) return data
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function imported(text: string, source: number): Promise<number> {
  const { data } = await begin(text, source)
  await ended(data.job_id)
  return data.id
}

const reasons = async (id: number) => {
  const { data } = (await admin.get(`/failed/lead/search?import=${id}&sort=id`)).body
  return data.map((one: { reason_code: string }) => one.reason_code)
}

const leads = async (query: string) => (await admin.get(`/lead/search?${query}&sort=id`)).body.data

describe('a source', () => {
  test('has its daily cap, whatever the door', async () => {
    const source = await sourceOf({ daily_cap: 3 })
    await admin.make('/lead', { source, email: unique() })
    const text = `E-mail\n${[unique(), unique(), unique(), unique()].join('\n')}\n`
    expect(await reasons(await imported(text, source))).toEqual(['source_cap', 'source_cap'])
    const { status, body } = await importer.post('/lead', { source, email: unique() })
    expect([status, body.code]).toEqual([422, 'source_cap'])
    expect(body.errors.source).toEqual(['This source has had all its leads of today'])
    expect(await leads(`source=${source}`)).toHaveLength(3)
  })

  test('has room for new leads, of which test leads take none and need none', async () => {
    const source = await sourceOf({ daily_cap: 2 })
    const tests = { settings: { source, is_test: true } }
    const text = () => `E-mail\n${unique()}\n${unique()}\n${unique()}\n`
    const taken = async () => {
      const { data } = await begin(text(), source, importer, tests)
      await ended(data.job_id)
      return reasons(data.id)
    }
    expect(await taken()).toEqual([])
    await admin.make('/lead', { source, email: unique(), is_test: true })
    expect(await reasons(await imported(text(), source))).toEqual(['source_cap'])
    await admin.make('/lead', { source, email: unique(), is_test: true })
    expect((await importer.post('/lead', { source, email: unique(), is_test: true })).status).toBe(
      201,
    )
    expect(await taken()).toEqual([])
    expect(await leads(`source=${source}&is_test=false`)).toHaveLength(2)
  })

  test('B11: has room for new leads, of which duplicates take none', async () => {
    const other = await sourceOf()
    const known = [unique(), unique()]
    for (const email of known) await admin.make('/lead', { source: other, email })
    const source = await sourceOf({ daily_cap: 2 })
    const text = `E-mail\n${[...known, unique(), unique(), unique()].join('\n')}\n`
    expect(await reasons(await imported(text, source))).toEqual([
      'duplicate',
      'duplicate',
      'source_cap',
    ])
    expect(await leads(`source=${source}`)).toHaveLength(2)
    const again = await admin.post('/lead', { source, email: known[0] })
    expect(again.body.code).toBe('duplicate')
    // Who sees contacts masked learns no contact from what is refused all the same.
    const masked = await importer.post('/lead', { source, email: known[0] })
    expect(masked.body.code).toBe('source_cap')
  })

  test('B11: has one room for all rows that a check looks at', async () => {
    const source = await sourceOf({ daily_cap: 1_100 })
    const text = `E-mail\n${Array.from({ length: 1_200 }, unique).join('\n')}\n`
    const { data } = await begin(text, source, importer, { check: true })
    await ended(data.job_id)
    const found = (await importer.get(`/lead/import/${data.id}`)).body.data
    expect(found.checked).toEqual({ created: 1_100, updated: 0, refused: 100 })
    expect(found.reasons).toMatchObject([{ code: 'source_cap', count: 100 }])
  })

  test('takes the countries that it allows', async () => {
    const source = await sourceOf({ allowed_countries: [country['GB'], country['DE']] })
    const text = `E-mail,Country\n${unique()},GB\n${unique()},FR\n${unique()},\n${unique()},Germany\n`
    expect(await reasons(await imported(text, source))).toEqual([
      'country_not_allowed',
      'unknown_country',
    ])
    const { body } = await importer.post('/lead', {
      source,
      email: unique(),
      country: country['FR'],
    })
    expect(body.code).toBe('country_not_allowed')
    const phone = { source, email: unique(), phone: '+49 1512 3456789' }
    expect((await importer.post('/lead', phone)).status).toBe(201)
  })

  test('that needs a consent refuses leads without its time and text', async () => {
    const source = await sourceOf({ consent_required: true })
    const consent = { consent_at: '2026-01-01T10:00:00Z', consent_text: 'I agree' }
    const { body } = await importer.post('/lead', { source, email: unique() })
    expect([body.code, Object.keys(body.errors)]).toEqual(['consent_missing', ['consent_at']])
    expect((await importer.post('/lead', { source, email: unique(), ...consent })).status).toBe(201)
    expect(await reasons(await imported(`E-mail\n${unique()}\n`, source))).toEqual([
      'consent_missing',
    ])
  })
})

describe('the duplicate rule of a source', () => {
  test('may look at its own leads only, and at some fields', async () => {
    const other = await sourceOf()
    const rule = { own_duplicate_rule: true, same_phone: false, duplicate_where: 'source' }
    const source = await sourceOf(rule)
    const [email, phone] = [unique(), '+447400100200']
    await admin.make('/lead', { source: other, email, phone })
    const text = `E-mail,Phone\n${email},${phone}\n${unique()},${phone}\n${email},\n`
    expect(await reasons(await imported(text, source))).toEqual(['duplicate_in_file'])
    expect((await importer.post('/lead', { source, email })).body.code).toBe('duplicate')
    expect((await importer.post('/lead', { source, email: unique(), phone })).status).toBe(201)
  })

  test('may want all fields to be the same', async () => {
    const source = await sourceOf({ own_duplicate_rule: true, duplicate_match: 'all' })
    const [email, phone] = [unique(), '+447400100300']
    await admin.make('/lead', { source, email, phone })
    const text = `E-mail,Phone\n${email},+447400100301\n${unique()},${phone}\n${email},${phone}\n${email},\n`
    expect(await reasons(await imported(text, source))).toEqual(['duplicate'])
  })

  test('may look back some hours', async () => {
    const source = await sourceOf({ own_duplicate_rule: true, duplicate_hours: 24 })
    const [old, young] = [unique(), unique()]
    const id = await admin.make('/lead', { source, email: old })
    await admin.make('/lead', { source, email: young })
    await sql`update leads set created_at = now() - interval '2 days' where id = ${id}`.execute(
      server.backend.database.sql,
    )
    expect(await reasons(await imported(`E-mail\n${old}\n${young}\n`, source))).toEqual([
      'duplicate',
    ])
  })

  test('may compare other e-mails and external IDs', async () => {
    const rule = { own_duplicate_rule: true, same_email: false, same_phone: false }
    const source = await sourceOf({ ...rule, same_alt_email: true, same_external_id: true })
    const alt_email = unique()
    await admin.make('/lead', { source, email: unique(), alt_email, external_id: 'x1' })
    const text = `E-mail,Other e-mail,External ID\n${unique()},${alt_email},\n${unique()},,x1\n${unique()},,x2\n`
    expect(await reasons(await imported(text, source))).toEqual(['duplicate', 'duplicate'])
    const same = await importer.post('/lead', { source, email: unique(), external_id: 'x2' })
    expect(Object.keys(same.body.errors)).toEqual(['external_id'])
  })

  test('may take duplicates in as new, and mark them', async () => {
    const source = await sourceOf({ own_duplicate_rule: true, duplicate_action: 'mark' })
    const email = unique()
    expect((await importer.post('/lead', { source, email })).body.data.is_duplicate).toBe(false)
    const again = { source, email, first_name: 'Ann' }
    expect((await importer.post('/lead', again)).body.data.is_duplicate).toBe(true)
    expect(await reasons(await imported(`E-mail\n${email}\n`, source))).toEqual([])
    const all = await leads(`email=${email}`)
    expect(all.map((one: { is_duplicate: boolean }) => one.is_duplicate)).toEqual([
      false,
      true,
      true,
    ])
    expect(await leads(`email=${email}&is_duplicate=true`)).toHaveLength(2)
  })
})

test('two imports of the same people at once bring each of them once', async () => {
  const source = await sourceOf()
  const people = Array.from({ length: 300 }, unique)
  const text = (names: string[]) =>
    `E-mail,First name\n${names.map((one) => `${one},A`).join('\n')}\n`
  const other = await server.as('Importer')
  const both = await Promise.all([
    begin(text(people), source),
    begin(text(people.toReversed()), source, other),
  ])
  await ended(both[0].data.job_id)
  await ended(both[1].data.job_id, other)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from leads where source = ${source}`.execute(
    server.backend.database.sql,
  )
  expect(rows[0]?.count).toBe(300)
  // A row whose person the other file was bringing at that moment says so.
  const codes = ['duplicate', 'duplicate_processing']
  const refused = both.flatMap(({ data }) =>
    codes.map(async (code) => {
      const { body } = await admin.get(`/failed/lead/search?import=${data.id}&reason_code=${code}`)
      return body.meta.total as number
    }),
  )
  expect((await Promise.all(refused)).reduce((sum, one) => sum + one)).toBe(300)
})

test('17: `Empty` cells are stored as nothing', async () => {
  const source = await sourceOf()
  const email = unique()
  const others = importFields.filter((name) => name !== 'email')
  const cells = others.map(() => 'Empty').join(',')
  const text = `email,${others.join(',')}\n${email},${cells}\n`
  const mapping = ['email', ...others]
  const order = { spreadsheet: true, mapping }
  const { data } = await begin(text, source, await server.as('Administrator'), order)
  await ended(data.job_id, admin)
  const [lead] = await leads(`email=${email}`)
  expect(lead).toMatchObject({ first_name: null, city: null, phone: null, tags: [] })
  const whole = (await admin.get(`/lead/${lead.id}`)).body.data
  const filled = others.filter((name) => whole[name] !== null && String(whole[name]) !== '')
  expect(filled.filter((name) => !['status', 'source', 'is_test'].includes(name))).toEqual([])
  expect((await admin.get(`/lead/${lead.id}`)).body.data.raw).toBeNull()
})

test('18: importing the same file twice makes all of the second run duplicates, and warns', async () => {
  const source = await sourceOf()
  const text = `E-mail,Phone\n${unique()},+447400200300\n${unique()},\n,+447400200301\n`
  const first = await begin(text, source)
  await ended(first.data.job_id)
  const options = { name: 'again.csv', purpose: 'import:leads' }
  const again = await upload(server.app, importer, text, options)
  const before = (id: string) => importer.get(`/lead/import/upload/${id}`)
  expect((await before(again)).body.data.warning).toMatch(/^This file was imported before, on /)
  const other = await upload(server.app, importer, `${text}\n`, options)
  expect((await before(other)).body.data).toEqual({})
  expect((await before(crypto.randomUUID())).status).toBe(404)
  const second = await begin(text, source)
  expect(second.data.warning).toBeDefined()
  await ended(second.data.job_id)
  expect(await reasons(second.data.id)).toEqual(['duplicate', 'duplicate', 'duplicate'])
})

test('an import keeps its note, in which no card number stands', async () => {
  const source = await sourceOf()
  const text = `E-mail\n${unique()}\n`
  const { data } = await begin(text, source, importer, { note: ' Bought at the fair\n' })
  await ended(data.job_id)
  const { note } = (await importer.get(`/lead/import/${data.id}`)).body.data
  expect(note).toBe('Bought at the fair')
  const [listed] = (await importer.get('/profile/import/search?sort=-id')).body.data
  expect(listed).toMatchObject({ id: data.id, note })
  const refused = await begin(text, source, importer, { note: '4111 1111 1111 1111' })
  expect(refused.errors).toEqual({ note: [expect.any(String)] })
})

test('an import takes in who is under age, and says so', async () => {
  const source = await sourceOf()
  const born = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`
  const text = `E-mail,Date of birth\n${unique()},${born(17)}\n${unique()},${born(18)}\n${unique()},\n`
  for (const check of [true, false]) {
    const { data } = await begin(text, source, importer, { check })
    await ended(data.job_id)
    const found = (await importer.get(`/lead/import/${data.id}`)).body.data
    expect(found.refused).toBe(0)
    const message = 'Date of birth: the person is under 18 and is never sent'
    expect(found.remarks).toMatchObject([{ code: 'under_age', message, count: 1, rows: [2] }])
  }
})

describe('a new lead keeps', () => {
  test('what it was given otherwise than it is kept, and the columns that became no field', async () => {
    const source = await sourceOf({ default_country: country['GB'] })
    const [one, two] = [unique(), unique()]
    const text = `E-mail,Phone,Country,Colour,First name\n${one.toUpperCase()},07400 300400,Germany,red 4111 1111 1111 1111,Ann\n`
    await imported(text.replace('07400 300400', '01512 3456700'), source)
    const [lead] = await leads(`email=${one}`)
    expect((await admin.get(`/lead/${lead.id}`)).body.data.raw).toBe('•••')
    const { raw } = await admin.reveal(`/lead/${lead.id}`)
    expect(raw).toEqual({
      email: one.toUpperCase(),
      phone: '01512 3456700',
      country: 'Germany',
      Colour: 'red •••• 1111',
    })
    const typed = { source, email: ` ${two.toUpperCase()}`, first_name: 'Ben' }
    const made = (await admin.post('/lead', typed)).body.data
    expect(made.raw).toBe('•••')
    expect((await admin.reveal(`/lead/${made.id}`)).raw).toEqual({ email: ` ${two.toUpperCase()}` })
    const hidden = (await importer.get(`/lead/${lead.id}`)).body.data
    expect(hidden).not.toHaveProperty('raw')
  })

  test('fingerprints of its contacts, which nobody may read, and a UUID', async () => {
    const source = await sourceOf()
    const [typed, filed] = [unique(), unique()]
    await admin.make('/lead', { source, email: typed, phone: '+447400300500' })
    await imported(`E-mail\n${filed}\n`, source)
    const { rows } = await sql<{ uuid: string; email_hmac: string; phone_hmac: string | null }>`
      select uuid, email_hmac, phone_hmac from leads where source = ${source} order by id`.execute(
      server.backend.database.sql,
    )
    expect(rows.map(({ phone_hmac }) => phone_hmac === null)).toEqual([false, true])
    for (const { uuid, email_hmac } of rows) {
      expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/)
      expect(email_hmac).toMatch(/^[\w-]{43}$/)
    }
    // Whoever had that of a guess, as of another e-mail of a lead, would know without a trace whose contact it is.
    const found = `/lead/search?email=${typed}`
    for (const reader of [importer, admin]) {
      const { body } = await reader.get(found)
      expect(Object.keys(body.data[0]).filter((name) => name.endsWith('_hmac'))).toEqual([])
      expect((await reader.get(`${found}&alt_email_hmac=a`)).status).toBe(400)
    }
  })

  test('of an earlier release gets them from a schedule', async () => {
    const { sql: database } = server.backend.database
    const made = sql<{
      all: string
    }>`select string_agg(email_hmac, ' ' order by id) as all from leads`
    const before = await made.execute(database)
    await sql`update leads set uuid = null, email_hmac = null, phone_hmac = null`.execute(database)
    await sql`insert into chores values ('complete leads')`.execute(database)
    await server.backend.jobs.upkeep()
    expect((await made.execute(database)).rows).toEqual(before.rows)
  })
})
