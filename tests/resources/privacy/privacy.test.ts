import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { accessChanged } from '#server'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { exportColumns, importLines } from '../../fixtures/files/importing.ts'
import type { Client } from '../../fixtures/server.ts'
import { broker } from '../../../resources/brokers/broker.ts'
import { lead as leads } from '../../../resources/leads/lead/lead.ts'

let server: TestConsole
let admin: Client
let officer: Client
let source: number

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  officer = await server.as('Privacy officer')
  source = await admin.make('/settings/source', { name: 'Search' })
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

const person = {
  first_name: 'Greta',
  last_name: 'Osterfeld',
  email: 'greta.osterfeld@example.com',
  phone: '+44 7400 123456',
  city: 'Leeds',
  comment: 'Greta called back',
  card_name: 'G Osterfeld',
  alt_email: 'osterfeld.alt@example.com',
  alt_phone: '+44 7400 123457',
  address: '1 Park Row',
  state: 'West Yorkshire',
  zip: 'LS1 1AA',
  date_of_birth: '1980-05-17',
  ip: '203.0.113.77',
  funnel: 'spring',
  external_id: 'X-1',
  click_id: 'C-1',
  sub_1: 'banner 3',
  consent_at: '2026-01-05T10:00:00Z',
  consent_text: 'I agree',
  consent_url: 'https://example.com/form',
  consent_ip: '203.0.113.78',
  purchase_site: 'shop.example.com',
  purchase_amount: 120,
  recovery_amount: 20,
  product_name: 'Course',
  card_type: 'Visa',
  card_digits: '4242',
}

/** What may stay of an erased lead (product.md 15.3): dates, where it came from, what became of it, hashes. */
const staying = new Set(
  `id uuid version created_at updated_at deleted_at source country status status_changed_at stage is_test
  is_duplicate user import department sends_count accepted_count last_department last_sent_at ftd_at
  api_ftd_at ftd_detected_at ftd_department ftd_cancelled_at status_department email_hmac phone_hmac
  alt_email_hmac alt_phone_hmac send_result`.split(/\s+/),
)
const secrets = /greta|osterfeld|7400123456|leeds/i

async function stored() {
  const { rows } = await sql<{ text: string }>`
    select (select coalesce(jsonb_agg(l), '[]') from leads l)::text
      || (select coalesce(jsonb_agg(f), '[]') from failed_leads f)::text
      || (select coalesce(jsonb_agg(a), '[]') from audit_log a)::text
      || (select coalesce(jsonb_agg(c), '[]') from lead_comments c)::text
      || (select coalesce(jsonb_agg(s), '[]') from sends s)::text
      || (select coalesce(jsonb_agg(t), '[]') from send_attempts t)::text as text`.execute(
    server.backend.database.sql,
  )
  return rows[0]?.text ?? ''
}

test('all data of a person goes into a file, for those who may see all of it', async () => {
  const id = await admin.make('/lead', { source, ...person })
  await admin.put(`/lead/${id}`, { city: 'York', version: 1 })
  const { status, body } = await officer.post(`/lead/${id}/person_data`, { format: 'json' })
  expect(status).toBe(200)
  const data = typeof body === 'string' ? JSON.parse(body) : body
  expect(data.leads).toMatchObject([{ email: person.email, city: 'York', source: 'Search' }])
  expect(JSON.stringify(data.history)).toContain('Leeds')
  // What we find people by is none of what is known of them.
  expect(JSON.stringify(body)).not.toMatch(/_hmac|contact_keys/)
  const csv = await officer.post(`/lead/${id}/person_data`, { format: 'csv' })
  expect(String(csv.body)).toContain('"leads","1","phone","\'+447400123456"')
  const manager = await server.as('Manager')
  expect((await manager.post(`/lead/${id}/person_data`, { format: 'json' })).status).toBe(403)
})

