import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { depositGoal } from '../../../../resources/sending/fakeBroker/fakeTemplates.server.ts'
import { createTestConsole, type TestConsole } from '../../../fixtures/console.ts'
import { fakeBrokerFor, type FakeBroker } from '../../../fixtures/sending/fakeBroker.ts'
import type { Client } from '../../../fixtures/server.ts'

let server: TestConsole
let broker: FakeBroker
let admin: Client
let source: number
let owner: number
let count = 0

beforeAll(async () => {
  server = await createTestConsole()
  broker = await fakeBrokerFor(server.backend)
  admin = await server.as('Administrator')
  await server.backend.database.sql
    .updateTable('users' as never)
    .set({ is_sender: true } as never)
    .execute()
  source = await admin.make('/settings/source', { name: 'Search' })
  owner = await admin.make('/broker', { name: 'Fairwater' })
  await server.backend.jobs.work()
}, 60_000)
afterAll(async () => {
  await server.close()
  await broker.stop()
})
beforeEach(() => {
  count += 1
})

const get = async (path: string) => (await admin.get(path)).body.data

/** An integration made of a template as a person makes it: the address and the sign-in are the broker's, the rest is left. */
async function fill(template: string, changes: object, answer = 'success') {
  const department = await admin.make('/broker/department', {
    branch_name: `Desk ${count}`,
    broker_id: owner,
  })
  const found = (await get('/send/integration/template/all')).find(
    (one: { template: string }) => one.template === template,
  )
  const here = (url: string) => url.replace('https://broker.example.com', broker.origin)
  const { url, pull_url, ...values } = found.values
  const id = await admin.make('/send/integration', {
    name: `Way ${count}`,
    department,
    template,
    ...values,
    url: `${here(url)}?answer=${answer}`,
    ...(pull_url && { pull_url: here(pull_url) }),
    ...changes,
  })
  return { id, department }
}

const newLead = (values: object = {}) =>
  admin.make('/lead', {
    first_name: 'Ada',
    last_name: 'Byron',
    email: `ada${(count += 1)}@example.com`,
    phone: `+4420794${String(60_000 + count)}`,
    source,
    ...values,
  })

async function testAndActivate(id: number) {
  const lead = await newLead({ is_test: true })
  const { status, body } = await admin.post(`/send/integration/${id}/test`, { lead })
  expect([status, body.data.outcome]).toEqual([200, expect.objectContaining(success)])
  expect(await admin.post(`/send/integration/${id}/activate`)).toMatchObject({ status: 200 })
}

const success = { outcome: 'success', api_lead_id: expect.any(String) }

async function send(department: number) {
  const lead = await newLead()
  const ids = [lead]
  const values = { departments: [department] }
  const { body } = await admin.post('/lead/send/preview', { ids, values })
  const { confirm_token } = body.data
  const begun = await admin.post('/lead/send', { ids, values, confirm_token, expected_count: 1 })
  expect(begun.status).toBe(202)
  return lead
}

const sendOf = async (department: number, expected: object) =>
  vi.waitFor(async () => {
    const sends = await get(`/lead/history/search?department=${department}&is_test=false`)
    expect(sends).toMatchObject([expected])
    return sends[0]
  }, 45_000)

const headers = {
  trackbox: ['x-trackbox-username', 'x-trackbox-password', 'x-api-key'],
} as Record<string, string[]>

/** Has the template's integration send a lead, and returns what was sent. */
async function sendByTemplate(template: string, changes: object) {
  const { id, department } = await fill(template, changes)
  for (const name of headers[template] ?? [])
    await admin.make('/send/integration/secret', { integration: id, name, value: `its ${name}` })
  await testAndActivate(id)
  const lead = await send(department)
  const sent = await sendOf(department, { state: 'sent' })
  const taken = broker.accepted.at(-1)
  expect(sent.api_lead_id).toBe(taken?.id)
  // The link lets in anyone who has it, so it stands in no word of the broker (15.4).
  const { rows } = await sql<{ text: string }>`
    select to_jsonb(s)::text || to_jsonb(a)::text as text
    from sends s join send_attempts a on a.send = s.id where s.integration = ${id}`.execute(
    server.backend.database.sql,
  )
  expect(rows.length).toBe(2)
  expect(rows.map(({ text }) => text).join()).not.toContain('/login/')
  const { email } = await admin.reveal(`/lead/${lead}`)
  expect(taken).toMatchObject({ scenario: template, email })
  return { id, department, lead, taken }
}

