import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  findPerson,
  personBy,
  type Sought,
} from '../../../resources/leads/privacy/person.server.ts'
import type { Sql } from '#server'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { endedImport } from '../../fixtures/files/imports.ts'
import { upload } from '../../fixtures/files/upload.ts'
import { partnerOf } from '../../fixtures/sending/partner.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
let admin: Client
let officer: Client
let source: number
let country: number

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  officer = await server.as('Privacy officer')
  source = await admin.make('/settings/source', { name: 'Search' })
  country = (await admin.get('/settings/country/search?iso_3166_2=GB')).body.data[0].id
}, 60_000)
afterAll(() => server.close())

const run = async (statement: ReturnType<typeof sql<any>>) =>
  (await statement.execute(server.backend.database.sql)).rows
const data = async (contact: string, client = officer) => {
  const { status, body } = await client.post('/lead/data_by_contact', { contact, format: 'json' })
  return status === 200 && typeof body === 'string' ? JSON.parse(body) : body
}
const erase = (contact: string, client = officer) =>
  client.post('/lead/erase_by_contact', { contact, reason: 'Asked for it by letter' })

const personal = ['leads', 'failed_leads', 'audit_log', 'lead_comments', 'import_failures', 'jobs']

/** What the tables hold of a person. */
async function stored(pattern: RegExp, tables = personal): Promise<string[]> {
  const found = await Promise.all(
    tables.map(async (name) => {
      const rows = await run(sql`select to_jsonb(t)::text as text from ${sql.table(name)} t`)
      return rows.some(({ text }) => pattern.test(text)) ? [name] : []
    }),
  )
  return found.flat()
}

test('what people asked for by a contact is hidden in their views and jobs, and in the log of that', async () => {
  const secrets = /rosalind@|07400 ?121|7400121/i
  const person = { source, country, email: 'Rosalind@example.com', phone: '07400 121 212' }
  const id = await admin.make('/lead', person)
  const filter = { email: 'rosalind@example.com,other@example.com', phone: '+447400121212' }
  const view = { resource: 'leads', name: 'One person', settings: { filter } }
  const kept = await admin.make('/profile/view', view)
  const where = JSON.stringify({ any: [{ email: 'rosalind@example.com' }, { id }] })
  const asked = await admin.post('/lead/export', { filter: { where }, columns: ['id'] })
  await admin.post('/lead/export', { filter: { email: 'rosalinda@example.com' }, columns: ['id'] })
  await server.backend.jobs.work()
  await expect
    .poll(() => run(sql`select from jobs where finished_at is null`), { timeout: 45_000 })
    .toEqual([])
  expect((await erase('rosalind@example.com')).body.data).toMatchObject({ leads: 1 })
  const [{ settings }] = await run(sql`select settings from saved_views where id = ${kept}`)
  expect(settings.filter).toEqual({ email: '•••,other@example.com', phone: '•••' })
  const tables = await run(sql`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`)
  expect(
    await stored(
      secrets,
      tables.map(({ name }: { name: string }) => name),
    ),
  ).toEqual([])
  const [{ parameters }] = await run(
    sql`select parameters from jobs where id = ${asked.body.data.job_id}`,
  )
  expect(JSON.stringify(parameters)).toContain('•••')
  const [{ left }] = await run(sql`
    select count(*)::int as left from jobs where parameters::text ilike '%rosalinda@%'`)
  expect(left).toBe(1)
})