test('M4: all data of a person asks for the password again, and counts one act of the hour', async () => {
  const other = await server.as('Privacy officer')
  const { sql: database } = server.backend.database
  const [lead] = (await admin.get('/lead/search?city=York')).body.data
  const ask = () => other.post(`/lead/${lead.id}/person_data`, { format: 'json' })
  await sql`
    insert into disclosures (user_id, counts)
    select ${other.id}, true from generate_series(1, 59)`.execute(database)
  expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)
  expect((await other.post(`/lead/${lead.id}/reveal`)).status).toBe(429)
  await sql`delete from disclosures where user_id = ${other.id}`.execute(database)
  await sql`
    update sessions set confirmed_at = now() - interval '1 hour'
    where user_id = ${other.id}`.execute(database)
  // A slow machine remembers the session by now.
  await accessChanged(database)
  const { status, body } = await ask()
  expect([status, body.code]).toEqual([403, 'confirm_password'])
})

test('29: an erased lead has empty fields, statistics stay, and the person is refused again', async () => {
  const [lead] = (await admin.get('/lead/search?city=York')).body.data
  await admin.post('/lead', { source, ...person })
  // Refused by itself with a number as it is dialled at home, and the brokers' side of it.
  await admin.post('/lead', { source, phone: '07400 123456', country: await unitedKingdom() })
  await admin.post(`/lead/${lead.id}/comment`, { text: 'Greta wants it in writing' })
  await sent(lead.id)
  const counted = async () => (await admin.get('/lead/search?stage=erased')).body.meta.total
  const totals = (await admin.get('/lead/search')).body.meta.total
  const before = await sums()
  expect(before.length).toBeGreaterThan(0)
  expect(await stored()).toMatch(secrets)
  const { status, body } = await officer.post(`/lead/${lead.id}/erase`, {
    reason: 'Asked for it by letter',
  })
  expect([status, body.data]).toMatchObject([200, { leads: 1, departments: ['Acme / Desk 1'] }])
  const [task] = (await officer.get('/profile/notification/search')).body.data
  expect(JSON.stringify(task)).toContain('Acme / Desk 1 has received a person')
  expect(JSON.stringify(task)).not.toMatch(secrets)
  expect(await stored()).not.toMatch(secrets)
  expect(await counted()).toBe(1)
  expect((await admin.get('/lead/search')).body.meta.total).toBe(totals)
  expect(await sums()).toEqual(before)
  const erased = (await admin.get(`/lead/${lead.id}`)).body.data
  expect(erased).toMatchObject({
    stage: 'erased',
    source,
    country: lead.country,
    status: lead.status,
    created_at: lead.created_at,
    first_name: null,
    email: null,
    phone: null,
    comment: null,
    card_name: null,
  })
  const { rows: whole } = await sql<{ after: object }>`
    select jsonb_strip_nulls(to_jsonb(l)) as after from leads l where id = ${lead.id}`.execute(
    server.backend.database.sql,
  )
  const left = Object.entries(whole[0]?.after ?? {}).filter(([name]) => !staying.has(name))
  expect(left).toEqual([])
  const again = await admin.post('/lead', { source, email: 'greta.osterfeld@example.com' })
  expect([again.status, JSON.stringify(again.body)]).toEqual([422, expect.stringMatching(/black/i)])
  const byPhone = await admin.post('/lead', { source, phone: person.phone })
  expect(byPhone.status).toBe(422)
  const lines = [
    'email,phone',
    'GRETA.Osterfeld@example.com,',
    ',+44 7400 123456',
    'o@example.com,',
  ]
  const report = await importLines(server, admin, leads, lines, { source })
  const codes = report
    .split('\n')
    .slice(1, -1)
    .map((line) => /"(black_list)"/.exec(line)?.[1])
  expect(codes).toEqual(['black_list', 'black_list'])
  const change = await admin.put(`/lead/${lead.id}`, {
    email: 'other@example.com',
    version: erased.version,
  })
  expect(change.status).toBe(409)
  const twice = await officer.post(`/lead/${lead.id}/erase`, { reason: 'Once more' })
  expect(twice.status).toBe(409)
})

