import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { transactAsProcess } from '#server'

import { prepareCalls } from '../../../../resources/sending/engine/calls.server.ts'
import { applyOutcomes } from '../../../../resources/sending/engine/outcome/outcomes.server.ts'
import { recoverLost } from '../../../../resources/sending/engine/recoverLost.server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'

let sending: Sending

beforeAll(async () => {
  sending = await createSending({ slowMs: 60_000 })
}, 60_000)
afterAll(() => sending.close())

afterEach(() => sending.clearLine())

const integrationOf = async (department: number) =>
  (
    await sending.query(
      `select * from send_integrations where department = ${department} order by id limit 1`,
    )
  )[0]

test('G15: an archived integration that is still the default stands in nobody’s way', async () => {
  const department = await sending.department('success')
  const { id } = await integrationOf(department)
  const [{ id: next }] = await sending.query(`
    insert into send_integrations (name, department, broker, url, state, mapping, rules)
    select name || ' 2', department, broker, url, state, mapping, rules
    from send_integrations where id = ${id} returning id`)
  await sending.query(
    `update broker_departments set default_integration = ${id} where id = ${department}`,
  )
  const plan = async () => {
    await sending.plan(await sending.leads(1), { departments: [department] })
    const { state, integration } = (await sending.sends(department)).at(-1)
    return [state, integration]
  }
  expect(await plan()).toEqual(['pending', id])
  await sending.query(`update send_integrations set state = 'paused' where id = ${id}`)
  expect(await plan()).toEqual(['skipped', id])
  await sending.query(`update send_integrations set state = 'archived' where id = ${id}`)
  expect(await plan()).toEqual(['pending', next])
})

test('G16: a send tells the version of the integration that was called, not the one that was planned', async () => {
  const department = await sending.department('success', { integration: { revision: 5 } })
  await sending.plan(await sending.leads(2), { departments: [department] })
  const versions = async () =>
    (await sending.sends(department)).map((one) => one.integration_version)
  expect(await versions()).toEqual([5, 5])
  await sending.query(`update send_integrations set revision = 6 where department = ${department}`)
  const { claimed } = await sending.claim(1)
  expect(await versions()).toEqual([6, 5])
  // It is changed once more before the call is made ready.
  await sending.query(`update send_integrations set revision = 7 where department = ${department}`)
  const call = await prepareCalls(claimed, sending.server.backend)
  const ended = await call(claimed, new AbortController().signal)
  await transactAsProcess(sending.server.backend, (context) => applyOutcomes(ended, context))
  expect(await versions()).toEqual([7, 5])
})

test('G17: what a killed process has left says nothing of the broker', async () => {
  const department = await sending.department('success', { integration: { breaker_errors: 2 } })
  await sending.plan(await sending.leads(5), { departments: [department] })
  expect((await sending.claim()).claimed).toHaveLength(5)
  await sending.query(
    `update sends set leased_until = now() - interval '1 s' where department = ${department}`,
  )
  expect(await recoverLost(sending.server.backend)).toBe(5)
  expect(await integrationOf(department)).toMatchObject({ state: 'active', errors_in_row: 0 })
})

test('G17: nor do calls that a process gives up as it stops', async () => {
  const department = await sending.department('slow', { integration: { breaker_errors: 1 } })
  await sending.plan(await sending.leads(2), { departments: [department] })
  const { claimed } = await sending.claim()
  const call = await prepareCalls(claimed, sending.server.backend)
  const calls = claimed.map((one) => call([one], AbortSignal.timeout(200)))
  const ended = (await Promise.all(calls)).flat()
  await transactAsProcess(sending.server.backend, (context) => applyOutcomes(ended, context))
  expect((await sending.sends(department)).map(({ state }) => state)).toEqual([
    'unknown',
    'unknown',
  ])
  expect(await integrationOf(department)).toMatchObject({ state: 'active', errors_in_row: 0 })
})

test('an integration rests by the thresholds that its form sets, and by the usual ones without', async () => {
  const own = { breaker_auth: 2, breaker_calls: 3, breaker_timeouts: 100 }
  const department = await sending.department('unauthorized', {
    integration: { ...own, concurrency: 1 },
  })
  const held = await integrationOf(department)
  expect(held).toMatchObject(own)
  await sending.plan(await sending.leads(2), { departments: [department] })
  await sending.work()
  expect(await integrationOf(department)).toMatchObject({ state: 'active' })
  await sending.work()
  expect(await integrationOf(department)).toMatchObject({ state: 'auto_paused' })

  const admin = await sending.server.as('Administrator')
  const copied = await admin.post(`/send/integration/${held.id}/copy`, { name: `${held.name} 2` })
  const copy = await admin.get(`/send/integration/${copied.body.data.copy}`)
  expect(copy.body.data).toMatchObject(own)
  const refused = await admin.put(`/send/integration/${held.id}`, {
    breaker_auth: 0,
    breaker_calls: 101,
    version: (await integrationOf(department)).version,
  })
  expect(Object.keys(refused.body.errors).toSorted()).toEqual(['breaker_auth', 'breaker_calls'])
})

test('6.6, 14.2: of an integration that rests those are told who may mend it, once within an hour, and what waits stays', async () => {
  const [integrator, sender] = [
    await sending.server.as('Integrator'),
    await sending.server.as('Sender'),
  ]
  const told = async (reader: typeof integrator) =>
    (await reader.get('/profile/notification/search?event=integration_paused')).body.data
  const department = await sending.department('error', {
    integration: { breaker_errors: 1, concurrency: 1, name: 'Desk of errors' },
  })
  const { id } = await integrationOf(department)
  await sending.plan(await sending.leads(3), { departments: [department] })
  for (const count of [1, 2]) {
    await sending.work()
    expect(await integrationOf(department)).toMatchObject({ state: 'auto_paused' })
    expect(await told(integrator)).toMatchObject([
      { resource: 'send_integrations', record_id: id, count },
    ])
    const sends = (await sending.sends(department)).map(({ state }) => state)
    expect(sends.filter((state) => state === 'unknown')).toHaveLength(count)
    // Nothing more is called until somebody has mended it.
    expect((await sending.claim()).claimed).toEqual([])
    const waiting = (await sending.sends(department)).map(({ state }) => state)
    expect(waiting.filter((state) => state === 'waiting')).toHaveLength(3 - count)
    await sending.query(`update send_integrations set state = 'active', errors_in_row = 0,
      version = version + 1 where id = ${id}`)
    await sending.pass()
  }
  expect(await told(sender)).toEqual([])
})