test('names that people gave to views and files, and reasons, tell of no erased person', async () => {
  const secrets = /grace@|grace hopper|hopper, grace/i
  const person = {
    source,
    country,
    first_name: 'Grace',
    last_name: 'Hopper',
    email: 'grace@example.com',
  }
  await admin.make('/lead', person)
  const view = { resource: 'leads', settings: {} }
  const named = await admin.make('/profile/view', {
    ...view,
    name: 'Hopper, Grace (grace@example.com)',
  })
  const other = await admin.make('/profile/view', { ...view, name: 'Grace only' })
  const file = randomUUID()
  await run(sql`
    insert into files (id, user_id, purpose, name, media_type, size, expires_at)
    values (${file}, ${admin.id}, 'test', 'Grace Hopper.csv', 'text/csv', 0, now() + interval '1 hour')`)
  const [{ id: import_id }] = await run(sql`
    insert into imports (name, file, "user", resource) values ('grace hopper.csv', ${file}, ${admin.id}, 'leads')
    returning id`)
  const asked = {
    reason: 'A letter of Grace Hopper',
    filter: { email: 'grace@example.com,x@example.com' },
  }
  const parameters = JSON.stringify({ resource: 'leads', ...asked })
  const states = ['cancelled', 'paused', 'failed']
  for (const state of states) {
    await run(sql`
      insert into jobs (type, name, "user", state, parameters)
      values ('export', 'Leads', ${admin.id}, ${state}, ${parameters}::jsonb)`)
  }
  expect((await erase('grace@example.com')).body.data).toMatchObject({ leads: 1 })
  expect(await stored(secrets, ['saved_views', 'files', 'imports', 'jobs'])).toEqual([])
  const names = await run(
    sql`select name from saved_views where id in (${named}, ${other}) order by id`,
  )
  expect(names).toEqual([{ name: '••• (•••)' }, { name: 'Grace only' }])
  const files = await run(sql`select name from files where id = ${file}`)
  expect(files).toEqual([{ name: '•••.csv' }])
  const jobs = await run(sql`select parameters from jobs where parameters ->> 'reason' is not null`)
  expect(jobs).toHaveLength(states.length)
  for (const job of jobs) {
    expect(job.parameters).toMatchObject({
      reason: 'A letter of •••',
      filter: { email: '•••,x@example.com' },
    })
  }
  expect(import_id).toBeGreaterThan(0)
})

test('a file with a person in its name and its headers tells of them nowhere: jobs, notices, templates, audit log', async () => {
  const secrets = /joan clarke|joan@/i
  const person = { source, country, first_name: 'Joan', last_name: 'Clarke' }
  await admin.make('/lead', { ...person, email: 'joan@example.com' })
  const header = 'Joan Clarke,joan@example.com'
  const upload_id = await upload(server.app, admin, `${header}\nIda,ida.h@example.com\n`, {
    purpose: 'import:leads',
    name: 'Joan Clarke joan@example.com.csv',
  })
  const mapping = ['first_name', 'email']
  const settings = { source }
  const note = 'From Joan Clarke'
  const begun = await admin.post('/lead/import', { upload_id, mapping, settings, note })
  await server.backend.jobs.work()
  const path = `/lead/import/${begun.body.data.id}`
  await endedImport(server, admin, path, ({ job_id }) => job_id)
  const [{ id }] = await run(sql`select id from leads where email = 'ida.h@example.com'`)
  await admin.post(`/lead/${id}/comment`, { text: 'Called' })
  const { body } = await admin.post(`${path}/undo`)
  await endedImport(server, admin, path, () => body.data.job_id)
  const left = await admin.get(`/profile/job/${body.data.job_id}/download/error`)
  expect([left.status, left.headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining('Joan Clarke'),
  ])
  const template = { name: 'Of Joan Clarke', columns: { 'joan@example.com': 'email' }, settings }
  expect((await admin.post('/lead/import/template', template)).status).toBe(200)
  const tables = [...personal, 'imports', 'files', 'notifications', 'import_templates']
  expect((await stored(secrets, tables)).length).toBeGreaterThan(5)
  expect((await erase('joan@example.com')).body.data).toMatchObject({ leads: 1 })
  expect(await stored(secrets, tables)).toEqual([])
  const [job] = await run(
    sql`select name, parameters from jobs where id = ${begun.body.data.job_id}`,
  )
  expect(JSON.stringify(job)).toContain('••• •••.csv')
})