/** What the dashboard and the statistics count by. */
async function sums() {
  const { rows } = await sql`
    select name, sum(value)::integer as value from statistics group by name order by name`.execute(
    server.backend.database.sql,
  )
  return rows
}

async function unitedKingdom(): Promise<number> {
  return (await admin.get('/settings/country/search?iso_3166_2=GB')).body.data[0].id
}

/** A broker has the lead, and its answer names the person. */
async function sent(lead: number): Promise<void> {
  const broker_id = await admin.make('/broker', { name: 'Acme' })
  const department = await admin.make('/broker/department', { branch_name: 'Desk 1', broker_id })
  const said = 'Greta Osterfeld is registered'
  await sql`
    with made as (
      insert into sends (uuid, lead, broker, department, state, send_key, failure_message, api_lead_id)
      values ('u', ${lead}, ${broker_id}, ${department}, 'sent', 'k', ${said}, 'greta-1') returning id
    )
    insert into send_attempts (send, number, started_at, request, response)
    select id, 1, now(), ${JSON.stringify({ email: person.email })}::jsonb, ${said} from made`.execute(
    server.backend.database.sql,
  )
}

test('what was exported before an erasure and may hold the person is deleted, and its job says so', async () => {
  const email = 'exported@example.com'
  await admin.make('/lead', { source, email })
  const file = await exportColumns(admin, leads, ['id', 'email'])
  expect(file).toContain('@')
  await exportColumns(admin, broker, ['id', 'name'])
  const jobs = async () => (await admin.get('/profile/job/search?type=export&sort=-id')).body.data
  const [ofBrokers, ofLeads] = await jobs()
  const reason = 'Asked for it by letter'
  const { status } = await officer.post('/lead/erase_by_contact', { contact: email, reason })
  expect(status).toBe(200)
  expect(await jobs()).toMatchObject([
    { id: ofBrokers.id, result_file: expect.any(String), message: null },
    {
      id: ofLeads.id,
      state: 'finished',
      result_file: null,
      message: expect.stringMatching(/erased/),
    },
  ])
  const download = (id: number) => admin.get(`/profile/job/${id}/download/result`)
  expect([(await download(ofLeads.id)).status, (await download(ofBrokers.id)).status]).toEqual([
    404, 200,
  ])
  const { rows } = await sql`
    select from files where id::text = ${ofLeads.result_file ?? ''} or name like 'Leads 20%'`.execute(
    server.backend.database.sql,
  )
  expect(rows).toEqual([])
})

test('an export that is at work ends where its file may hold an erased person, and says so', async () => {
  const database = server.backend.database.sql
  const email = 'resting@example.com'
  await admin.make('/lead', { source, email })
  await exportColumns(admin, leads, ['id', 'email'])
  await sql`
    update jobs set state = 'paused', pending = 1, total = total + 1, result_file = null, finished_at = null
    where id = (select max(id) from jobs where type = 'export')`.execute(database)
  const reason = 'Asked for it by letter'
  expect((await officer.post('/lead/erase_by_contact', { contact: email, reason })).status).toBe(
    200,
  )
  const [resting] = (await admin.get('/profile/job/search?type=export&sort=-id')).body.data
  const message = 'The file is deleted: a person was erased whom it may hold. Export again.'
  expect(resting).toMatchObject({ state: 'failed', result_file: null, message })
  const [notice] = (await admin.get('/profile/notification/search?sort=-id')).body.data
  expect(JSON.stringify(notice)).toContain(message)
})

