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
