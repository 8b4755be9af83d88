import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { transactAsProcess } from '#server'

import type { Outcome } from '../../../../resources/sending/engine/outcome/ended.server.ts'
import { applyOutcomes } from '../../../../resources/sending/engine/outcome/outcomes.server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'
import type { Client } from '../../../fixtures/server.ts'

let sending: Sending
let admin: Client

beforeAll(async () => {
  sending = await createSending()
  admin = await sending.server.as('Administrator')
}, 60_000)
afterAll(() => sending.close())

afterEach(() => sending.clearLine())

/** A department with one send that was planned so many days ago. */
async function sendOf(days: number): Promise<{ department: number; integration: number }> {
  const department = await sending.department('success')
  await sending.plan(await sending.leads(1), { departments: [department] })
  await sending.query(`
    update sends set created_at = now() - interval '${days} days', updated_at = created_at
    where department = ${department}`)
  const [{ id }] = await sending.query(
    `select id from send_integrations where department = ${department}`,
  )
  return { department, integration: id }
}

const due = (department: number) =>
  sending.query(`update sends set next_attempt_at = now() where department = ${department}`)

/** So many hours pass. */
const pass = (department: number, hours: number) =>
  sending.query(`
    update sends set next_attempt_at = now(), waits_since = waits_since - interval '${hours} hours'
    where department = ${department}`)

/** The one send of a department, after a claim and what the broker is said to have answered. */
async function after(department: number, answered?: Outcome): Promise<any> {
  const { claimed } = await sending.claim()
  if (answered) {
    expect(claimed).toHaveLength(1)
    await transactAsProcess(sending.server.backend, (context) =>
      applyOutcomes(
        claimed.map((send) => ({ send, outcome: answered, ms: 1 })),
        context,
      ),
    )
  }
  const [send] = await sending.sends(department)
  return send
}

test.each(['paused', 'auto_paused'])(
  'G1: what was planned days ago waits when it meets an integration that is %s',
  async (state) => {
    const { department, integration } = await sendOf(3)
    await sending.query(`update send_integrations set state = '${state}' where id = ${integration}`)
    expect(await after(department)).toMatchObject({
      state: 'waiting',
      failure_status: 'Integration paused',
      holds: true,
    })
    expect((await admin.post(`/send/integration/${integration}/activate`)).status).toBe(200)
    expect((await sending.claim()).claimed).toHaveLength(1)
  },
)

test('G1: a wait for what rests is given up when it has lasted too long, and begins anew after each rest', async () => {
  const { department, integration } = await sendOf(3)
  const pause = () => admin.post(`/send/integration/${integration}/pause`, { reason: 'Holidays' })
  await pause()
  await after(department)
  await pass(department, 23)
  expect(await after(department)).toMatchObject({ state: 'waiting' })
  await admin.post(`/send/integration/${integration}/activate`)
  await pause()
  await due(department)
  expect(await after(department)).toMatchObject({ state: 'waiting' })
  await pass(department, 23)
  expect(await after(department)).toMatchObject({ state: 'waiting' })
  await pass(department, 1)
  const given = await after(department)
  expect(given).toMatchObject({ state: 'failed', failure_status: 'Expired' })
  // No broker was asked: none has refused it (product.md 4.1).
  expect(await sending.lead(given.lead)).toMatchObject({ stage: 'new' })
})

test('G1: what waits for the broker is given up by the time since it began to wait', async () => {
  const capacity = { outcome: 'capacity', failure_status: 'No capacity' } as const
  const { department } = await sendOf(3)
  expect(await after(department, capacity)).toMatchObject({ state: 'waiting' })
  await pass(department, 20)
  expect(await after(department, capacity)).toMatchObject({ state: 'waiting' })
  await pass(department, 5)
  const given = await after(department, capacity)
  expect(given).toMatchObject({ state: 'failed' })
  expect(await sending.lead(given.lead)).toMatchObject({ stage: 'rejected' })
  const wrong = { outcome: 'auth', failure_status: 'Authorization error' } as const
  const other = await sendOf(3)
  expect(await after(other.department, wrong)).toMatchObject({ state: 'waiting' })
})

test('what a broker tells to slow down for too long stays with its department', async () => {
  const [first, second] = [
    await sending.department('limited', { department: { priority: 1 } }),
    await sending.department('success', { department: { priority: 2 } }),
  ]
  await sending.plan(await sending.leads(1), { departments: [first, second] })
  const limited = {
    outcome: 'retry',
    failure_status: 'Rate limited',
    retryAfterSeconds: 86_400,
  } as const
  expect(await after(first, limited)).toMatchObject({ state: 'retrying' })
  await due(first)
  expect(await after(first, limited)).toMatchObject({ state: 'failed', failure_status: 'Expired' })
  expect(await sending.sends(second)).toEqual([])
})

/** An integration after the late answer to a call that was begun before it was mended so. */
async function afterLateAnswer(path: string, mend: (integration: number) => Promise<unknown>) {
  const department = await sending.department(path, { integration: { breaker_errors: 1 } })
  await sending.plan(await sending.leads(2), { departments: [department] })
  const [first, late] = await sending.call((await sending.claim()).claimed)
  if (!first || !late) throw new Error('two calls were to be made')
  await sending.write([first])
  const held = () =>
    sending.query(`select * from send_integrations where department = ${department}`)
  const [{ id, state }] = await held()
  expect(state).toBe('auto_paused')
  await mend(id)
  await sending.write([late])
  return { department, integration: (await held())[0] }
}

test.each(['unauthorized', 'error'])(
  'a late %s to a call that was made before its integration was mended does not pause it again',
  async (path) => {
    const { integration } = await afterLateAnswer(path, (id) =>
      admin.post(`/send/integration/${id}/activate`),
    )
    expect(integration).toMatchObject({
      state: 'active',
      pause_reason: null,
      errors_in_row: 0,
    })
  },
)

test('a late answer to a call of an older version lets nothing rest', async () => {
  const department = await sending.department('unauthorized')
  await sending.plan(await sending.leads(1), { departments: [department] })
  const late = await sending.call((await sending.claim()).claimed)
  const [{ id }] = await sending.query(
    `select id from send_integrations where department = ${department}`,
  )
  const { status } = await admin.put(`/send/integration/${id}`, { note: 'A new token is set' })
  expect(status).toBe(200)
  await sending.write(late)
  const { body } = await admin.get(`/send/integration/${id}`)
  expect(body.data).toMatchObject({ state: 'active', revision: 2 })
})

test('what a late refusal of the old sign-in brought back is offered again at once', async () => {
  const { department } = await afterLateAnswer('unauthorized', async (id) => {
    await sending.query(
      `update sends set next_attempt_at = now() + interval '1 hour' where integration = ${id} and state = 'waiting'`,
    )
    await admin.post(`/send/integration/${id}/activate`)
  })
  const { claimed } = await sending.claim()
  expect(claimed.map(({ department: own }) => own)).toEqual([department, department])
})
