import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { transactAsProcess } from '#server'

import { claimSends } from '../../../../resources/sending/engine/claim.server.ts'
import { applyOutcomes } from '../../../../resources/sending/engine/outcome/outcomes.server.ts'
import type { Client } from '../../../fixtures/server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'

let sending: Sending
let admin: Client

beforeAll(async () => {
  sending = await createSending()
  admin = await sending.server.as('Administrator')
}, 60_000)
afterAll(() => sending.close())

afterEach(() => sending.clearLine())

const due = async (department: number): Promise<number> => {
  const [{ count }] = await sending.query(
    `select count(*)::int as count from sends where department = ${department} and next_attempt_at <= now()`,
  )
  return count
}

const put = async (path: string, values: object) => {
  expect(await admin.put(path, values)).toMatchObject({ status: 200 })
}

const plan = async (department: number, count: number, more: { job?: number } = {}) =>
  sending.plan(await sending.leads(count), { departments: [department], ...more })

const newJob = async (): Promise<number> => {
  const [{ id }] = await sending.query(
    `insert into jobs (type, name, "user", state) values ('sends.lead_send', 'Send', ${admin.id}, 'running') returning id`,
  )
  return id
}

describe('what waits is due at once', () => {
  test('when a cap is raised, as many as there is room for; when it is taken away, all', async () => {
    const department = await sending.department('success', { department: { cap_action: 'wait' } })
    const cap = { period: 'total', limit: 2, counts: 'accepted', country: null, source: null }
    await put(`/broker/department/${department}`, { caps: [cap] })
    await plan(department, 9)
    expect((await sending.claim(100)).claimed).toHaveLength(2)
    await sending.claim(100)
    // Calls under way may give their places back, so that is asked again soon.
    await sending.query(
      `update sends set next_attempt_at = now() + interval '1 day' where department = ${department} and state = 'waiting'`,
    )
    await put(`/broker/department/${department}`, { caps: [{ ...cap, limit: 5 }] })
    expect(await due(department)).toBe(3)
    await put(`/broker/department/${department}`, { caps: [{ ...cap, limit: 4 }] })
    expect(await due(department)).toBe(3)
    await put(`/broker/department/${department}`, { caps: [] })
    expect(await due(department)).toBe(7)
    expect((await sending.claim(100)).claimed).toHaveLength(7)
  })

  test('when a cap in all that was full before is raised', async () => {
    const department = await sending.department('success', { department: { cap_action: 'wait' } })
    const sender = await sending.server.as('Sender')
    const cap = { period: 'total', limit: 0, counts: 'accepted', country: null, source: null }
    await put(`/broker/department/${department}`, { caps: [cap] })
    const ids = await sending.leads(3)
    const asked = { ids, values: { departments: [department] } }
    const { data } = (await sender.post('/lead/send/preview', asked)).body
    expect(data).toMatchObject({ planned: 3, waiting: 3, skipped: 0 })
    expect(await sending.plan(ids, { departments: [department] })).toMatchObject({
      planned: data.planned,
      skipped: data.skipped,
    })
    expect(await due(department)).toBe(0)
    await put(`/broker/department/${department}`, { caps: [{ ...cap, limit: 2 }] })
    expect((await sending.claim(100)).claimed).toHaveLength(2)
  })

  test('when a department is given other hours, or none; not before its own time', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000)
    const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][tomorrow.getUTCDay()]
    const opening_hours = [{ day, from: '10:00', to: '11:00' }]
    const department = await sending.department('success', { department: { opening_hours } })
    await plan(department, 2)
    const [first] = await sending.sends(department)
    await sending.query(
      `update sends set scheduled_at = now() + interval '7 days' where id = ${first.id}`,
    )
    await put(`/broker/department/${department}`, {
      opening_hours: [{ day, from: '09:00', to: '11:00' }],
    })
    const [late, early] = await sending.sends(department)
    expect(early.next_attempt_at).toBe(`${tomorrow.toISOString().slice(0, 10)}T09:00:00Z`)
    expect(late.next_attempt_at).toBe(late.scheduled_at)
    await put(`/broker/department/${department}`, { opening_hours: [] })
    expect(await due(department)).toBe(1)
  })

  test('when an integration, a department or a broker is active again', async () => {
    const department = await sending.department('success')
    const [{ integration, broker }] = await sending.query(
      `select id as integration, broker from send_integrations where department = ${department}`,
    )
    await plan(department, 1)
    const rest = async () => {
      expect(await sending.claim(100)).toMatchObject({ claimed: [], kept: [{}] })
      expect(await due(department)).toBe(0)
    }
    await admin.post(`/send/integration/${integration}/pause`, { reason: 'Holidays' })
    await rest()
    await admin.post(`/send/integration/${integration}/activate`)
    expect(await due(department)).toBe(1)

    await admin.post(`/broker/department/${department}/pause`, { reason: 'Holidays' })
    await rest()
    await admin.post(`/broker/department/${department}/resume`)
    expect(await due(department)).toBe(1)
    await put(`/broker/department/${department}`, { is_active: false })
    await rest()
    await put(`/broker/department/${department}`, { is_active: true })
    expect(await due(department)).toBe(1)

    await put(`/broker/${broker}`, { is_active: false })
    await rest()
    await put(`/broker/${broker}`, { is_active: true })
    expect((await sending.claim(100)).claimed).toHaveLength(1)
  })
})

