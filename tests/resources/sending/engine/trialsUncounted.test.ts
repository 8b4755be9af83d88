import { afterAll, beforeAll, expect, test } from 'vitest'

import { transactAsProcess } from '#server'

import { sentToday } from '../../../../resources/sending/engine/plan/sentToday.server.ts'
import { applyRows } from '../../../../resources/sending/sync/applyRows.server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'

let sending: Sending

beforeAll(async () => {
  sending = await createSending()
}, 60_000)
afterAll(() => sending.close())

/** A department with a trial of a test lead, and with as many sends more of that lead. */
async function tried(state: string, more = 0) {
  const department = await sending.department('success', { department: { is_test: true } })
  const [lead = 0] = await sending.leads(1, { is_test: true })
  const [{ id: integration, broker }] = await sending.query(
    `select id, broker from send_integrations where department = ${department}`,
  )
  await sending.query(`
    insert into sends (uuid, lead, broker, department, integration, mode, state, attempts, is_test, send_key,
      api_lead_id, sent_at, answered_at, duration_ms)
    values (gen_random_uuid(), ${lead}, ${broker}, ${department}, ${integration}, 'test', '${state}', 1, true,
      'test-' || gen_random_uuid(), 'tried${department}', '2026-01-05', now(), 90000)`)
  if (more > 0) {
    await sending.plan([lead], { departments: [department] })
    await sending.work()
  }
  return { department, lead, integration }
}

test('7.5: a trial is no send of the day, and none of those that a rotation shares out', async () => {
  const { department } = await tried('sent', 1)
  const { backend } = sending.server
  const count = await transactAsProcess(backend, (context) => sentToday([department], context))
  expect(count.get(department)).toBe(1)
})

test('7.5: a trial says nothing of what has become of its lead', async () => {
  const { lead } = await tried('unknown', 1)
  expect(await sending.lead(lead)).toMatchObject({
    stage: 'sent',
    sends_count: 1,
    accepted_count: 1,
    send_result: 'accepted',
  })
})

test('7.5: how long answers take is that of sends', async () => {
  const { integration } = await tried('sent', 1)
  const admin = await sending.server.as('Administrator')
  const { body } = await admin.get(`/send/integration/${integration}`)
  expect(body.data.answer_ms).toBeLessThan(40_000)
})

test('7.5: a trial that proves to be accepted holds no place of its lead', async () => {
  const { department, lead } = await tried('unknown')
  const row = {
    ids: [`tried${department}`],
    email: null,
    phone: null,
    status: null,
    status_at: null,
    is_ftd: false,
    ftd_at: null,
    amount: null,
    currency: null,
  }
  await transactAsProcess(sending.server.backend, (context) =>
    applyRows([row], { id: null, name: 'Desk', department }, 'postback', context),
  )
  expect(await sending.sends(department)).toMatchObject([{ state: 'sent', holds: null }])
  await sending.plan([lead], { departments: [department] })
  await sending.work()
  expect((await sending.sends(department)).map(({ state }) => state)).toEqual(['sent', 'sent'])
})