test('a person is hidden in all jobs, however many there are and however the name is written', async () => {
  const person = { source, country, first_name: 'Ödön', last_name: 'Örkény' }
  await admin.make('/lead', { ...person, email: 'odon@example.com' })
  const parameters = { resource: 'leads', reason: 'Letter of ÖDÖN ÖRKÉNY' }
  const ids = [30_001, 55_000]
  for (const id of ids) {
    await run(sql`
      insert into jobs (id, type, name, "user", state, parameters) overriding system value
      values (${id}, 'export', 'Leads', ${admin.id}, 'failed', ${JSON.stringify(parameters)}::jsonb)`)
  }
  expect((await erase('odon@example.com')).body.data).toMatchObject({ leads: 1 })
  const jobs = await run(sql`
    select parameters ->> 'reason' as reason from jobs where id = any(${ids}::bigint[])`)
  expect(jobs).toEqual([{ reason: 'Letter of •••' }, { reason: 'Letter of •••' }])
})

test('the file for a person has all that is kept of them, with names in the place of ids', async () => {
  const tag = await admin.make('/settings/tag', { name: 'Warm' })
  const email = 'Philomena@example.com'
  const id = await admin.make('/lead', { source, country, email, tags: [tag] })
  await admin.put(`/lead/${id}`, { country: null, version: 1 })
  await admin.post(`/lead/${id}/comment`, { text: 'Wants to be called in May' })
  const broker_id = await admin.make('/broker', { name: 'Orchard' })
  const department = await admin.make('/broker/department', { branch_name: 'Desk 9', broker_id })
  await run(sql`
    with made as (
      insert into sends (uuid, lead, broker, department, state, send_key, note)
      values ('p', ${id}, ${broker_id}, ${department}, 'unknown', 'p', 'The desk knows no such lead')
      returning id
    )
    insert into send_attempts (send, number, started_at, http_status, request)
    select id, 1, now(), 504, '{"mail": "philomena@example.com"}'::jsonb from made`)
  await admin.post('/lead', { source, country, email })
  await admin.post(`/lead/${id}/black_list`, { reason: 'Rude on the phone' })
  const found = await data(email)
  expect(found.leads).toMatchObject([
    { id, source: 'Search', tags: ['Warm'], email: 'philomena@example.com' },
  ])
  expect(found.failed_leads).toMatchObject([
    {
      source: 'Search',
      matched_lead: id,
      settings: { source: 'Search', country: 'United Kingdom' },
    },
  ])
  const asCsv = await officer.post('/lead/data_by_contact', { contact: email, format: 'csv' })
  expect(String(asCsv.body)).toContain(
    '"failed_leads","1","reason","There is a lead with it already"',
  )
  expect(found.comments).toMatchObject([
    { lead: id, from: 'staff', text: 'Wants to be called in May' },
  ])
  const [send] = found.sends
  expect(send).toMatchObject({
    broker: 'Orchard',
    department: 'Desk 9',
    note: 'The desk knows no such lead',
  })
  expect(found.attempts).toMatchObject([
    { send: send.id, number: 1, http_status: 504, request: { mail: 'philomena@example.com' } },
  ])
  expect(found.black_list).toMatchObject([
    { type: 'email', value: 'p•••••@e•••.com', reason: 'Rude on the phone', origin: 'manual' },
  ])
  const changed = found.history.find(
    (one: { before?: object }) => one.before && 'country' in one.before,
  )
  expect(changed).toMatchObject({ lead: id, before: { country: 'United Kingdom' } })
  // Who of us did it is told of nobody.
  expect(JSON.stringify(found)).not.toMatch(/"user(_id)?":/)
})

