import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { resources } from '#resources'
import type { FieldOf } from '#schema'

import { optionLists } from '../../../resources/optionLists.ts'
import { createSending, type Sending } from '../../fixtures/sending/sending.ts'
import type { Client } from '../../fixtures/server.ts'
import { plansOf, sentStatements } from '../../fixtures/work/statements.ts'

let sending: Sending
let admin: Client
let company: number
let departments: number[]
let leads: number[]

beforeAll(async () => {
  sending = await createSending()
  admin = await sending.server.as('Administrator')
  company = await admin.make('/settings/affiliate/company', { name: 'Aldermoor' })
  const rest = { integration: { state: 'paused' } }
  departments = [
    await sending.department('success', rest),
    await sending.department('success', rest),
  ]
  leads = await sending.leads(3)
  await sending.query(`
    insert into brokers_affiliate_companies (record_id, target_id)
    select broker_id, ${company} from broker_departments where id = ${departments[0]}`)
  await sending.query(`
    insert into leads_sent_brokers (record_id, target_id)
    select ${leads[0]}, broker_id from broker_departments where id = ${departments[0]}
    union all select ${leads[1]}, broker_id from broker_departments where id = ${departments[1]}`)
  const sends = departments.map(
    (department, at) => `('k${at}', ${leads[at]}, ${department},
      (select broker_id from broker_departments where id = ${department}), 'failed', 'k${at}',
      ${at === 0 ? `'No desk, today'` : `'Duplicate'`})`,
  )
  await sending.query(`insert into sends (uuid, lead, department, broker, state, send_key, failure_status)
    values ${sends.join()}`)
}, 60_000)
afterAll(() => sending.close())

const found = async (path: string) =>
  (await admin.get(path)).body.data.map(({ id }: { id: number }) => id).toSorted()

describe('an affiliate company finds', () => {
  test('the leads that went to its brokers, and those that did not', async () => {
    const key = 'sent_brokers.affiliate_companies'
    expect(await found(`/lead/search?${key}=${company}`)).toEqual([leads[0]])
    expect(await found(`/lead/search?${key}_not=${company}`)).toEqual([leads[1], leads[2]])
  })

  test('sends and departments', async () => {
    const [send] = await sending.sends(departments[0]!)
    expect(await found(`/lead/history/search?broker.affiliate_companies=${company}`)).toEqual([
      send.id,
    ])
    expect(
      await found(`/broker/department/search?broker_id.affiliate_companies=${company}`),
    ).toEqual([departments[0]])
  })

  test('only for those who may see brokers', async () => {
    const reader = await sending.server.user(['lead.view'])
    const answer = await reader.get(`/lead/search?sent_brokers.affiliate_companies=${company}`)
    expect(answer.status).toBe(400)
  })
})

test('sends are found by how and when they were sent, answered and spoken of', async () => {
  const [one, other] = [
    (await sending.sends(departments[0]!))[0].id,
    (await sending.sends(departments[1]!))[0].id,
  ]
  const [{ id: language }] = await sending.query('select id from languages order by id limit 1')
  await sending.query(`update sends set mode = 'import', language = ${language},
    answered_at = '2026-03-01T10:00:00Z', broker_status_at = '2026-03-02T10:00:00Z',
    ftd_at = '2026-03-03T10:00:00Z' where id = ${one}`)
  for (const query of [
    'mode=import',
    `language=${language}`,
    'answered_at_from=2026-03-01&answered_at_to=2026-03-01',
    'broker_status_at_from=2026-03-02&broker_status_at_to=2026-03-02',
    'ftd_at_from=2026-03-03&ftd_at_to=2026-03-03',
    'ftd_at_empty=false',
  ]) {
    expect([query, await found(`/lead/history/search?${query}`)]).toEqual([query, [one]])
  }
  expect(await found('/lead/history/search?ftd_at_empty=true')).toEqual([other])
})

test('11.7: a deposit that is taken back is found as cancelled, and as no deposit any more', async () => {
  const [one, other] = [
    (await sending.sends(departments[0]!))[0].id,
    (await sending.sends(departments[1]!))[0].id,
  ]
  const byStatus = async () =>
    Promise.all(
      ['yes', 'cancelled', 'no'].map((is) => found(`/lead/history/search?ftd_status=${is}`)),
    )
  await sending.query(`update sends set ftd_at = '2026-03-03T10:00:00Z' where id = ${one}`)
  expect(await byStatus()).toEqual([[one], [], [other]])
  await sending.query(`update sends set ftd_cancelled_at = now() where id = ${one}`)
  expect(await byStatus()).toEqual([[], [one], [other]])
  const { body } = await admin.get(`/lead/history/${one}`)
  expect(body.data.ftd_status).toBe('cancelled')
})

test('the failure statuses to choose from hold the labels that rules have set', async () => {
  const { body } = await admin.get('/lead/history/send/failure/statuses')
  expect(body).toContain('Rate limited')
  expect(body).toContain('No desk, today')
  expect(body.filter((one: string) => one === 'Duplicate')).toHaveLength(1)
})