const secret = { auth_secret: 'the token of the broker' }

describe('each ready template, from its choice to the deposit:', () => {
  test.each([
    ['trackbox', {}],
    ['hypernet', secret],
    ['irev', { ...secret, ftd_values: [depositGoal] }],
    ['crmate', secret],
  ])('%s', async (template, changes) => {
    const { id, department, lead, taken } = await sendByTemplate(template, changes)
    // An answer that was lost: what the broker lists says that it has the person (6.7).
    await sql`
      update sends set state = 'unknown', api_lead_id = null, sent_at = null
      where department = ${department} and not is_test`.execute(server.backend.database.sql)
    broker.tell(taken!.id, { status: 'Hot' })
    expect(await admin.post(`/send/integration/${id}/sync`)).toMatchObject({ status: 200 })
    const found = { state: 'sent', api_lead_id: taken!.id }
    await sendOf(department, { ...found, broker_status: 'Hot', api_ftd_at: null })
    const depositedAt = new Date(Date.now() - 60_000).toISOString()
    broker.tell(taken!.id, { status: 'Depositor', isDeposited: true, depositedAt })
    await admin.post(`/send/integration/${id}/sync`)
    const { api_ftd_at } = await sendOf(department, {
      broker_status: 'Depositor',
      ftd_detected_at: expect.any(String),
      api_ftd_at: expect.any(String),
    })
    expect(Math.abs(Date.parse(api_ftd_at) - Date.parse(depositedAt))).toBeLessThan(1_000)
    expect(await get(`/lead/${lead}`)).toMatchObject({ stage: 'converted' })
  })

  test('generic, which is asked for nothing and is told by postback', async () => {
    const postback = { postback_id: 'lead', postback_status: 'state', postback_ftd: 'deposit' }
    const { id, department, lead, taken } = await sendByTemplate('generic', {
      ...secret,
      ...postback,
    })
    const { postback_key } = await get(`/send/integration/${id}`)
    const query = `lead=${taken!.id}&state=Depositor&deposit=yes`
    expect(await server.anonymous.get(`/partner/postback/${postback_key}?${query}`)).toMatchObject({
      status: 200,
    })
    await sendOf(department, { broker_status: 'Depositor', ftd_detected_at: expect.any(String) })
    expect(await get(`/lead/${lead}`)).toMatchObject({ stage: 'converted' })
  })
})

const outcomes = {
  duplicate: { state: 'rejected', failure_status: 'Duplicate' },
  rejected: { state: 'rejected', failure_status: 'Rejected by broker' },
  capacity: { state: 'waiting', failure_status: 'No capacity' },
  auth: { state: 'waiting', failure_status: 'Authorization error' },
}

describe('what its broker says otherwise:', () => {
  const templates = ['trackbox', 'hypernet', 'irev', 'crmate', 'generic']
  const each = templates.flatMap((template) =>
    Object.entries(outcomes).map(([answer, expected]) => [template, answer, expected] as const),
  )

  test.each(each)('%s, %s', async (template, answer, expected) => {
    const signIn = template === 'trackbox' ? {} : secret
    const { id, department } = await fill(template, signIn, answer)
    for (const name of headers[template] ?? [])
      await admin.make('/send/integration/secret', { integration: id, name, value: `its ${name}` })
    await server.backend.database.sql
      .updateTable('send_integrations' as never)
      .set({ state: 'active', tested_at: new Date().toISOString() } as never)
      .where('id' as never, '=', id as never)
      .execute()
    const lead = await send(department)
    await sendOf(department, expected)
    if (expected.state === 'waiting')
      expect(await get(`/lead/${lead}`)).toMatchObject({ stage: 'queued' })
    // A wrong sign-in is ours to mend: nothing more goes out until then (16.3.1).
    const { state } = await get(`/send/integration/${id}`)
    expect(state).toBe(answer === 'auth' ? 'auto_paused' : 'active')
  })
})