test('a person of whom the black list alone knows is told that, too', async () => {
  const value = '+447400919191'
  await admin.make('/lead/black_list', { type: 'phone', value, reason: 'Asked by phone' })
  const found = await data(value)
  expect(found).toMatchObject({
    leads: [],
    black_list: [{ type: 'phone', reason: 'Asked by phone' }],
  })
})

test('A3: a person known by failed leads alone is found by e-mail or phone, and erased', async () => {
  const secrets = /wilhelmina|07400 ?765/i
  const partner = await partnerOf(server, admin)
  await partner.post('/lead', {
    first_name: 'Wilhelmina',
    email: 'Wilhelmina@Example.com',
    phone: 'x',
  })
  const failed = { source, country, first_name: 'Wilhelmina', alt_email: 'nobody' }
  await admin.post('/settings/source/bulk/update', { ids: [source], values: { is_active: false } })
  await admin.post('/lead', { ...failed, alt_email: null, phone: '07400 765 432' })
  await admin.post('/lead', {
    source,
    email: 'x1@example.com',
    alt_email: 'WILHELMINA@example.com',
  })
  await admin.post('/settings/source/bulk/update', { ids: [source], values: { is_active: true } })
  expect(await stored(secrets)).toContain('failed_leads')
  const shown = await admin.get('/failed/lead/search?first_name=Wilhelmina')
  expect(JSON.stringify(shown.body)).not.toMatch(/wilhelmina@|07400/i)
  expect((await data('wilhelmina@example.com')).failed_leads).toHaveLength(2)
  expect((await data('+44 7400 765432')).failed_leads).toHaveLength(1)
  const { body } = await erase('wilhelmina@example.com')
  expect(body.data).toMatchObject({ leads: 0, failed: 2 })
  expect((await erase('+447400765432')).body.data).toMatchObject({ failed: 1 })
  expect(await stored(secrets)).toEqual([])
  for (const contact of [{ email: 'wilhelmina@example.com' }, { phone: '+447400765432' }]) {
    expect((await admin.post('/lead', { source, ...contact })).body.code).toBe('black_list')
  }
  const nobody = await erase('unknown@example.com')
  expect([nobody.status, nobody.body.errors.contact]).toEqual([
    422,
    [expect.stringMatching(/Nothing is kept/)],
  ])
  expect((await erase('neither')).body.errors.contact).toHaveLength(1)
})

test('A3: rows that a check refused are told and erased, though nothing was imported', async () => {
  const secrets = /ulrika|07400 ?876/i
  const rows = [
    'Ulrika,Ulrika@example.com,',
    'Ida,ida@example.com,07400 876 543',
    'Ida,ulrika@example.com,',
    'Ulrika,,07400-876543',
    'Other,broken,',
  ]
  const file = await upload(server.app, admin, `name,mail,call\n${rows.join('\n')}\n`, {
    purpose: 'import:leads',
  })
  const mapping = ['first_name', 'email', 'phone']
  const settings = { source, country }
  const asked = { upload_id: file, mapping, settings, check: true }
  const { body } = await admin.post('/lead/import', asked)
  await server.backend.jobs.work()
  await endedImport(server, admin, `/lead/import/${body.data.id}`, ({ job_id }) => job_id)
  await run(sql`delete from files where id = ${file}`)
  expect(await stored(secrets)).toEqual(['import_failures'])
  const { refused_rows } = await data('ulrika@example.com')
  expect(refused_rows).toMatchObject([
    {
      row_number: 4,
      headers: ['name', 'mail', 'call'],
      cells: ['Ida', 'ulrika@example.com', ''],
    },
  ])
  expect((await erase('ulrika@example.com')).body.data).toMatchObject({ leads: 0, failed: 0 })
  expect((await erase('+447400876543')).status).toBe(200)
  expect(await stored(secrets)).toEqual([])
  expect(await stored(/"broken"/, ['import_failures'])).toEqual(['import_failures'])
  expect((await admin.post('/lead', { source, email: 'ulrika@example.com' })).body.code).toBe(
    'black_list',
  )
})