test('a retention rule waits for a week after it was saved, tells people, and then empties', async () => {
  const { sql: database } = server.backend.database
  const old = await admin.make('/lead', { source, email: 'old@example.com', first_name: 'Oldest' })
  const young = await admin.make('/lead', { source, email: 'young@example.com' })
  const age = sql`now() - interval '100 days'`
  await sql`update leads set created_at = ${age}, updated_at = ${age} where id = ${old}`.execute(
    database,
  )
  const [rule] = (await officer.get('/lead/retention/search?subject=leads')).body.data
  const saved = await officer.put(`/lead/retention/${rule.id}`, { term: 60, version: rule.version })
  expect(saved.body.data).toMatchObject({ term: 60, waiting: 1 })
  const days = (new Date(saved.body.data.starts_at).getTime() - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
  const notices = (await officer.get('/profile/notification/search')).body.data
  expect(notices[0]).toMatchObject({
    title: 'A retention rule takes effect soon',
    message: expect.stringContaining('changed the rule “Leads without activity”'),
  })
  await server.backend.jobs.upkeep()
  expect((await admin.get(`/lead/${old}`)).body.data.first_name).toBe('Oldest')
  await sql`update retention_rules set starts_at = now() - interval '1 minute'`.execute(database)
  await server.backend.jobs.upkeep()
  expect((await admin.get(`/lead/${old}`)).body.data).toMatchObject({
    stage: 'erased',
    first_name: null,
    email: null,
  })
  expect((await admin.get(`/lead/${young}`)).body.data.email).toMatch(/^y•/)
  // Emptied is not asked to be forgotten: the person may come back.
  expect((await admin.post('/lead', { source, email: 'old@example.com' })).status).toBe(201)
  const importer = await server.as('Importer')
  expect((await importer.get('/lead/retention/search')).status).toBe(403)
})

test('G8: a lead that people have talked about is not without activity', async () => {
  const { sql: database } = server.backend.database
  const [silent, discussed] = [
    await admin.make('/lead', { source, email: 'silent@example.com' }),
    await admin.make('/lead', { source, email: 'discussed@example.com' }),
  ]
  await admin.post(`/lead/${discussed}/comment`, { text: 'Calls back in spring' })
  const past = (days: number) => sql`now() - ${days} * interval '1 day'`
  const ids = sql`${[silent, discussed]}::bigint[]`
  await sql`
    update leads set created_at = ${past(900)}, updated_at = ${past(900)} where id = any(${ids})
  `.execute(database)
  await sql`
    update retention_rules set starts_at = now() - interval '1 minute', term = 730
    where subject = 'leads'`.execute(database)
  const stages = async () => {
    await server.backend.jobs.upkeep()
    const leads = await Promise.all([silent, discussed].map((id) => admin.get(`/lead/${id}`)))
    return leads.map(({ body }) => body.data.stage)
  }
  expect(await stages()).toEqual(['erased', 'new'])
  await sql`update lead_comments set created_at = ${past(800)} where lead = any(${ids})`.execute(
    database,
  )
  expect(await stages()).toEqual(['erased', 'erased'])
})

test('nothing else changes the audit log, and the history tells who erased and why', async () => {
  await expect(
    sql`update audit_log set action = 'other'`.execute(server.backend.database.sql),
  ).rejects.toThrow(/insert-only|permission denied/)
  const { data } = (await admin.get('/audit/search?action=erase&resource=leads')).body
  const asked = { user: officer.id, reason: 'Asked for it by letter' }
  expect(data).toMatchObject([asked, asked, asked])
})

test('an erased person is refused by the contacts of each of their leads', async () => {
  const phone = '+44 7400 654321'
  const marks = { name: 'Marks', own_duplicate_rule: true, duplicate_action: 'mark' }
  const other = await admin.make('/settings/source', marks)
  const id = await admin.make('/lead', { source, email: 'ina@example.com', phone })
  await admin.make('/lead', { source: other, email: 'ina.second@example.com', phone })
  const { body } = await officer.post(`/lead/${id}/erase`, { reason: 'Asked for it by letter' })
  expect(body.data).toMatchObject({ leads: 2 })
  for (const email of ['ina@example.com', 'ina.second@example.com']) {
    const again = await admin.post('/lead', { source, email })
    expect([email, again.status, again.body.code]).toEqual([email, 422, 'black_list'])
  }
})
