import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { createSendWorker } from '../../../../resources/sending/engine/worker.server.ts'
import { recoverLost } from '../../../../resources/sending/engine/recoverLost.server.ts'
import { reloadForCall } from '../../../../resources/sending/integration/loadForCall.server.ts'
import { mappingRow } from '../../../../resources/sending/integration/fields/rows.ts'
import { batched, createSending, type Sending } from '../../../fixtures/sending/sending.ts'

let sending: Sending

beforeAll(async () => {
  sending = await createSending()
}, 60_000)
afterAll(() => sending.close())
afterEach(() => sending.clearLine())

const desk = (path: string, integration: object = {}, department: object = {}) =>
  sending.department(path, {
    department: { send_a_lot: true, ...department },
    integration: { ...batched, ...integration },
  })

const states = async (department: number) => {
  const counts: Record<string, number> = {}
  for (const { state } of await sending.sends(department)) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

const begun = async (department: number, count: number) => {
  const leads = await sending.leads(count)
  await sending.plan(leads, { departments: [department] })
  return leads
}

const calls = async (work: () => Promise<unknown>) => {
  const before = sending.fake.calls.length
  await work()
  return sending.fake.calls.length - before
}

const keysTaken = () => sending.fake.accepted.map(({ key }) => key)

const integrationOf = async (department: number) =>
  (await sending.query(`select * from send_integrations where department = ${department}`))[0]

describe('leads that share a call', () => {
  test('go in as few calls as their size and the calls at once allow', async () => {
    const department = await desk('batch')
    await begun(department, 25)
    expect(await calls(() => sending.work())).toBe(2)
    expect(await states(department)).toEqual({ sent: 20, pending: 5 })
    expect(await calls(() => sending.work())).toBe(1)
    expect(await states(department)).toEqual({ sent: 25 })
    const sends = await sending.sends(department)
    const taken = new Map(sending.fake.accepted.map((one) => [one.key, one]))
    for (const one of sends) {
      expect(one.api_lead_id).toBe(taken.get(one.send_key)?.id)
      expect(one).toMatchObject({ http_status: 200, attempts: 1 })
    }
  })

  test('are written down before the call, with the call that they share', async () => {
    const department = await desk('batch')
    await begun(department, 12)
    const { claimed } = await sending.claim()
    const attempts = await sending.query(`
      select a.* from send_attempts a join sends s on s.id = a.send where s.department = ${department}`)
    expect(attempts.map(({ finished_at }) => finished_at)).toEqual(Array(12).fill(null))
    const sizes = new Set(attempts.map(({ batch }) => batch))
    expect(sizes.size).toBe(2)
    // As many calls are under way as there may be: a third one waits.
    await begun(department, 3)
    expect((await sending.claim()).claimed).toEqual([])
    await sending.write(await sending.call(claimed))
    expect(await states(department)).toEqual({ sent: 12, pending: 3 })
  })

  test('keep what is theirs of the call, and nothing of the others', async () => {
    const department = await desk('batch')
    await begun(department, 2)
    await sending.work()
    const attempts = await sending.query(`
      select a.request, a.response, l.email, s.send_key from send_attempts a
      join sends s on s.id = a.send join leads l on l.id = s.lead where s.department = ${department}`)
    const emails = attempts.map(({ email }) => email)
    for (const { request, response, email, send_key } of attempts) {
      const text = JSON.stringify([request, response])
      expect(JSON.parse(request.body)).toEqual({
        affiliate: '17',
        leads: [{ email, name: 'Ada', key: send_key }],
      })
      expect(JSON.parse(response)).toMatchObject({ email, success: true })
      for (const other of emails.filter((one) => one !== email)) expect(text).not.toContain(other)
    }
  })

  test('are told apart by their place, their number and their e-mail', async () => {
    const ways = [
      { batch_match: 'place', batch_match_path: null },
      { batch_match: 'number', batch_match_path: 'number' },
      { batch_match: 'email', batch_match_path: 'email' },
    ]
    for (const way of ways) {
      const department = await desk('batch-partial', way)
      await begun(department, 6)
      await sending.work()
      const sends = await sending.sends(department)
      expect(sends.map(({ state }) => state)).toEqual([
        'sent',
        'unknown',
        'rejected',
        'sent',
        'unknown',
        'rejected',
      ])
      for (const { state, send_key } of sends) {
        expect(keysTaken().includes(send_key)).toBe(state === 'sent')
      }
    }
  })

  test('come to ends of their own, each with the words of the broker', async () => {
    const department = await desk('batch-partial')
    await begun(department, 6)
    await sending.work()
    const sends = await sending.sends(department)
    expect(sends.map(({ state, failure_status }) => `${state} ${failure_status}`)).toEqual(
      [0, 1].flatMap(() => ['sent null', 'unknown Unknown answer', 'rejected Duplicate']),
    )
  })
})

describe('of a call for several leads', () => {
  test('that is cut nobody knows, and it is one error of the integration', async () => {
    const department = await desk('batch-cut', { breaker_errors: 2 })
    await begun(department, 8)
    await sending.work()
    expect(await states(department)).toEqual({ unknown: 8 })
    expect(await integrationOf(department)).toMatchObject({ state: 'active', errors_in_row: 1 })
    expect(await calls(() => sending.work())).toBe(0)
  })

  test.each(['batch-short', 'batch-silent'])(
    'that a broker answers in part nobody knows where it says nothing: %s',
    async (path) => {
      const department = await desk(path)
      await begun(department, 4)
      await sending.work()
      const known = path === 'batch-short' ? { sent: 3, unknown: 1 } : { unknown: 4 }
      expect(await states(department)).toEqual(known)
      const unknown = (await sending.sends(department)).filter(({ state }) => state === 'unknown')
      const isNamed = path === 'batch-silent'
      for (const { failure_message } of unknown) {
        expect(String(failure_message).includes('does_not_name_this_lead')).toBe(!isNamed)
      }
    },
  )

  test('the order of the answers does not matter where they name their leads', async () => {
    const department = await desk('batch-shuffled')
    await begun(department, 4)
    await sending.work()
    const ids = new Map(sending.fake.accepted.map((one) => [one.key, one.id]))
    for (const { api_lead_id, send_key } of await sending.sends(department)) {
      expect(api_lead_id).toBe(ids.get(send_key))
    }
  })

  test('that is refused as a whole each lead goes again alone', async () => {
    const department = await desk('batch-refused')
    await begun(department, 3)
    expect(await calls(() => sending.work())).toBe(1)
    const sends = await sending.sends(department)
    expect(sends.map(({ state, failure_status }) => `${state} ${failure_status}`)).toEqual(
      Array(3).fill('retrying Batch refused'),
    )
    await sending.pass()
    expect(await calls(() => sending.work())).toBe(2)
    expect(await calls(() => sending.work())).toBe(1)
    expect(await states(department)).toEqual({ sent: 3 })
  })

  test('a wrong sign-in lets all wait and the integration rest', async () => {
    const department = await desk('auth')
    await begun(department, 5)
    await sending.work()
    expect(await states(department)).toEqual({ waiting: 5 })
    expect(await integrationOf(department)).toMatchObject({ state: 'auto_paused' })
  })

  test('refusals count for each lead', async () => {
    const department = await desk('batch-refused', { retry_attempts: 1, breaker_errors: 3 })
    await begun(department, 3)
    await sending.work()
    expect(await integrationOf(department)).toMatchObject({
      errors_in_row: 3,
      state: 'auto_paused',
    })
  })

  test('I3, E9: what a killed process leaves is unknown, and nobody calls again', async () => {
    const department = await desk('batch')
    await begun(department, 7)
    const { claimed } = await sending.claim()
    const ended = await sending.call(claimed)
    expect(ended).toHaveLength(7)
    // It is gone between the answer and the writing.
    await sending.query(
      `update sends set leased_until = now() - interval '1 s' where department = ${department}`,
    )
    expect(await recoverLost(sending.server.backend)).toBe(7)
    expect(await calls(() => sending.work())).toBe(0)
    expect(await states(department)).toEqual({ unknown: 7 })
    // It was only slow: what it writes now changes nothing.
    await sending.write(ended)
    expect(await states(department)).toEqual({ unknown: 7 })
    expect(await integrationOf(department)).toMatchObject({ errors_in_row: 0 })
  })

  test('the lead that lacks what is required stays behind, and the others go', async () => {
    const mapping = batched.mapping.map((row) => ({ ...row, required: true }))
    const department = await desk('batch', { mapping })
    const leads = [...(await sending.leads(2)), ...(await sending.leads(1, { first_name: null }))]
    await sending.plan(leads, { departments: [department] })
    await sending.work()
    expect(await states(department)).toEqual({ sent: 2, skipped: 1 })
  })

  test('nothing leaves for an integration that takes one lead a call since the claim', async () => {
    const department = await desk('batch')
    await begun(department, 4)
    const { claimed } = await sending.claim()
    await sending.query(
      `update send_integrations set batch_size = null, url = '${sending.fake.origin}/success', batch_path = null,
        mapping = '${JSON.stringify([mappingRow({ target: 'email', value: 'email' })])}'
      where department = ${department}`,
    )
    await reloadForCall((await integrationOf(department)).id, sending.server.backend)
    expect(await calls(async () => sending.write(await sending.call(claimed)))).toBe(0)
    expect(await states(department)).toEqual({ waiting: 4 })
    await sending.pass()
    expect(await calls(() => sending.work())).toBe(2)
  })

  test('the request log has one line, without the people in it', async () => {
    const department = await desk('batch')
    await begun(department, 3)
    const worker = createSendWorker(sending.server.backend)
    worker.start()
    await vi.waitFor(async () => expect(await states(department)).toEqual({ sent: 3 }), 45_000)
    await worker.stop()
    const lines = await sending.query(`select * from requests where department = ${department}`)
    expect(lines).toHaveLength(1)
    const [attempt] = await sending.query(`
      select a.batch from send_attempts a join sends s on s.id = a.send
      where s.department = ${department} limit 1`)
    expect(lines[0]).toMatchObject({
      request: '[left out: 3 leads]',
      send: null,
      response: null,
      lead: null,
      correlation_id: attempt.batch,
    })
  })
})

describe('how many leads share a call', () => {
  test('is one where the department may not take many', async () => {
    const department = await desk('batch', {}, { send_a_lot: false })
    await begun(department, 3)
    expect(await calls(() => sending.work())).toBe(2)
    expect(await states(department)).toEqual({ sent: 2, pending: 1 })
  })

  test('is no more than what a job must have seen before it sends many', async () => {
    const department = await desk('batch')
    const { id: user } = await sending.server.as('Administrator')
    const [{ id: job }] = await sending.query(`
      insert into jobs (type, name, "user", state, parameters, total, pending) values
      ('sends.lead_send', 'Send', ${user}, 'running', '{"stop_first": 4}', 20, 20) returning id`)
    await sending.plan(await sending.leads(20), { departments: [department], job })
    const { claimed } = await sending.claim()
    expect(claimed).toHaveLength(8)
    await sending.write(await sending.call(claimed))
    expect((await sending.claim()).claimed).toHaveLength(12)
  })

  test('counts once for the rate', async () => {
    const department = await desk('batch', { rate_count: 1, rate_seconds: 60 })
    await begun(department, 15)
    expect((await sending.claim()).claimed).toHaveLength(10)
    expect((await sending.claim()).claimed).toEqual([])
  })

  test.each([
    ['skip', 'skipped'],
    ['wait', 'waiting'],
  ])('16.3.8: is never over a cap where leads %s for it', async (action, rest) => {
    const department = await desk('batch-partial', {}, { cap_action: action })
    await sending.query(`
      insert into department_caps (department, period, "limit", counts)
      values (${department}, 'day', 7, 'accepted')`)
    await begun(department, 40)
    const workers = [1, 2].map(() => createSendWorker(sending.server.backend))
    for (const one of workers) one.start()
    await vi.waitFor(async () => {
      const { pending, sending: busy } = await states(department)
      const { [rest]: left = 0 } = await states(department)
      expect([pending, busy, left > 0]).toEqual([undefined, undefined, true])
      const due = await sending.query(
        `select from sends where department = ${department} and next_attempt_at < now() + interval '1 minute'`,
      )
      expect(due).toEqual([])
    }, 45_000)
    await Promise.all(workers.map((one) => one.stop()))
    const found = await states(department)
    expect((found['sent'] ?? 0) + (found['unknown'] ?? 0)).toBe(7)
    const taken = sending.fake.accepted.filter(({ scenario }) => scenario === 'batch-partial')
    const keys = new Set(taken.map(({ key }) => key))
    const sends = await sending.sends(department)
    expect(sends.filter(({ send_key }) => keys.has(send_key)).length).toBe(found['sent'])
    const [counter] = await sending.query(
      `select used from cap_counters where department = ${department}`,
    )
    expect(counter.used).toBe(7)
  })

  test('16.3.6: two workers send each lead once', async () => {
    const department = await desk('batch', { batch_size: 7, concurrency: 5 })
    const before = sending.fake.accepted.length
    await begun(department, 100)
    const workers = [1, 2].map(() => createSendWorker(sending.server.backend))
    for (const one of workers) one.start()
    await vi.waitFor(async () => expect(await states(department)).toEqual({ sent: 100 }), 45_000)
    await Promise.all(workers.map((one) => one.stop()))
    const emails = sending.fake.accepted.slice(before).map(({ email }) => email)
    expect([emails.length, new Set(emails).size]).toEqual([100, 100])
  })
})