test('a department that opens while a claim finds it closed is called at once', async () => {
  const department = await sending.department('success')
  await plan(department, 2)
  const tomorrow = new Date(Date.now() + 86_400_000)
  const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][tomorrow.getUTCDay()]
  const opening_hours = [{ day, from: '10:00', to: '11:00' }]
  await put(`/broker/department/${department}`, { opening_hours })
  const { backend } = sending.server
  const { kept } = await transactAsProcess(backend, (context) => claimSends(100, context))
  expect(kept).toHaveLength(2)
  await put(`/broker/department/${department}`, { opening_hours: [] })
  await sending.write(kept)
  expect(await due(department)).toBe(2)
  expect((await sending.claim()).claimed).toHaveLength(2)
})

describe('is called at once what a claim finds resting while', () => {
  const active = {
    integration: `update send_integrations set state = 'paused'`,
    broker: `update brokers set is_active = false`,
    contract: `update brokers set contract_expires_in = current_date - 1`,
  }

  test.each(Object.keys(active) as (keyof typeof active)[])('its %s is mended', async (what) => {
    const department = await sending.department('success')
    const [{ integration, broker }] = await sending.query(
      `select id as integration, broker from send_integrations where department = ${department}`,
    )
    await plan(department, 2)
    await sending.query(
      `${active[what]} where id = ${what === 'integration' ? integration : broker}`,
    )
    const { backend } = sending.server
    const { kept } = await transactAsProcess(backend, (context) => claimSends(100, context))
    expect(kept).toHaveLength(2)
    if (what === 'integration') await admin.post(`/send/integration/${integration}/activate`)
    else {
      const mended = what === 'broker' ? { is_active: true } : { contract_expires_in: null }
      await put(`/broker/${broker}`, mended)
    }
    await sending.write(kept)
    expect(await due(department)).toBe(2)
    expect((await sending.claim()).claimed).toHaveLength(2)
  })
})

describe('what rests', () => {
  test('does not stand in the way of other integrations', async () => {
    const resting = await sending.department('success')
    const other = await sending.department('success')
    await plan(resting, 50)
    await plan(other, 5)
    await sending.query(
      `update send_integrations set state = 'paused' where department = ${resting}`,
    )
    expect((await sending.claim(5)).claimed.map(({ department }) => department)).toEqual(
      Array(5).fill(other),
    )
  })

  test('is not read again while its job rests, and goes on with it', async () => {
    const department = await sending.department('success')
    const job = await newJob()
    await plan(department, 30, { job })
    await plan(department, 5)
    await sending.query(`update jobs set state = 'paused' where id = ${job}`)
    const { claimed } = await sending.claim(5)
    expect(claimed.map((one) => [one.department, one.job])).toEqual(
      Array.from({ length: 5 }, () => [department, null]),
    )
    expect(await due(department)).toBe(0)
    expect((await admin.post(`/profile/job/${job}/resume`)).status).toBe(200)
    expect(await due(department)).toBe(30)
  })
})

test('of a job that is cancelled nothing is left in line, whatever its calls still bring', async () => {
  const first = await sending.department('success', { department: { priority: 1 } })
  const second = await sending.department('success', { department: { priority: 2 } })
  const leads = await sending.leads(3)
  const job = await newJob()
  await sending.plan(leads, { departments: [first, second], job })
  const { claimed } = await sending.claim(100)
  expect(claimed).toHaveLength(3)
  const write = (some: typeof claimed, outcome: 'rejected' | 'retry') =>
    transactAsProcess(sending.server.backend, (context) =>
      applyOutcomes(
        some.map((send) => ({ send, outcome: { outcome }, ms: 1 })),
        context,
      ),
    )
  // Of the first the job was not cancelled yet when it went on.
  await write(claimed.slice(0, 1), 'rejected')
  await sending.query(`update jobs set state = 'cancelled' where id = ${job}`)
  await write(claimed.slice(1, 2), 'rejected')
  await write(claimed.slice(2), 'retry')
  await sending.query(`update sends set next_attempt_at = now() where state = 'retrying'`)
  expect((await sending.claim(100)).claimed).toEqual([])
  const states = async (department: number) =>
    (await sending.sends(department)).map(({ state }) => state)
  expect([await states(first), await states(second)]).toEqual([
    ['rejected', 'rejected', 'cancelled'],
    ['cancelled'],
  ])
  for (const id of leads.slice(0, 2)) {
    expect(await sending.lead(id)).toMatchObject({ stage: 'rejected' })
  }
})
