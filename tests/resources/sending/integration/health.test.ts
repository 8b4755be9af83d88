import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'
import { putClockBack } from '../../../fixtures/work/clock.ts'

let sending: Sending

beforeAll(async () => {
  sending = await createSending()
}, 60_000)
afterAll(() => sending.close())

interface Past {
  readonly integration?: Readonly<Record<string, unknown>>
  /** How the sends of it ended, and how often. */
  readonly ends?: Readonly<Record<string, number>>
  readonly sends?: string
}

const pasts: Readonly<Record<string, [Past, light: string, health: string]>> = {
  'of which nearly all is taken': [{ ends: { sent: 24, unknown: 1 } }, 'green', 'well'],
  'that failed once since': [
    { integration: { errors_in_row: 1 }, ends: { sent: 9 } },
    'green',
    'well',
  ],
  'with more than a twentieth unknown': [{ ends: { sent: 9, unknown: 1 } }, 'amber', 'trouble'],
  'of which less than a quarter is taken': [{ ends: { sent: 1, rejected: 4 } }, 'amber', 'trouble'],
  'whose statuses do not come': [
    { integration: { pull_mode: 'window', pull_failures: 1, pull_problem: 'HTTP 500' } },
    'amber',
    'trouble',
  ],
  'whose statuses are not asked for any more': [
    { integration: { pull_mode: 'off', pull_failures: 1, pull_problem: 'HTTP 500' } },
    'green',
    'well',
  ],
  'of which nothing is taken': [{ ends: { rejected: 4, failed: 1 } }, 'red', 'broken'],
  'that paused by itself': [{ integration: { state: 'auto_paused' } }, 'red', 'broken'],
  'that somebody paused': [{ integration: { state: 'paused' } }, 'grey', 'off'],
  'whose tests alone were refused': [
    { ends: { rejected: 5 }, sends: 'is_test = true' },
    'green',
    'well',
  ],
  'that was refused the day before': [
    { ends: { rejected: 5 }, sends: `created_at = now() - interval '25 hours'` },
    'green',
    'well',
  ],
}

test('9.3: the light of an integration and the filter by its health say the same', async () => {
  const admin = await sending.server.as('Administrator')
  const ids = new Map<string, number>()
  for (const [name, [past]] of Object.entries(pasts)) ids.set(name, await addPast(past))
  const { data } = (await admin.get('/send/integration/health/all')).body
  for (const [name, [, light, health]] of Object.entries(pasts)) {
    const own = data.find((one: any) => one.id === ids.get(name))
    expect([name, own.light]).toEqual([name, light])
    const found = await admin.get(`/send/integration/search?health=${health}&per_page=100`)
    expect([name, found.body.data.map((one: any) => one.id)]).toEqual([
      name,
      expect.arrayContaining([ids.get(name)]),
    ])
  }
})

test('9.3: the lights are read anew after half a minute, also when the clock was put back', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const admin = await sending.server.as('Administrator')
  const lightOf = async (id: number) => {
    const { data } = (await admin.get('/send/integration/health/all')).body
    return data.find((one: any) => one.id === id)?.light
  }
  const id = await addPast({})
  await lightOf(id)
  await sending.query(`update send_integrations set state = 'auto_paused' where id = ${id}`)
  putClockBack(31_000)
  expect(await lightOf(id)).toBe('red')
})

/** What is told of an integration, by what happened to it. */
const reasons: Readonly<Record<string, object>> = {
  'with more than a twentieth unknown': { why: 'unknown', count: 1, of: 10 },
  'of which less than a quarter is taken': { why: 'few', count: 1, of: 5, problem: 'Timeout' },
  'whose statuses do not come': { why: 'statuses', count: 1, problem: 'HTTP 500' },
  'of which nothing is taken': { why: 'few', count: 0, of: 5, problem: 'Timeout' },
  'that paused by itself': { why: 'paused', problem: '10 errors in a row' },
  'that somebody paused': { why: 'stopped', problem: '10 errors in a row' },
}

test('9.3: a department says why it does not do well: which integration, since when, with its last problem', async () => {
  const admin = await sending.server.as('Administrator')
  const blind = await sending.server.user([
    'broker.department.view',
    'broker.department.histories.view',
  ])
  const known = { pause_reason: '10 errors in a row' }
  for (const [name, [past, , health]] of Object.entries(pasts)) {
    const id = await addPast({ ...past, integration: { ...past.integration, ...known } })
    const bad = `integration = ${id} and state not in ('sent', 'unknown')`
    await sending.query(`update sends set failure_status = 'Timeout',
      answered_at = now() - interval '1 hour' where ${bad}`)
    const [{ department, called }] = await sending.query(
      `select department, name as called from send_integrations where id = ${id}`,
    )
    const path = `/broker/department/${department}`
    const { data } = (await admin.get(path)).body
    const reason = reasons[name]
    expect([name, data.health, data.health_reasons]).toEqual([
      name,
      health,
      reason ? [expect.objectContaining({ integration: id, name: called, ...reason })] : null,
    ])
    const told = (await blind.get(path)).body.data
    expect([told.health, 'health_reasons' in told]).toEqual([health, false])
  }
})

test('9.3: a department of which no integration is in use says where push is switched off', async () => {
  const id = await addPast({ integration: { push_active: false } })
  const [{ department }] = await sending.query(
    `select department from send_integrations where id = ${id}`,
  )
  const admin = await sending.server.as('Administrator')
  const { data } = (await admin.get(`/broker/department/${department}`)).body
  expect(data.health).toBe('off')
  expect(data.health_reasons).toEqual([expect.objectContaining({ integration: id, why: 'off' })])
})

test('9.3: errors are told from the first since a lead was taken', async () => {
  const pushed = new Date(Date.now() - 2 * 3_600_000).toISOString()
  const integration = { errors_in_row: 3, push_ok_at: pushed, push_failed_at: pushed }
  const id = await addPast({ integration, ends: { sent: 9, failed: 2 } })
  const hoursAgo = async (hours: number, which: string) =>
    sending.query(`update sends set failure_status = 'Broker unavailable',
      answered_at = now() - interval '${hours} hours'
      where id = (select ${which}(id) from sends where integration = ${id} and state = 'failed')`)
  await hoursAgo(3, 'min')
  await hoursAgo(1, 'max')
  const [{ department }] = await sending.query(
    `select department from send_integrations where id = ${id}`,
  )
  const admin = await sending.server.as('Administrator')
  const [reason] = (await admin.get(`/broker/department/${department}`)).body.data.health_reasons
  expect(reason).toMatchObject({ why: 'errors', count: 3, problem: 'Broker unavailable' })
  expect(Date.now() - Date.parse(reason.since)).toBeLessThan(1.5 * 3_600_000)
})

/** An integration of a department of its own, after what happened to it. */
async function addPast({ integration = {}, ends = {}, sends }: Past): Promise<number> {
  const department = await sending.department('success', { integration })
  const [{ id }] = await sending.query(
    `select id from send_integrations where department = ${department}`,
  )
  for (const [state, count] of Object.entries(ends)) {
    const leads = await sending.leads(count)
    await sending.query(`
      insert into sends (uuid, send_key, lead, department, integration, state, mode)
      select gen_random_uuid()::text, gen_random_uuid()::text, l, ${department}, ${id}, '${state}', 'manual'
      from unnest(array[${leads.join()}]) l`)
  }
  if (sends) await sending.query(`update sends set ${sends} where integration = ${id}`)
  return id
}
