import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { transactAsProcess } from '#server'

import type { Outcome } from '../../../../resources/sending/engine/outcome/ended.server.ts'
import { applyOutcomes } from '../../../../resources/sending/engine/outcome/outcomes.server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'
import type { Client } from '../../../fixtures/server.ts'

let sending: Sending
let admin: Client

beforeAll(async () => {
  sending = await createSending()
  admin = await sending.server.as('Administrator', { name: 'Anne Berg' })
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

describe('a send in line says what it waits for, why, and until when', () => {
  async function waitOf(department: number) {
    const path = `/lead/history/search?department=${department}&fields=id,waits_for,wait,paused_by,failure_message`
    const { waits_for, wait, paused_by: who } = (await admin.get(path)).body.data[0]
    return { ...wait, what: waits_for, who }
  }

  async function planned(more: Parameters<Sending['department']>[1] = {}, order: object = {}) {
    const department = await sending.department('success', more)
    await sending.plan(await sending.leads(1), { departments: [department], ...order })
    return department
  }

  const day = 86_400_000
  test('for a cap: which, and when there is room under it by the clock of the department', async () => {
    const waits = { cap_action: 'wait', timezone: 'Asia/Tokyo' }
    const midnightInTokyo = () => {
      const tomorrow = new Date(Date.now() + 9 * 3_600_000 + day).toISOString().slice(0, 10)
      return Date.parse(`${tomorrow}T00:00:00+09:00`)
    }
    const midnights = [midnightInTokyo()]
    const department = await sending.department('success', { department: waits })
    await sending.query(`
      insert into department_caps (department, period, "limit", counts) values (${department}, 'day', 1, 'accepted')`)
    await sending.plan(await sending.leads(2), { departments: [department] })
    await sending.work()
    await sending.work()
    const path = `/lead/history/search?department=${department}&state=waiting`
    const [row] = (await admin.get(path)).body.data
    expect(row.waits_for).toBe('cap')
    expect([...midnights, midnightInTokyo()]).toContain(Date.parse(row.wait.until))
    expect(row.wait.reason).toMatch(/takes 1 leads? a day.*00:00 \(Asia\/Tokyo\)/)
  })

  test('for a cap in all: that it ends with no moment', async () => {
    const department = await sending.department('success', { department: { cap_action: 'wait' } })
    await sending.query(`
      insert into department_caps (department, period, "limit", counts) values (${department}, 'total', 0, 'accepted')`)
    await sending.plan(await sending.leads(1), { departments: [department] })
    expect(await waitOf(department)).toMatchObject({ what: 'cap', until: null })
  })

  test('for an opening', async () => {
    const dayIn = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10)
    const [today, tomorrow] = [dayIn(0), dayIn(1)]
    const closed_dates = [{ day: today }, { day: tomorrow }]
    const wait = await waitOf(await planned({ department: { closed_dates } }))
    const opens = Date.parse(`${tomorrow}T00:00:00Z`) + day
    expect([wait.what, Date.parse(wait.until)]).toEqual(['hours', opens])
    expect(wait.reason).toContain('It opens on')
  })

  test('for a time that was set', async () => {
    const scheduled_at = new Date(Date.now() + day).toISOString()
    const set = await waitOf(await planned({}, { scheduled_at }))
    expect([set.what, Date.parse(set.until)]).toEqual(['time', Date.parse(scheduled_at)])
  })

  test('for the rate of its integration, or a free call', async () => {
    const rate = { rate_count: 1, rate_seconds: 3_600, concurrency: 3 }
    const department = await planned({ integration: rate })
    expect(await waitOf(department)).toMatchObject({ what: 'call', calls: 3, until: null })
    await sending.query(
      `update send_integrations set next_call_at = now() + interval '1 hour' where department = ${department}`,
    )
    const wait = await waitOf(department)
    expect(wait.what).toBe('rate')
    expect(Date.parse(wait.until)).toBeGreaterThan(Date.now() + 3_500_000)
  })

  test('for an integration: who has paused it, when and why; or that it rests by itself', async () => {
    const department = await planned()
    const [{ id }] = await sending.query(
      `select id from send_integrations where department = ${department}`,
    )
    await admin.post(`/send/integration/${id}/pause`, { reason: 'A new key comes' })
    const { since, ...wait } = await waitOf(department)
    expect(wait).toEqual({
      what: 'integration',
      who: 'Anne Berg',
      reason: 'A new key comes',
      until: null,
      calls: 20,
    })
    expect(Date.now() - Date.parse(since)).toBeLessThan(60_000)
    await admin.post(`/send/integration/${id}/activate`)
    await sending.play(department, 'unauthorized')
    await sending.work()
    const rests = await waitOf(department)
    expect(rests).toMatchObject({
      what: 'integration',
      who: null,
      reason: 'Authorization error',
      until: null,
    })
    expect(Date.now() - Date.parse(rests.since)).toBeLessThan(60_000)
  })

  test('for its department: who has paused it, when and why', async () => {
    const department = await planned()
    await admin.post(`/broker/department/${department}/pause`, { reason: 'They move house' })
    const { since, ...wait } = await waitOf(department)
    expect(wait).toMatchObject({
      what: 'department',
      who: 'Anne Berg',
      reason: 'They move house',
    })
    expect(Date.now() - Date.parse(since)).toBeLessThan(60_000)
  })

  test('and names who has paused it only to those who may know the names of users', async () => {
    const department = await planned()
    await admin.post(`/broker/department/${department}/pause`, { reason: 'They move house' })
    const { server } = sending
    const told = async (...permissions: string[]) => {
      const reader = await server.user(['lead.history.view', ...permissions])
      return JSON.stringify(
        (await reader.get(`/lead/history/search?department=${department}`)).body,
      )
    }
    expect(await told()).toContain('They move house')
    expect(await told()).not.toContain('Anne Berg')
    expect(await told('options.users.all')).toContain('Anne Berg')
    expect(await told('management.user.view')).toContain('Anne Berg')
  })

  test('for its job: who has paused it, or why it rests by itself', async () => {
    const { id: user } = (await admin.get('/profile')).body.data
    const [{ id: job }] = await sending.query(`
      insert into jobs (type, name, state, "user", total, pending, processed, failed, parameters)
      values ('lead_send', 'Send', 'running', ${user}, 9, 9, 0, 0, '{}') returning id`)
    const department = await planned({}, { job })
    expect((await admin.post(`/profile/job/${job}/pause`)).status).toBe(200)
    const paused = await waitOf(department)
    expect(paused).toMatchObject({ what: 'job', who: 'Anne Berg', reason: null, until: null })
    expect(Date.now() - Date.parse(paused.since)).toBeLessThan(60_000)
    await admin.post(`/profile/job/${job}/resume`)
    await sending.server.backend.jobs.pause(sending.server.backend.database.sql, job, 'Half failed')
    expect(await waitOf(department)).toMatchObject({
      what: 'job',
      who: null,
      reason: 'Half failed',
    })
  })

  test('and still says it truly when what it waits for has moved on', async () => {
    const department = await planned({ department: { cap_action: 'wait' } })
    await sending.query(`
      insert into department_caps (department, period, "limit", counts) values (${department}, 'day', 0, 'accepted')`)
    await sending.work()
    const before = await waitOf(department)
    await sending.query(
      `update sends set failure_message = 'of yesterday' where department = ${department}`,
    )
    await sending.pass()
    await sending.work()
    expect(await waitOf(department)).toEqual(before)
  })
})