test('sends are found by whole e-mails and phones of their leads, one at a time by those who see them masked', async () => {
  const [first, second] = await Promise.all(
    leads.slice(0, 2).map(async (id) => {
      const [{ email }] = await sending.query(`select email from leads where id = ${id}`)
      return email as string
    }),
  )
  await sending.query(`update leads set phone = '+442079460018' where id = ${leads[1]}`)
  const sender = await sending.server.as('Sender')
  const leadsOf = async (query: string, client = sender) => {
    const { status, body } = await client.get(`/lead/history/search?sort=id&${query}`)
    expect([query, status, body.message]).toEqual([query, 200, undefined])
    return body.data.map(({ lead }: { lead: number }) => lead)
  }
  expect(await leadsOf(`lead.email=${first}`)).toEqual([leads[0]])
  const both = `lead.email=${first?.toUpperCase()},${second}`
  expect(await leadsOf(both, admin)).toEqual(leads.slice(0, 2))
  expect(await leadsOf(`lead.email=nobody@example.com`)).toEqual([])
  expect(await leadsOf(`lead.phone=${encodeURIComponent('+44 20 7946 0018')}`)).toEqual([leads[1]])
  const refused = [
    both,
    'lead.email_contains=example',
    'lead.source=1',
    'lead.first_name_contains=a',
  ]
  for (const query of refused) {
    expect([query, (await sender.get(`/lead/history/search?${query}`)).status]).toEqual([
      query,
      400,
    ])
  }
  const other = await sending.server.user(['lead.history.view'])
  expect((await other.get(`/lead/history/search?lead.email=${first}`)).status).toBe(400)
})

test('the search box finds sends by what finds their lead, masked values whole and counted', async () => {
  const [{ email }] = await sending.query(`select email from leads where id = ${leads[0]}`)
  await sending.query(`update leads set first_name = 'Wilhelmina', last_name = 'Oduya',
    phone = '+442079460019', external_id = 'CRM-77' where id = ${leads[0]}`)
  const [first] = await sending.sends(departments[0]!)
  await sending.query(`update sends set api_lead_id = 'broker/9c' where id = ${first.id}`)
  const sender = await sending.server.as('Sender')
  const listed = async (search: string, client = sender) =>
    (await client.post('/lead/history/search', { search })).body.data.map(
      ({ id }: { id: number }) => id,
    )
  const whole = [
    email,
    '+44 20 7946 0019',
    'wilhelmina oduya',
    'CRM-77',
    'broker/9c',
    String(leads[0]),
    String(first.id),
  ]
  for (const text of whole) expect([text, await listed(text)]).toEqual([text, [first.id]])
  const part = email.slice(0, email.indexOf('@'))
  expect(await listed(part)).toEqual([])
  expect(await listed(part, admin)).toEqual([first.id])
})

test('words with a comma are found in a body', async () => {
  const { body } = await admin.post('/lead/history/search', { failure_status: ['No desk, today'] })
  expect(body.data).toHaveLength(1)
})

test('every option list that a field names is there', () => {
  const lists = new Set<string>(optionLists.map(({ name }) => name))
  const named = resources.flatMap(({ fields }) =>
    Object.values<FieldOf<'text'>>(fields as never).flatMap(
      ({ options }) => options.optionList ?? [],
    ),
  )
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((one) => !lists.has(one))).toEqual([])
})

test('whether a word is mapped is looked for by its index, however many words are', async () => {
  const department = await sending.department('success')
  const status = (await admin.get('/settings/status/all?limit=1')).body.data[0].id
  await sending.query(`insert into status_maps (broker_status, compared_as, department, status)
    select 'word' || n, 'word' || n, case when n % 2 = 0 then ${department} end, ${status}
    from generate_series(1, 3000) n`)
  await sending.query('analyze status_maps')
  const sent = await sentStatements(sending.server, () => admin.get('/send/integration/search'))
  const looks = sent.filter(({ sql: text }) => text.includes('compared_as'))
  expect(looks).not.toHaveLength(0)
  const plans = await plansOf(sending.server, looks)
  expect(plans).toContain('status_maps_compared_as_department_key')
  expect(plans).not.toContain('Seq Scan on status_maps')
  await sending.query(`delete from status_maps where compared_as like 'word%'`)
})

test('the list of integrations tells unmapped statuses, how long answers take, and health', async () => {
  const department = await sending.department('success')
  const [lead] = await sending.leads(1)
  const [{ id, broker_id }] = await sending.query(`select i.id, d.broker_id from send_integrations i
    join broker_departments d on d.id = i.department where d.id = ${department}`)
  const rows = ['Hot', ' HOT ', 'Odd', 'ÉCHEC'].map(
    (word, at) =>
      `('w${at}', ${lead}, ${department}, ${broker_id}, ${id}, 'sent', 'w${at}', '${word}', ${100 * (at + 1)})`,
  )
  await sending.query(`insert into sends (uuid, lead, department, broker, integration, state, send_key, broker_status, duration_ms)
    values ${rows.join()}`)
  const status = (await admin.get('/settings/status/all?limit=1')).body.data[0].id
  const told = async () => (await admin.get(`/send/integration/${id}`)).body.data
  await sending.query(`update sends set missing_at_broker = true where uuid in ('w1', 'w2')`)
  expect(await told()).toMatchObject({ unmapped: 4, answer_ms: 250, missing: 2, health: 'well' })
  await admin.make('/lead/status/map', { broker_status: 'HOT', status })
  await admin.make('/lead/status/map', { broker_status: 'échec', status, department })
  await admin.make('/lead/status/map', { broker_status: 'Odd', status, department: departments[0] })
  expect(await told()).toMatchObject({ unmapped: 1 })
  await sending.query(`update send_integrations set errors_in_row = 3 where id = ${id}`)
  expect(await found('/send/integration/search?health=trouble')).toEqual([id])
})
