import { afterAll, beforeAll, expect, test } from 'vitest'

import { transactAsProcess } from '#server'

import { pullSchedules } from '../../../../resources/sending/sync/pull/pullWorker.server.ts'
import type { Client } from '../../../fixtures/server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'

let sending: Sending
let admin: Client
beforeAll(async () => {
  sending = await createSending()
  admin = await sending.server.as('Administrator')
}, 60_000)
afterAll(() => sending.close())

const claim = async () => (await sending.claim()).claimed

const integrationOf = async (department: number): Promise<number> => {
  const [{ id }] = await sending.query(
    `select id from send_integrations where department = ${department}`,
  )
  return id
}

const turn = async (department: number, push_active: boolean) => {
  const id = await integrationOf(department)
  const { status, body } = await admin.put(`/send/integration/${id}`, { push_active })
  expect([status, body.data.push_active, body.data.state]).toEqual([200, push_active, 'active'])
}

const off = { status: 'Integration paused', message: 'Push is switched off' }

test('what waits for an integration without push goes out when it is on again', async () => {
  const department = await sending.department('success')
  await sending.plan(await sending.leads(2), { departments: [department] })
  await turn(department, false)
  expect(await claim()).toEqual([])
  for (const one of await sending.sends(department)) {
    expect(one).toMatchObject({
      state: 'waiting',
      failure_status: off.status,
      failure_message: off.message,
    })
    expect(Date.parse(one.next_attempt_at)).toBeGreaterThan(Date.now())
  }
  expect(await claim()).toEqual([])
  await turn(department, true)
  expect(await claim()).toHaveLength(2)
})

test('nothing is planned through it, and the plan says why', async () => {
  const without = await sending.department('success', {
    department: { priority: 1 },
    integration: { push_active: false },
  })
  const other = await sending.department('success', { department: { priority: 2 } })
  await sending.plan(await sending.leads(1), { departments: [without, other] })
  const [send] = await sending.sends(other)
  expect(send.plan[0]).toEqual({
    department: without,
    reason: off.status,
    message: off.message,
  })
  await sending.plan(await sending.leads(1), { departments: [without] })
  expect((await sending.sends(without))[0]).toMatchObject({
    state: 'skipped',
    plan: [{ department: without, reason: off.status, message: off.message }],
  })
})

test('a department goes on by another integration of its own', async () => {
  const department = await sending.department('success')
  const first = await integrationOf(department)
  await sending.query(`insert into send_integrations (name, department, broker, url, state, mapping, rules)
    select name || ' again', department, broker, url, state, mapping, rules from send_integrations where id = ${first}`)
  await turn(department, false)
  await sending.plan(await sending.leads(1), { departments: [department] })
  const [send] = await sending.sends(department)
  expect(send.state).toBe('pending')
  expect(send.integration).not.toBe(first)
})

test('its department has no integration in use, and its broker is not offered to senders', async () => {
  const department = await sending.department('success')
  const seen = async () => {
    const { health, broker_id } = (await admin.get(`/broker/department/${department}`)).body.data
    const { has_integration } = (await admin.get(`/broker/${broker_id}`)).body.data
    const offered = (await admin.get('/broker/all/for/send')).body.data
    const isOffered = offered.some(({ id }: { id: number }) => id === broker_id)
    return [health, has_integration, isOffered]
  }
  expect(await seen()).toEqual(['well', true, true])
  await turn(department, false)
  expect(await seen()).toEqual(['off', false, false])
})

test('senders are told which departments and integrations of a broker take nothing, and why', async () => {
  const able = await sending.department('success')
  const [{ broker_id }] = await sending.query(
    `select broker_id from broker_departments where id = ${able}`,
  )
  const another = async (more: object = {}) => {
    const id = await sending.department('success', more)
    await sending.query(`update broker_departments set broker_id = ${broker_id} where id = ${id}`)
    return id
  }
  const closed = await another({ department: { is_active: false } })
  const off = await another({ integration: { push_active: false } })
  const paused = await another({ integration: { state: 'auto_paused' } })
  const draft = await another({ integration: { state: 'draft' } })
  const none = await another({ integration: { state: 'archived' } })
  const { meta } = (await admin.get('/broker/all/for/send')).body
  const reasons = new Map(meta.departments.map((one: any) => [one.id, one.reason]))
  expect([able, closed, off, paused, draft, none].map((id) => reasons.get(id))).toEqual([
    undefined,
    'The department is paused',
    'Push is switched off',
    'Its integration is paused',
    'Its integration is not active yet',
    'The department has no integration',
  ])
  const integrations = meta.integrations.map((one: any) => one.id)
  expect(integrations).toContain(await integrationOf(off))
  expect(integrations).not.toContain(await integrationOf(able))
})

test('statuses are asked for without push', async () => {
  const integration = { pull_mode: 'window', push_active: false }
  const department = await sending.department('success', { integration })
  await transactAsProcess(sending.server.backend, (context) =>
    pullSchedules['due statuses']!.run(context),
  )
  const [{ pull_asked }] = await sending.query(
    `select pull_asked from send_integrations where department = ${department}`,
  )
  expect(pull_asked).toBeGreaterThan(0)
})

test('9.2: what is asked for every 15 minutes is due a little before, so that no tick is missed', async () => {
  const department = await sending.department('success', { integration: { pull_mode: 'window' } })
  const ask = async (begun: string) => {
    await sending.query(`update send_integrations set pull_asked = null, pull_leased_until = 'infinity',
      pull_begun_at = now() - interval '${begun}' where department = ${department}`)
    await transactAsProcess(sending.server.backend, (context) =>
      pullSchedules['due statuses']!.run(context),
    )
    const [one] = await sending.query(
      `select pull_asked from send_integrations where department = ${department}`,
    )
    return one.pull_asked
  }
  expect(await ask('14 minutes 50 seconds')).not.toBeNull()
  expect(await ask('14 minutes')).toBeNull()
  expect(pullSchedules['due statuses']).toMatchObject({ every: 1 })
})

test('it is switched by who may update, in the list too, and the history tells it', async () => {
  const department = await sending.department('success')
  const path = `/send/integration/${await integrationOf(department)}`
  const reader = await sending.server.user(['send.integration.view'])
  expect((await reader.put(path, { push_active: false })).status).toBe(403)
  const editor = await sending.server.user(['send.integration.view', 'send.integration.update'])
  expect((await editor.put(path, { push_active: false })).status).toBe(200)
  const [row] = (await reader.get(`/send/integration/search?department=${department}`)).body.data
  expect(row.push_active).toBe(false)
  const { body } = await admin.get(`/broker/department/${department}/histories`)
  expect(body.data[0].detail.changes).toContainEqual(
    expect.objectContaining({ field: 'push_active', before: true, after: false }),
  )
})