async function rowsReadInOrder(database: Sql): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select coalesce(sum(seq_tup_read), 0)::integer as read from pg_stat_xact_user_tables
    where relname = 'failed_leads' and schemaname = current_schema()`.execute(database)
  return rows[0]?.read ?? 0
}

test('a person is found among what did not pass intake without reading all of it', async () => {
  await run(sql`
    insert into failed_leads (source, origin, reason_code, reason, contact_keys, payload)
    select ${source}, 'manual', 'source_closed', 'Closed', array[encode(sha256(convert_to(case n
      when 1 then 'seraphina@example.com' when 2 then '07400818181' else 'n' || n end, 'UTF8')), 'hex')], '{}'
    from generate_series(1, 500) n`)
  const sought = ['seraphina@example.com', '+447400818181'].map((one) =>
    personBy(one, server.backend),
  )
  await server.backend.database.sql.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    // What the connection did before counts, too.
    const before = await rowsReadInOrder(trx)
    for (const one of sought) {
      expect((await findPerson(one as Sought, trx)).failed).toHaveLength(1)
    }
    expect(await rowsReadInOrder(trx)).toBe(before)
  })
})

test('A3: deleted leads, and those that have it as another contact, are found and erased', async () => {
  const email = 'Theodora.Quist@gmail.com'
  const gone = await admin.make('/lead', { source, email, first_name: 'Theodora' })
  await admin.delete(`/lead/${gone}`)
  const other = { source, email: 'x2@example.com', alt_email: 'theodoraquist@gmail.com' }
  const second = await admin.make('/lead', { ...other, first_name: 'Theodora' })
  const tested = await admin.make('/lead', { source, email, is_test: true, comment: 'Theodora' })
  const found = await data('theodora.quist@googlemail.com')
  expect(found.leads.map(({ id }: { id: number }) => id)).toEqual([gone, second])
  // As it is written, where no fingerprint is.
  const all = await data(email.toLowerCase())
  expect(all.leads.map(({ id }: { id: number }) => id)).toEqual([gone, second, tested])
  const { body } = await erase(email)
  expect(body.data).toMatchObject({ leads: 3, departments: [] })
  expect(await stored(/theodora/i)).toEqual([])
  const log = await run(sql`
    select user_id, record_id, detail from audit_log
    where action = 'erase' and resource = 'leads' and record_id = any(${[gone, second, tested]}::bigint[])`)
  expect(log).toHaveLength(3)
})

test('A3: a person is kept out by other contacts, too', async () => {
  const [alt_email, alt_phone] = ['leocadia@example.com', '+447400700700']
  const id = await admin.make('/lead', { source, email: 'x4@example.com', alt_email, alt_phone })
  await officer.post(`/lead/${id}/erase`, { reason: 'By letter' })
  for (const contact of [{ email: alt_email }, { phone: alt_phone }]) {
    expect((await admin.post('/lead', { source, ...contact })).body.code).toBe('black_list')
  }
})

test('A3: whoever asks needs the rights of a person’s request, and the log holds the contact masked', async () => {
  const email = 'Isidora@example.com'
  await admin.make('/lead', { source, email })
  const manager = await server.as('Manager')
  expect(
    (await manager.post('/lead/data_by_contact', { contact: email, format: 'json' })).status,
  ).toBe(403)
  expect((await erase(email, manager)).status).toBe(403)
  await data(email)
  const asked = await run(sql`
    select detail from audit_log where action = 'data_by_contact' order by id desc limit 1`)
  expect(asked).toEqual([{ detail: { contact: 'I•••••', format: 'json' } }])
  await officer.post('/lead/black_list/check', { contact: email })
  const [checked] = await run(sql`
    select detail from audit_log where action = 'check' order by id desc limit 1`)
  expect(JSON.stringify(checked)).not.toMatch(/isidora/i)
})

test('A3: all that has happened to a person is told, however much it is', async () => {
  const email = 'talkative@example.com'
  const id = await admin.make('/lead', { source, email })
  await run(sql`
    insert into audit_log (resource, record_id, action, version, after)
    select 'leads', ${id}, 'update', n + 1, jsonb_build_object('comment', 'Call ' || n)
    from generate_series(1, 10050) n`)
  const { history } = await data(email)
  // And that it came in.
  expect(history).toHaveLength(10_051)
  expect(history.at(-1).after).toEqual({ comment: 'Call 10050' })
})

test('A3: whoever asks by e-mail or phone gives the password again, and has used one act of the hour', async () => {
  const other = await server.as('Privacy officer')
  const contact = 'cassandra@example.com'
  await admin.make('/lead', { source, email: contact })
  await data(contact, other)
  expect(await run(sql`select counts from disclosures where user_id = ${other.id}`)).toEqual([
    { counts: true },
  ])
  const late = await server.as('Privacy officer')
  await run(sql`
    update sessions set confirmed_at = now() - interval '1 hour' where user_id = ${late.id}`)
  expect((await data(contact, late)).code).toBe('confirm_password')
  expect((await erase(contact, late)).body.code).toBe('confirm_password')
})

/** Somebody who erases, sees contacts masked, and has so many comparisons left in this hour. */
async function eraserWith(left: number): Promise<Client> {
  const eraser = await server.user(['lead.view', 'lead.erase'])
  await run(sql`
    insert into disclosures (user_id, counts)
    select ${eraser.id}, true from generate_series(1, 60 - ${left}::integer)`)
  return eraser
}

test('H2: whoever sees contacts masked has used one comparison by asking, also for somebody of whom nothing is kept', async () => {
  const eraser = await eraserWith(2)
  const known = 'philippa@example.com'
  await admin.make('/lead', { source, email: known })
  const guesses = ['guess1@example.com', 'guess2@example.com', 'guess3@example.com', known]
  const statuses: number[] = []
  for (const one of [...guesses, 'guess1@example.com']) {
    statuses.push((await erase(one, eraser)).status)
  }
  expect(statuses).toEqual([422, 422, 429, 429, 422])
  const lines = await run(sql`
    select count(*)::integer as count from audit_log
    where user_id = ${eraser.id} and action = 'masked_search'`)
  expect(lines).toEqual([{ count: 2 }])
})

test('H2: of guesses that come at once no more are told than the hour has', async () => {
  const eraser = await eraserWith(3)
  const guesses = Array.from({ length: 12 }, (_, count) => `wild${count}@example.com`)
  const told = await Promise.all(guesses.map((contact) => erase(contact, eraser)))
  expect(told.filter(({ status }) => status === 422)).toHaveLength(3)
})

test('A3: a discarded failed lead keeps what came no longer than the rule of failed leads says', async () => {
  await admin.post('/lead', { source, email: 'ottoline' })
  await admin.post('/lead', { source, email: 'x3@example.com', alt_email: 'q@e.com' })
  await admin.post('/lead', { source, email: 'x3@example.com', first_name: 'Ottoline' })
  const [{ id }] = await run(sql`select id from failed_leads where first_name = 'Ottoline'`)
  expect((await admin.post(`/failed/lead/${id}/discard`)).status).toBe(200)
  const age = async (days: number) => {
    await run(sql`
      update failed_leads set created_at = now() - ${days} * interval '1 day' where id = ${id}`)
    await run(sql`update retention_rules set starts_at = now() - interval '1 day'`)
    await server.backend.jobs.upkeep()
    return (await run(sql`select payload, first_name, stage from failed_leads where id = ${id}`))[0]
  }
  expect(await age(89)).toMatchObject({ first_name: 'Ottoline', stage: 'discarded' })
  expect(await age(91)).toEqual({ payload: null, first_name: null, stage: 'discarded' })
})
