import { createHash } from 'node:crypto'

import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { guessMapping } from '#schema'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { exportColumns, importLines } from '../../fixtures/files/importing.ts'
import { endedImport } from '../../fixtures/files/imports.ts'
import { partnerOf } from '../../fixtures/sending/partner.ts'
import type { Client } from '../../fixtures/server.ts'
import { sentStatements } from '../../fixtures/work/statements.ts'
import { upload } from '../../fixtures/files/upload.ts'
import { userWith } from '../../fixtures/user.ts'
import { blackList } from '../../../resources/leads/blackList/blackList.ts'

let server: TestConsole
let admin: Client
let officer: Client
let importer: Client
let source: number

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  officer = await server.as('Privacy officer')
  importer = await server.as('Importer')
  source = await admin.make('/settings/source', { name: 'Search' })
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

let count = 0
const unique = () => `p${(count += 1)}@example.com`
const list = (values: object) =>
  officer.make('/lead/black_list', { type: 'email', reason: 'Asked for it', ...values })
const lead = (values: object) => importer.post('/lead', { source, ...values })
const stage = async (id: number) => (await admin.get(`/lead/${id}`)).body.data.stage

async function imported(text: string) {
  const options = { name: 'leads.csv', purpose: 'import:leads' }
  const upload_id = await upload(server.app, importer, text, options)
  const mapping = text.split('\n')[0]?.split(',')
  const order = { upload_id, mapping, settings: { source } }
  const { data } = (await importer.post('/lead/import', order)).body
  for (;;) {
    const job = (await importer.get(`/profile/job/${data.job_id}`)).body.data
    if (job.finished_at) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const found = await admin.get(`/failed/lead/search?import=${data.id}&sort=id`)
  return found.body.data.map((one: { reason_code: string }) => one.reason_code)
}

const past = '2020-01-01T00:00:00Z'
const end = (ids: readonly number[]) =>
  sql`update black_list set expires_at = ${past} where id = any(${ids}::bigint[])`.execute(
    server.backend.database.sql,
  )

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('a person on the black list', () => {
  test('29: is refused at the form and at the next import, by any way to write the contact', async () => {
    await list({ value: 'Ann.Lee@gmail.com', origin: 'request' })
    await list({ type: 'phone', value: '+44 7400 500600' })
    const { status, body } = await lead({ email: 'annlee+x@googlemail.com' })
    expect([status, body.code]).toEqual([422, 'black_list'])
    expect(body.errors.email).toEqual(['The black list forbids this lead'])
    expect(
      await imported('email,phone\nann.lee@gmail.com,\n,+447400500600\nfine@example.com,\n'),
    ).toEqual(['black_list', 'black_list'])
    const entries = (await officer.get('/lead/black_list/search?sort=id')).body.data
    expect(entries).toMatchObject([
      { value: 'a•••••@g•••.com', hits: 2, last_hit_at: expect.any(String), user: officer.id },
      { value: '+44•••••••600', hits: 1 },
    ])
    expect(JSON.stringify(entries)).not.toMatch(/annlee|500600"/)
  })

  test('is refused under the contact that is listed, and no other', async () => {
    const [email, alt_email] = [unique(), unique()]
    await list({ value: alt_email })
    const refused = { alt_email: ['The black list forbids this lead'] }
    expect((await lead({ email, alt_email })).body.errors).toEqual(refused)
    const { id, version } = (await admin.post('/lead', { source, email })).body.data
    const put = { version, first_name: 'Ann', email: unique(), alt_email }
    expect((await admin.put(`/lead/${id}`, put)).body.errors).toEqual(refused)
  })

  test.each([
    ['email_domain', 'bad.example', { email: 'x@bad.example' }],
    ['phone_prefix', '+447999', { phone: '+447999123456' }],
    ['ip', '192.0.2.77', { email: 'ip@example.com', ip: '192.0.2.77' }],
    [
      'name_and_birth_date',
      'Bob Ray 1980-02-03',
      {
        email: 'bob@example.com',
        first_name: 'bob',
        last_name: 'Ray',
        date_of_birth: '1980-02-03',
      },
    ],
    ['email', 'Ida@Bücher.example', { email: 'ida@xn--bcher-kva.example' }],
    ['email_domain', '@Zürich.example', { email: 'x@zürich.example' }],
    ['phone_prefix', '0044 (7998)', { phone: '+447998123456' }],
    ['ip', '2001:DB8::9', { email: 'six@example.com', ip: '2001:db8:0:0:0:0:0:9' }],
    ['sha256', sha256('hashed@example.com'), { email: 'Hashed@example.com' }],
    ['sha256', sha256('447400700800'), { phone: '+447400700800' }],
  ])('may be known by %s', async (type, value, values) => {
    await list({ type, value })
    expect((await lead(values)).body.code).toBe('black_list')
  })

  test('is let in again when the entry has expired, or is of another source', async () => {
    const other = await admin.make('/settings/source', { name: `Other ${(count += 1)}` })
    const [old, elsewhere] = [unique(), unique()]
    await end([await list({ value: old })])
    await list({ value: elsewhere, scope: 'source', source: other })
    expect((await lead({ email: old })).status).toBe(201)
    expect((await lead({ email: elsewhere })).status).toBe(201)
    const refused = await importer.post('/lead', {
      source: other,
      email: elsewhere,
      phone: '+447400900100',
    })
    expect(refused.body.code).toBe('black_list')
  })

  test('has their leads blocked, and free again when the entry goes', async () => {
    const [one, two] = [unique(), unique()]
    const first = (await lead({ email: one })).body.data.id
    const second = (await lead({ email: two })).body.data.id
    const entry = await list({ value: one })
    await list({ value: two, block_existing: false })
    expect([await stage(first), await stage(second)]).toEqual(['blocked', 'new'])
    const path = `/lead/black_list/${entry}`
    expect((await officer.delete(path, { reason: '' })).status).toBe(422)
    expect((await officer.delete(path)).status).toBe(422)
    expect((await officer.delete(path, { reason: 'A mistake' })).status).toBe(200)
    expect(await stage(first)).toBe('new')
    expect((await officer.get(`/lead/black_list/${entry}`)).status).toBe(404)
  })
})

test('an entry finds leads of an earlier release as soon as their fingerprints are made', async () => {
  const [one, two, other] = [unique(), unique(), unique()]
  const ids: number[] = []
  for (const email of [one, two, other]) ids.push((await lead({ email })).body.data.id)
  await sql`update leads set uuid = null, email_hmac = null where id = any(${ids}::bigint[])`.execute(
    server.backend.database.sql,
  )
  await sql`insert into chores values ('complete leads')`.execute(server.backend.database.sql)
  const asked = { type: 'email', value: one }
  const count = async () => (await officer.post('/lead/black_list/count', asked)).body.data
  expect(await count()).toEqual({ leads: 0, is_later: false, is_growing: true })
  await list({ value: one })
  await list({ value: two, block_existing: false })
  await server.backend.jobs.upkeep()
  expect(await count()).toEqual({ leads: 0, is_later: false, is_growing: false })
  expect(await Promise.all(ids.map(stage))).toEqual(['blocked', 'new', 'new'])
})

test('a lead that came in the moment in which its entry was made is blocked soon after', async () => {
  const [one, two] = [unique(), unique()]
  const ids = [(await lead({ email: one })).body.data.id, (await lead({ email: two })).body.data.id]
  const entry = await list({ value: one })
  const gone = await list({ value: two })
  // As if each had been written without a sight of the other.
  await sql`update leads set stage = 'new' where id = any(${ids}::bigint[])`.execute(
    server.backend.database.sql,
  )
  await officer.delete(`/lead/black_list/${gone}`, { reason: 'A mistake' })
  await server.backend.jobs.upkeep()
  expect(await Promise.all(ids.map(stage))).toEqual(['blocked', 'new'])
  await officer.delete(`/lead/black_list/${entry}`, { reason: 'A mistake' })
})

test('leads that leave the black list stand where their sends and deposits say', async () => {
  const broker_id = await admin.make('/broker', { name: 'Acme' })
  const department = await admin.make('/broker/department', { branch_name: 'Desk', broker_id })
  const { sql: database } = server.backend.database
  const cases = ['sent', 'rejected', 'unknown', 'converted', 'new'] as const
  const entries: number[] = []
  const ids: number[] = []
  for (const at of cases) {
    const email = unique()
    const id = (await lead({ email })).body.data.id
    const state = at === 'converted' ? 'sent' : at
    if (at !== 'new') {
      await sql`insert into sends (uuid, lead, department, broker, state, holds, send_key)
        values (${email}, ${id}, ${department}, ${broker_id}, ${state}, ${state === 'rejected' ? null : true}, ${email})`.execute(
        database,
      )
    }
    if (at === 'converted') {
      await sql`update leads set ftd_department = ${department}, ftd_at = now() where id = ${id}`.execute(
        database,
      )
    }
    entries.push(await list({ value: email }))
    ids.push(id)
  }
  expect(await Promise.all(ids.map(stage))).toEqual(cases.map(() => 'blocked'))
  for (const entry of entries) {
    await officer.delete(`/lead/black_list/${entry}`, { reason: 'A mistake' })
  }
  expect(await Promise.all(ids.map(stage))).toEqual([
    'sent',
    'rejected',
    'check_needed',
    'converted',
    'new',
  ])
})

describe('the people of leads go on the black list', () => {
  const reason = 'Asked us on the phone'
  const put = (id: number, client = officer) => client.post(`/lead/${id}/black_list`, { reason })
  const made = async (values: object) => (await lead(values)).body.data.id

  test('by e-mail and phone, with all leads of the person blocked', async () => {
    const [email, other] = [unique(), unique()]
    const phone = '+447400900200'
    const id = await made({ email, phone })
    const shared = await admin.make('/settings/source', {
      name: `Marks ${(count += 1)}`,
      own_duplicate_rule: true,
      duplicate_action: 'mark',
    })
    const second = (await importer.post('/lead', { source: shared, email: other, phone })).body.data
    expect((await put(id, importer)).status).toBe(403)
    expect((await officer.post(`/lead/${id}/black_list`, { reason: 'x' })).status).toBe(422)
    expect((await put(id)).status).toBe(200)
    expect([await stage(id), await stage(second.id)]).toEqual(['blocked', 'blocked'])
    const entries = (await officer.get('/lead/black_list/search?sort=-id&per_page=2')).body.data
    expect(entries).toMatchObject([
      { type: 'phone', reason, origin: 'manual', scope: 'all', user: officer.id },
      { type: 'email', reason, origin: 'manual', scope: 'all', user: officer.id },
    ])
    expect((await lead({ email })).body.code).toBe('black_list')
    expect((await lead({ phone })).body.code).toBe('black_list')
    expect((await put(id)).status).toBe(409)
  })

  test('many at once, each but once; test leads are nobody', async () => {
    const [one, two] = [await made({ email: unique() }), await made({ email: unique() })]
    const tested = await made({ email: unique(), is_test: true })
    const values = { reason }
    const ids = [one, two, tested]
    const { body } = await officer.post('/lead/bulk/black_list', { ids, values })
    expect(body.data).toMatchObject({ done: 2, skipped: 1 })
    expect([await stage(one), await stage(two), await stage(tested)]).toEqual([
      'blocked',
      'blocked',
      'new',
    ])
  })

  test('for good, also where an entry stood that has an end', async () => {
    const email = unique()
    await end([await list({ value: email })])
    expect((await put(await made({ email }))).status).toBe(200)
    expect((await lead({ email, first_name: 'Again' })).body.code).toBe('black_list')
  })
})

describe('what a person asks for stands beside what others wanted, and stays without it', () => {
  const reason = 'No longer wanted'
  const takeOff = (id: number) => admin.post(`/lead/black_list/${id}/remove`, { reason })

  test('of somebody who was listed and is erased then', async () => {
    const email = unique()
    const { id } = (await lead({ email })).body.data
    expect((await officer.post(`/lead/${id}/black_list`, { reason: 'Rude' })).status).toBe(200)
    const own = (await officer.get('/lead/black_list/search?sort=-id&per_page=1')).body.data[0].id
    expect((await officer.post(`/lead/${id}/erase`, { reason: 'Asked for it' })).status).toBe(200)
    expect((await takeOff(own)).status).toBe(200)
    // Nor is the lead that is gone the answer of the same one a minute later.
    for (const one of [{ email, first_name: 'Again' }, { email }]) {
      expect((await lead(one)).body.code).toBe('black_list')
    }
  })

  test('in a list of people who asked for it, once', async () => {
    const email = unique()
    const own = await list({ value: email })
    const lines = ['value', email]
    const settings = { type: 'email', origin: 'request', reason: 'Asked for it' }
    const taken = () => importLines(server, officer, blackList, lines, settings)
    expect(await taken()).not.toContain('same as')
    expect(await taken()).toMatch('same as')
    expect((await takeOff(own)).status).toBe(200)
    expect((await lead({ email })).body.code).toBe('black_list')
  })
})

describe('B12: an entry counts each lead once that it keeps out', () => {
  const hits = async (id: number) => (await officer.get(`/lead/black_list/${id}`)).body.data.hits
  const mapped = (email: string) => `email\n${email}\n${unique()}`

  test('at the form, at a second try, and by a partner', async () => {
    const email = unique()
    const entry = await list({ value: email })
    await lead({ email })
    expect(await hits(entry)).toBe(1)
    // Nothing more is kept of who presses the button again.
    await lead({ email })
    expect(await hits(entry)).toBe(1)
    const partner = await partnerOf(server, admin)
    await partner.post('/lead', { email })
    await partner.post('/lead', { email, first_name: 'Ada' })
    expect(await hits(entry)).toBe(3)
  })

  test('in a file, and never in its check', async () => {
    const email = unique()
    const entry = await list({ value: email })
    const text = mapped(email)
    const upload_id = await upload(server.app, importer, text, { purpose: 'import:leads' })
    const order = { upload_id, mapping: ['email'], settings: { source }, check: true }
    const { data } = (await importer.post('/lead/import', order)).body
    await endedImport(server, importer, `/lead/import/${data.id}`, ({ job_id }) => job_id)
    expect(await hits(entry)).toBe(0)
    expect(await imported(text)).toEqual(['black_list'])
    expect(await hits(entry)).toBe(1)
  })

  test('also where a failed lead comes to be refused by it, however often it is tried', async () => {
    const email = unique()
    const entry = await list({ value: email })
    const same = { source, email: unique() }
    for (const first_name of ['Ann', 'Bo']) await admin.post('/lead', { ...same, first_name })
    const [failed] = (await admin.get('/failed/lead/search?sort=-id')).body.data
    const path = `/failed/lead/${failed.id}`
    const changed = await admin.put(path, { email, version: failed.version })
    expect(changed.body.data).toMatchObject({ reason_code: 'black_list', matched_lead: null })
    expect(await hits(entry)).toBe(1)
    await admin.put(path, { email, first_name: 'Ada', version: changed.body.data.version })
    expect(await hits(entry)).toBe(1)
    await admin.put(path, same)
    expect((await admin.get(path)).body.data.reason_code).toBe('duplicate')
    const other = await list({ value: same.email, block_existing: false })
    for (const _ of [1, 2]) await admin.post(`${path}/retry`)
    expect((await admin.get(path)).body.data.reason_code).toBe('black_list')
    expect(await hits(other)).toBe(1)
  })
})

describe('B14: an entry that is over', () => {
  test('is not made: it would block leads and set them free at once', async () => {
    const email = unique()
    const id = (await lead({ email })).body.data.id
    const entry = { type: 'email', value: email, reason: 'Asked for it', expires_at: past }
    const refused = await officer.post('/lead/black_list', entry)
    expect(refused.body.errors).toEqual({ expires_at: ['Choose a time to come'] })
    expect(await stage(id)).toBe('new')
  })

  test('sets the leads free that it alone blocks, once, and says so in their history', async () => {
    const [one, two] = [unique(), unique()]
    const phone = '+447400900300'
    const alone = (await lead({ email: one })).body.data.id
    const twice = (await lead({ email: two, phone })).body.data.id
    const later = { expires_at: '2090-01-01T00:00:00Z' }
    const over = [await list({ value: one, ...later }), await list({ value: two, ...later })]
    await list({ type: 'phone', value: phone })
    expect([await stage(alone), await stage(twice)]).toEqual(['blocked', 'blocked'])
    await server.backend.jobs.upkeep()
    expect(await stage(alone)).toBe('blocked')
    await end(over)
    await server.backend.jobs.upkeep()
    expect([await stage(alone), await stage(twice)]).toEqual(['new', 'blocked'])
    const log = await sql`
      select user_id, before, after, detail ->> 'note' as note from audit_log
      where resource = 'leads' and record_id = ${alone} and after ->> 'stage' = 'new' and action = 'update'
    `.execute(server.backend.database.sql)
    expect(log.rows).toMatchObject([
      { user_id: null, before: { stage: 'blocked' }, note: expect.stringMatching(/is over/) },
    ])
    const ended = (await officer.get(`/lead/black_list/${over[0]}`)).body.data
    expect(ended.freed_at).not.toBeNull()
    await server.backend.jobs.upkeep()
    expect((await officer.get(`/lead/black_list/${over[0]}`)).body.data.version).toBe(ended.version)
  })

  test('and holds on after all blocks its leads once more', async () => {
    const email = unique()
    const id = (await lead({ email })).body.data.id
    const entry = await list({ value: email })
    await end([entry])
    await server.backend.jobs.upkeep()
    expect(await stage(id)).toBe('new')
    await officer.put(`/lead/black_list/${entry}`, { expires_at: null })
    expect(await stage(id)).toBe('blocked')
  })
})

test('an entry that the person asked for goes only with lead.black_list.force', async () => {
  const entry = await list({ value: unique(), origin: 'request', block_existing: true })
  const other = await server.user(['lead.black_list.view', 'lead.black_list.delete'])
  const path = `/lead/black_list/${entry}/remove`
  expect((await other.post(path, { reason: 'Because' })).status).toBe(403)
  expect((await officer.post(path, { reason: 'Because' })).status).toBe(200)
})

test('nor does it end sooner without that: a later end, or none, is for who may edit entries', async () => {
  const [soon, later] = [1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  const entry = await list({ value: unique(), origin: 'request', expires_at: soon })
  const forGood = await list({ value: unique(), origin: 'request' })
  const editor = await server.user(['lead.black_list.view', 'lead.black_list.update'])
  const edit = (id: number, values: object, client = editor) =>
    client.put(`/lead/black_list/${id}`, values)
  const wordsOf = async (id: number, values: object) => {
    const { status, body } = await edit(id, values)
    return [status, body.message]
  }
  const refused = [403, 'The person has asked for this entry. Ask somebody who may take it off.']
  expect(await wordsOf(forGood, { expires_at: soon })).toEqual(refused)
  expect((await edit(entry, { expires_at: later })).status).toBe(200)
  expect(await wordsOf(entry, { expires_at: soon })).toEqual(refused)
  expect((await edit(entry, { expires_at: null })).status).toBe(200)
  expect((await edit(entry, { reason: 'By letter' })).status).toBe(200)
  expect((await edit(entry, { expires_at: soon }, officer)).status).toBe(200)
  const manual = await list({ value: unique() })
  expect((await edit(manual, { expires_at: soon })).status).toBe(200)
})

test('who is listed already is not listed twice: the form leads to the entry', async () => {
  const value = unique()
  const entry = { type: 'email', value, reason: 'Asked for it' }
  const make = async (more: object = {}) => officer.post('/lead/black_list', { ...entry, ...more })
  const soon = new Date(Date.now() + 60_000).toISOString()
  expect((await make({ expires_at: soon })).status).toBe(201)
  const { id } = (await make()).body.data
  const again = await make({ value: value.toUpperCase() })
  expect([again.status, again.body.errors]).toEqual([
    422,
    {
      value: [`It is on the black list already: entry #${id}. Change its reason or its end there`],
    },
  ])
  expect((await make({ expires_at: soon })).status).toBe(422)
  const source = await admin.make('/settings/source', { name: 'Elsewhere' })
  expect((await make({ scope: 'source', source })).status).toBe(201)
  // What the person asked for stays when the other entry is taken off.
  expect((await make({ origin: 'request' })).status).toBe(201)
  expect((await make({ origin: 'request' })).status).toBe(422)
  await officer.post(`/lead/black_list/${id}/remove`, { reason: 'Because' })
  expect((await make()).status).toBe(422)
})

test('the exact check box says whether somebody is listed', async () => {
  const email = unique()
  await lead({ email })
  const check = async (contact: string) =>
    (await officer.post('/lead/black_list/check', { contact })).body.data
  const nowhere = { source: null, broker: null, department: null }
  const unlisted = { listed: false, entry: null, scope: null, reason: null }
  expect(await check(email)).toEqual({ ...unlisted, ...nowhere, leads: 1 })
  const entry = await list({ value: email, reason: 'Not our customer' })
  expect(await check(email.toUpperCase())).toEqual({
    listed: true,
    entry,
    scope: 'all',
    ...nowhere,
    reason: 'Not our customer',
    leads: 1,
  })
  const { id: department } = await partnerOf(server, admin)
  const places = {
    source,
    broker: await admin.make('/broker', { name: 'Of an entry' }),
    department,
  }
  for (const [scope, place] of Object.entries(places)) {
    const value = unique()
    const there = await list({ value, scope, [scope]: place, reason: 'Only there' })
    const told = { listed: true, entry: there, scope, ...nowhere, [scope]: place }
    expect(await check(value)).toEqual({ ...told, reason: 'Only there', leads: 0 })
    // One that holds everywhere says more.
    await list({ value })
    expect(await check(value)).toMatchObject({ scope: 'all', reason: 'Asked for it' })
  }
  const abroad = 'Box@müller.example'
  await admin.make('/lead', { source, email: abroad })
  await list({ value: 'box@xn--mller-kva.example' })
  expect(await check(abroad)).toMatchObject({ listed: true, leads: 1 })
  const { body } = await officer.post('/lead/data_by_contact', { contact: abroad, format: 'json' })
  expect(JSON.stringify(body)).toContain('box@xn--mller-kva.example')
  expect((await officer.post('/lead/black_list/check', { contact: 'x' })).status).toBe(422)
})

test('H2: tells who sees contacts masked of one whole contact at a time, counted like a reveal', async () => {
  const email = unique()
  await lead({ email, phone: '+447400500699' })
  const user = await server.user(['lead.black_list.view', 'lead.black_list.create'])
  const ask = (path: string, body: object, client = user) =>
    client.post(`/lead/black_list/${path}`, body)
  const counted = async ({ id }: Client) =>
    (
      await sql<{ detail: { field: string } }>`
        select detail from audit_log where user_id = ${id} and action = 'masked_search' order by id
      `.execute(server.backend.database.sql)
    ).rows.map(({ detail }) => detail.field)
  expect((await ask('check', { contact: email })).body.data.leads).toBe(1)
  expect((await ask('count', { type: 'email', value: email })).body.data.leads).toBe(1)
  expect((await ask('check', { contact: '+44 7400 500699' })).body.data.leads).toBe(1)
  expect(await counted(user)).toEqual(['email', 'phone'])
  const parts = [
    { type: 'phone_prefix', value: '+4474005006' },
    { type: 'email_domain', value: 'example.com' },
  ]
  for (const one of parts) {
    expect((await ask('count', one)).body.data.leads).toBeNull()
    expect((await ask('count', one, officer)).body.data.leads).toBeGreaterThan(0)
  }
  await sql`
    insert into disclosures (user_id, counts)
    select ${user.id}, true from generate_series(1, 58)`.execute(server.backend.database.sql)
  expect((await ask('check', { contact: email })).status).toBe(200)
  expect((await ask('check', { contact: unique() })).status).toBe(429)
  expect((await ask('count', { type: 'email', value: unique() })).status).toBe(429)
  expect(await counted(officer)).toEqual([])
})

test('H2: who sees contacts masked lists whole ones, each counted like a reveal: the leads that an entry blocks tell of it', async () => {
  const own = ['lead.black_list.view', 'lead.black_list.create', 'lead.black_list.import']
  const user = await server.user(own)
  const make = (type: string, value: string, client = user) =>
    client.post('/lead/black_list', { type, value, reason: 'Asked for it' })
  const parts = [
    ['phone_prefix', '+4474005007'],
    ['email_domain', 'parts.example'],
  ] as const
  for (const [type, value] of parts) {
    expect((await make(type, value)).body.errors).toEqual({
      value: ['You see contacts masked: list whole ones only'],
    })
    expect((await make(type, value, officer)).status).toBe(201)
    const options = { name: 'list.csv', purpose: 'import:black_list' }
    const upload_id = await upload(server.app, user, `value\n${value}`, options)
    const order = { upload_id, mapping: ['value'], settings: { type, reason: 'Asked for it' } }
    expect((await user.post('/lead/black_list/import', order)).status).toBe(422)
  }
  const { sql: database } = server.backend.database
  await sql`
    insert into disclosures (user_id, counts)
    select ${user.id}, true from generate_series(1, 59)`.execute(database)
  expect((await make('email', unique())).status).toBe(201)
  expect((await make('email', unique())).status).toBe(429)
  expect((await make('email', unique(), officer)).status).toBe(201)
  await sql`delete from disclosures where user_id = ${user.id}`.execute(database)
  const value = unique()
  await make('email', value, officer)
  expect(await make('email', value)).toMatchObject({
    status: 422,
    body: { errors: { value: [expect.stringMatching(/^It is on the black list already/)] } },
  })
  const { rows: checks } = await sql`
    select count(*)::integer as disclosed, (
      select count(*)::integer from audit_log
      where user_id = ${user.id} and resource = 'black_list' and action = 'check'
    ) as audited
    from disclosures where user_id = ${user.id}`.execute(database)
  expect(checks).toEqual([{ disclosed: 1, audited: 1 }])
  await importLines(server, user, blackList, ['value,reason', `${unique()},Asked for it`])
  const { rows } = await sql`
    select sum(contacts)::integer as contacts from disclosures where user_id = ${user.id}`.execute(
    database,
  )
  expect(rows).toEqual([{ contacts: 1 }])
})

test('the entries that a file brought are found by its import', async () => {
  await list({ value: unique() })
  const lines = ['value,reason', `${unique()},Asked for it`, `${unique()},Asked for it`]
  await importLines(server, officer, blackList, lines)
  const [{ id }] = (await officer.get('/profile/import/search?sort=-id')).body.data
  const { body } = await officer.get(`/lead/black_list/search?import=${id}`)
  expect(body.data.map(({ origin }: { origin: string }) => origin)).toEqual(['import', 'import'])
})

test('H2: fingerprints of contacts are read by nobody', async () => {
  const id = (await lead({ email: unique(), alt_email: unique() })).body.data.id
  const keeper = ['lead.view', 'lead.single.view', 'lead.black_list.view', 'lead.black_list.export']
  const one = await server.user(keeper)
  const read = async (client: Client) => Object.keys((await client.get(`/lead/${id}`)).body.data)
  const isFingerprint = (name: string) => name.endsWith('_hmac')
  expect((await read(one)).filter(isFingerprint)).toEqual([])
  const other = await server.user([...keeper, 'lead.contact.view'])
  expect((await read(other)).filter(isFingerprint)).toEqual([])
  const { body } = await one.post('/lead/search', { fields: 'email_hmac' })
  expect(body.message).toBe('This list has no field "email_hmac".')
})

test('an entry tells before it is made how many leads it would block', async () => {
  const email = unique()
  await lead({ email })
  const count = async (body: object, client = officer) =>
    (await client.post('/lead/black_list/count', body)).body.data?.leads
  expect(await count({ type: 'email', value: ` ${email.toUpperCase()} ` })).toBe(1)
  expect(await count({ type: 'email', value: unique() })).toBe(0)
  expect(await count({ type: 'email', value: 'nobody@' })).toBeNull()
  const domain = email.slice(email.indexOf('@') + 1)
  expect(await count({ type: 'email_domain', value: domain })).toBeGreaterThan(1)
  await list({ value: email })
  expect(await count({ type: 'email', value: email })).toBe(0)
  const viewer = await server.user(['lead.black_list.view'])
  expect(
    (await viewer.post('/lead/black_list/count', { type: 'email', value: email })).status,
  ).toBe(403)
})

test.each([
  ['email', 'name@example.com'],
  ['phone', '+447400123456'],
  ['email_domain', 'example.com'],
  ['phone_prefix', '+4474'],
  ['ip', '203.0.113.7'],
  ['name_and_birth_date', 'Ann Lee 1990-01-31'],
  ['sha256', '9f86d081…'],
])('a value that is no %s is answered with how one is written', async (type, like) => {
  const entry = { type, value: '07400', reason: 'Asked for it' }
  const { status, body } = await officer.post('/lead/black_list', entry)
  expect([status, body.errors.value?.[0]]).toEqual([422, expect.stringContaining(`like ${like}`)])
})

test('a value that is none of its type is refused under its field; the reason is needed', async () => {
  const make = (values: object) => officer.post('/lead/black_list', values)
  const wrong = await make({ type: 'phone', value: 'nobody', reason: 'abc' })
  expect(Object.keys(wrong.body.errors)).toEqual(['value'])
  const short = await make({ type: 'email', value: unique(), reason: 'a' })
  expect(Object.keys(short.body.errors)).toEqual(['reason'])
})

test('a file is imported for a source, for a broker and for a department', async () => {
  const { id: department } = await partnerOf(server, admin)
  const broker = await admin.make('/broker', { name: 'Of one list' })
  for (const settings of [{ source }, { broker }, { department }]) {
    const [scope] = Object.keys(settings)
    const options = { name: 'list.csv', purpose: 'import:black_list' }
    const upload_id = await upload(server.app, officer, `value\n${unique()}`, options)
    const order = { upload_id, mapping: ['value'], check: true }
    const { status, body } = await officer.post('/lead/black_list/import', {
      ...order,
      settings: { type: 'email', scope, ...settings, reason: 'Asked for it' },
    })
    expect([status, body.errors]).toEqual([202, undefined])
  }
})

test('an entry names no place but that of its scope, by hand or by a file', async () => {
  const { id: department } = await partnerOf(server, admin)
  const broker = await admin.make('/broker', { name: 'Of no list' })
  const places = { source, broker, department }
  const nowhere = { source: null, broker: null, department: null }
  const [everywhere, there] = [unique(), unique()]
  await list({ value: everywhere, scope: 'all', ...places })
  await list({ value: there, scope: 'broker', ...places })
  const options = { name: 'list.csv', purpose: 'import:black_list' }
  const upload_id = await upload(server.app, officer, `value\n${unique()}`, options)
  const settings = { scope: 'all', ...places, reason: 'Asked for it' }
  const order = { upload_id, mapping: ['value'], settings }
  const { data } = (await officer.post('/lead/black_list/import', order)).body
  await endedImport(server, officer, `/lead/black_list/import/${data.id}`, ({ job_id }) => job_id)
  const { body } = await officer.get('/lead/black_list/search?sort=-id&per_page=3')
  expect(body.data).toMatchObject([
    { origin: 'import', scope: 'all', ...nowhere },
    { scope: 'broker', ...nowhere, broker },
    { scope: 'all', ...nowhere },
  ])
})

test('reason and expiry change, the value stays as it is', async () => {
  const email = unique()
  const id = await list({ value: email })
  const { value } = (await officer.get(`/lead/black_list/${id}`)).body.data
  const changed = await officer.put(`/lead/black_list/${id}`, { value, reason: 'Another reason' })
  expect(changed.status).toBe(200)
  expect((await lead({ email })).body.code).toBe('black_list')
})

test('what an entry is, where it holds and who wanted it never change', async () => {
  const id = await list({ value: unique(), origin: 'request', block_existing: true })
  const source = await admin.make('/settings/source', { name: 'Narrow' })
  for (const values of [
    { origin: 'manual' },
    { scope: 'source', source },
    { value: unique() },
    { type: 'phone', value: '+447400100200' },
    { block_existing: false },
  ]) {
    const { status, body } = await officer.put(`/lead/black_list/${id}`, values)
    expect([status, Object.keys(body.errors)]).toEqual([422, Object.keys(values)])
    const bulk = await officer.post('/lead/black_list/bulk/update', { ids: [id], values })
    expect(bulk.body.data?.done ?? 0).toBe(0)
  }
  expect((await officer.get(`/lead/black_list/${id}`)).body.data).toMatchObject({
    origin: 'request',
    scope: 'all',
    type: 'email',
  })
})

test('lists are imported, of plain values and of hashes, and exported as hashes', async () => {
  const email = unique()
  const id = (await lead({ email })).body.data.id
  const report = await importLines(server, officer, blackList, [
    'value,reason',
    `${email},Listed elsewhere`,
    'nobody,Listed elsewhere',
  ])
  expect(report).toContain('no e-mail, phone with country code or SHA-256 hash')
  expect(await stage(id)).toBe('blocked')
  const [entry] = (await officer.get('/lead/black_list/search?sort=-id')).body.data
  expect(entry.hash).toMatch(/^[\w-]{43}$/)
  expect(entry.origin).toBe('import')
  const file = await exportColumns(officer, blackList, ['type', 'value', 'hash', 'reason'])
  expect(file).toContain(entry.hash)
  expect(file).not.toContain(email)
  const viewer = await server.user(['lead.black_list.view'])
  const [seen] = (await viewer.get('/lead/black_list/search?sort=-id')).body.data
  expect(seen).not.toHaveProperty('hash')
})

test('a list takes what is listed for another place or till an end, and says once what reaches as far', async () => {
  const [narrow, ending, wide] = [unique(), unique(), unique()]
  await list({ value: narrow, scope: 'source', source })
  await end([await list({ value: ending })])
  await list({ value: wide })
  const lines = ['value,reason', ...[narrow, ending, wide].map((one) => `${one},Listed elsewhere`)]
  const report = await importLines(server, officer, blackList, lines)
  expect(report.match(/same as in black list entry/g)).toHaveLength(1)
  const other = await admin.make('/settings/source', { name: 'Another place' })
  for (const email of [narrow, ending, wide]) {
    expect((await admin.post('/lead', { source: other, email })).body.code).toBe('black_list')
  }
})

test('a list without types has each value as what it looks like, a hash with the digits of a card too', async () => {
  const hash = sha256('+447400111223')
  expect(hash).toContain('b375725086737920f')
  const report = await importLines(server, officer, blackList, [
    'value,reason',
    `${unique()},Listed elsewhere`,
    '+447400111222,Listed elsewhere',
    `${hash.toUpperCase()},Listed elsewhere`,
    'gmail.com,Listed elsewhere',
  ])
  expect(report.match(/choose the type/g)).toHaveLength(1)
  const { data } = (await officer.get('/lead/black_list/search?sort=-id&per_page=3')).body
  expect(data.map(({ type }: { type: string }) => type)).toEqual(['sha256', 'phone', 'email'])
})

test('a list that says a value twice is told so in the word of its column', async () => {
  const email = unique()
  const lines = ['value,reason', `${email},Listed elsewhere`, `${email},Listed elsewhere`]
  const report = await importLines(server, officer, blackList, lines)
  expect(report).toMatch(/"Value \(hash\), Scope: same as in row 2/)
})

interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan: { readonly 'Shared Hit Blocks': number } }[]
}

test('a list is compared with all that is listed by the index of the values', async () => {
  const database = server.backend.database.sql
  await sql`
    insert into black_list (type, value, hash, reason, block_existing)
    select 'email', 'm', 'listed ' || n, 'Asked for it', false from generate_series(1, 5000) as n
  `.execute(database)
  await sql`analyze black_list`.execute(database)
  const lines = ['value,reason', ...[1, 2].map(() => `${unique()},Asked for it`)]
  const sent = await sentStatements(server, async () => {
    await importLines(server, officer, blackList, lines)
  })
  const looks = sent.filter(({ sql: text }) =>
    /lateral \(\s*select t\.id.*"black_list"/s.test(text),
  )
  expect(looks).not.toHaveLength(0)
  for (const look of looks) {
    const text = `explain (analyze, buffers, format json) ${look.sql}`
    const explained = CompiledQuery.raw(text, [...look.parameters]) as CompiledQuery<Explained>
    const { rows } = await database.executeQuery(explained)
    const { Plan } = rows[0]?.['QUERY PLAN'][0] ?? {}
    expect(Plan?.['Shared Hit Blocks']).toBeLessThan(50)
  }
})

test.each(['E-mail', 'email', 'Phone number', 'SHA-256', 'hash'])(
  'a list whose one column is called %s is read as it comes',
  (header) => {
    const user = userWith('lead.black_list.create', 'lead.black_list.import')
    expect(guessMapping(blackList, user, [header])).toEqual(['value'])
  },
)

test('31: the black list needs its permission', async () => {
  const other = await server.user(['lead.view', 'failed.lead.view'])
  expect((await other.get('/lead/black_list/search')).status).toBe(403)
  expect((await other.post('/lead/black_list/check', { contact: 'a@b.cd' })).status).toBe(403)
})

test('H2: no source that takes nothing tells whom a lead or the black list has, to those who see contacts masked', async () => {
  const [known, listed] = [unique(), unique()]
  await admin.make('/lead', { source, email: known })
  await list({ value: listed, block_existing: false })
  const full = await admin.make('/settings/source', { name: 'Full', daily_cap: 1 })
  await admin.make('/lead', { source: full, email: unique() })
  const strict = await admin.make('/settings/source', { name: 'Strict', consent_required: true })
  const shut = await admin.make('/settings/source', { name: 'Shut', is_active: false })
  const other = await server.as('Importer')
  for (const place of [full, strict, shut]) {
    const answers = await Promise.all(
      [known, listed, unique()].map((email) => other.post('/lead', { source: place, email })),
    )
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422])
    expect(answers[0]!.body).toEqual(answers[2]!.body)
    expect(answers[1]!.body).toEqual(answers[2]!.body)
    const whole = await admin.post('/lead', { source: place, email: known })
    expect(whole.body.errors).toHaveProperty('email')
  }
})

describe('among many leads those that no index finds are looked for by a job', () => {
  /** Makes a lead that stands behind so many others as to be looked for in another part. */
  const far = async (email: string, id: number) => {
    await sql`
      insert into leads (id, uuid, email, email_key, source) overriding system value
      values (${id}, ${email}, ${email}, ${email}, ${source})`.execute(server.backend.database.sql)
    return id
  }
  let last = 100_000
  const pair = async (domain: string) => {
    const email = `near@${domain}`
    const near = (await lead({ email })).body.data.id as number
    return { email, near, far: await far(`far@${domain}`, (last += 60_000)) }
  }
  const isSearched = (name: string) =>
    vi.waitFor(async () => {
      const { rows } = await sql<{ state: string }>`
        select state from jobs where type = 'black_list.block' and name like ${`%${name}`}`.execute(
        server.backend.database.sql,
      )
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.every(({ state }) => state === 'finished')).toBe(true)
      return rows.length
    }, 20_000)

  test.each([
    ['email_domain', (domain: string) => domain],
    ['sha256', (domain: string) => sha256(`far@${domain}`)],
  ])('by %s, from the form', async (type, value) => {
    const domain = `${type.replace('_', '')}.example`
    const { near, far: other } = await pair(domain)
    const asked = { type, value: value(domain) }
    const told = (await officer.post('/lead/black_list/count', asked)).body.data
    expect(told).toEqual({ leads: null, is_later: true, is_growing: false })
    const entry = await list(asked)
    const { value: shown } = (await officer.get(`/lead/black_list/${entry}`)).body.data
    await isSearched(shown)
    expect([await stage(near), await stage(other)]).toEqual([
      type === 'sha256' ? 'new' : 'blocked',
      'blocked',
    ])
  })

  test('all those of one file together, whatever part of it they stand in', async () => {
    const first = await pair('first.example')
    const second = await pair('second.example')
    const many = Array.from({ length: 1_200 }, (_, n) => sha256(`nobody${n}@example.com`))
    const hashes = [sha256(first.email), ...many, sha256('far@second.example')]
    const lines = ['value,reason', ...hashes.map((hash) => `${hash},Asked for it`)]
    await importLines(server, officer, blackList, lines)
    const [{ id }] = (await officer.get('/profile/import/search?sort=-id')).body.data
    expect(await isSearched(`#${id}`)).toBeLessThan(4)
    const stages = [first.near, first.far, second.near, second.far].map(stage)
    expect(await Promise.all(stages)).toEqual(['blocked', 'new', 'new', 'blocked'])
  })
})
