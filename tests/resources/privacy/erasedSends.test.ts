import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { transactAsProcess } from '#server'

import { logCalls } from '../../../resources/sending/callLog/logCalls.server.ts'
import { prepareCalls } from '../../../resources/sending/engine/calls.server.ts'
import { applyOutcomes } from '../../../resources/sending/engine/outcome/outcomes.server.ts'
import { createSendWorker } from '../../../resources/sending/engine/worker.server.ts'
import { partnerOf } from '../../fixtures/sending/partner.ts'
import { createSending, type Sending } from '../../fixtures/sending/sending.ts'
import type { Client } from '../../fixtures/server.ts'

let sending: Sending
let officer: Client

beforeAll(async () => {
  sending = await createSending()
  officer = await sending.server.as('Privacy officer')
}, 60_000)
afterAll(() => sending.close())

/** Sends a lead to a department, wherever else it may be, and waits for what becomes of it. */
async function sent(lead: number, department: number): Promise<void> {
  await sending.plan([lead], { departments: [department], is_forced: true })
  const worker = createSendWorker(sending.server.backend)
  worker.start()
  await vi.waitFor(async () => {
    const [{ state }] = await sending.sends(department)
    expect(state).not.toMatch(/pending|sending/)
  }, 45_000)
  await worker.stop()
}

const named = async (department: number) =>
  (
    await sending.query(`
      select b.name || ' / ' || d.branch_name as name from broker_departments d
      join brokers b on b.id = d.broker_id where d.id = ${department}`)
  )[0].name

const erase = async (lead: number) =>
  (await officer.post(`/lead/${lead}/erase`, { reason: 'Asked for it by letter' })).body.data

test('A2: every department that a call has reached, or may have, is named and is a task', async () => {
  const given = { consent_at: '2026-03-01T10:00:00.000Z', consent_text: 'I agree to be called.' }
  const [lead = 0] = await sending.leads(1, given)
  const reached: number[] = []
  for (const path of ['success', 'rejected', 'cut', 'unavailable']) {
    reached.push(await sending.department(path))
  }
  for (const department of reached) await sent(lead, department)
  // Nothing left us: nobody may be called there, or the sign-in failed before.
  const elsewhere = { integration: { url: 'http://192.0.2.1/leads' } }
  const away = await sending.department('success', elsewhere)
  const sign = { auth_type: 'login_token', token_url: `${sending.fake.origin}/nowhere` }
  const unsigned = await sending.department('success', { integration: sign })
  for (const department of [away, unsigned]) await sent(lead, department)
  // Under way: its answer is not there yet.
  const open = await sending.department('success')
  await sending.plan([lead], { departments: [open], is_forced: true })
  expect((await sending.claim()).claimed).toHaveLength(1)

  const wanted = (await Promise.all([...reached, open].map(named))).toSorted()
  const report = async () => (await officer.get(`/lead/${lead}/privacy`)).body
  const told = async () => {
    const { data } = await report()
    return data.receivers.map(({ name }: { name: string }) => name)
  }
  expect(await told()).toEqual(wanted)
  const { consent_at, consent_text, consent_ip } = (await report()).data
  expect([Date.parse(consent_at), consent_text, consent_ip]).toEqual([
    Date.parse(given.consent_at),
    given.consent_text,
    null,
  ])
  expect((await erase(lead)).departments).toEqual(wanted)
  expect((await report()).data).toMatchObject({ consent_at: null, consent_text: null })
  const tasks = (await officer.get('/profile/notification/search?per_page=50')).body.data
  expect(JSON.stringify(tasks).match(/Broker \d+ \/ Desk \d+ has received/g)).toHaveLength(
    wanted.length,
  )
  // Who has the person is known afterwards, too.
  expect(await told()).toEqual(wanted)
  const manager = await sending.server.as('Manager')
  expect((await manager.get(`/lead/${lead}/privacy`)).status).toBe(403)
  await sending.clearLine()
})

const bodies = (condition: string) =>
  sending.query(`
    select coalesce(request::text, '') || coalesce(response::text, '') as text from requests
    where ${condition} order by id`)

test('A4: erasing empties what the request log keeps of the calls to brokers', async () => {
  const [lead = 0] = await sending.leads(1, { first_name: 'Gwendolyn' })
  const department = await sending.department('success')
  await sent(lead, department)
  const kept = () => bodies(`lead = ${lead}`)
  await vi.waitFor(async () => expect(JSON.stringify(await kept())).toMatch(/Gwendolyn/), 5_000)
  await erase(lead)
  expect(await kept()).toEqual([{ text: '' }])
})

test('A4: a call that was under way at the erasure leaves no word of the person behind', async () => {
  const [lead = 0] = await sending.leads(1, { first_name: 'Gwendolyn' })
  const department = await sending.department('success')
  await sending.plan([lead], { departments: [department] })
  const { claimed } = await sending.claim()
  const { backend } = sending.server
  const call = await prepareCalls(claimed, backend)
  const ended = await call(claimed, new AbortController().signal)
  expect(ended[0]?.outcome.api_lead_id).toBeTruthy()
  await erase(lead)
  await transactAsProcess(backend, (context) => applyOutcomes(ended, context))
  await logCalls(
    backend.database.sql,
    ended.flatMap(({ made }) => made ?? []),
  )
  const [send] = await sending.sends(department)
  expect(send).toMatchObject({ state: 'sent', api_lead_id: null, auto_login: null })
  const [attempt] = await sending.query(`select * from send_attempts where send = ${send.id}`)
  expect(attempt).toMatchObject({ outcome: 'success', request: {}, response: null, error: null })
  expect(await bodies(`lead = ${lead}`)).toEqual([{ text: '' }])
  // What counts is kept.
  expect(await sending.lead(lead)).toMatchObject({
    stage: 'erased',
    api_lead_id: null,
    accepted_count: 1,
    send_result: 'accepted',
  })
  const log = await sending.query(`
    select from audit_log where resource = 'sends' and record_id = ${send.id}
      and after ? 'api_lead_id'`)
  expect(log).toEqual([])
})

test('A4: erasing empties the calls in which a partner brought the person, taken or refused', async () => {
  const { server } = sending
  const admin = await server.as('Administrator')
  const partner = await partnerOf(server, admin, { send_a_lot: true })
  const email = 'gwendolyn@example.com'
  const person = { first_name: 'Gwendolyn', email }
  const other = { first_name: 'Refused', email: 'nobody' }
  const { body } = await partner.post('/lead/bulk', [person, { ...person, city: 'Leeds' }, other])
  expect(body.summary).toEqual({ total: 3, accepted: 1, updated: 0, duplicate: 1, refused: 1 })
  const kept = () => bodies(`department = ${partner.id}`)
  await vi.waitFor(async () => expect(JSON.stringify(await kept())).toMatch(/Gwendolyn/), 5_000)
  await erase(body.data[0].id)
  expect(await kept()).toEqual([{ text: '' }])
})
