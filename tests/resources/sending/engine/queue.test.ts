import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { transactAsProcess } from '#server'

import { countTaken } from '../../../../resources/sending/engine/caps/countTaken.server.ts'
import { prepareCalls } from '../../../../resources/sending/engine/calls.server.ts'
import { claimSends } from '../../../../resources/sending/engine/claim.server.ts'
import { dueSends } from '../../../../resources/sending/engine/dueSend.server.ts'
import { applyOutcomes } from '../../../../resources/sending/engine/outcome/outcomes.server.ts'
import { createSendWorker } from '../../../../resources/sending/engine/worker.server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'
import { putClockBack } from '../../../fixtures/work/clock.ts'

let sending: Sending

beforeAll(async () => {
  sending = await createSending()
}, 60_000)
afterAll(() => sending.close())

const states = async (department: number) => {
  const counts: Record<string, number> = {}
  for (const { state } of await sending.sends(department)) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

/** Runs workers until nothing of a department is due or under way any more. */
async function work(department: number, count = 1): Promise<void> {
  const workers = Array.from({ length: count }, () => createSendWorker(sending.server.backend))
  for (const one of workers) one.start()
  await vi.waitFor(async () => {
    const [left] = await sending.query(`
      select count(*)::int as count from sends where department = ${department}
        and (state = 'sending' or next_attempt_at <= now() + interval '10 s')`)
    expect(left.count).toBe(0)
  }, 45_000)
  await Promise.all(workers.map((one) => one.stop()))
}

const called = () => sending.fake.calls.length

function laterBy(milliseconds: number): void {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + milliseconds)
}

test('16.3.6, I1: of two workers one makes the call, and each lead comes once', async () => {
  const department = await sending.department('success')
  const leads = await sending.leads(40)
  const before = sending.fake.accepted.length
  await sending.plan(leads, { departments: [department] })
  await work(department, 2)
  expect(await states(department)).toEqual({ sent: 40 })
  const taken = sending.fake.accepted.slice(before)
  expect(taken).toHaveLength(40)
  expect(new Set(taken.map(({ email }) => email)).size).toBe(40)
})

test('I1: two people who send the same leads at the same moment send them once', async () => {
  const department = await sending.department('success')
  const leads = await sending.leads(20)
  const order = { departments: [department] }
  const plans = await Promise.all([
    sending.plan(leads, order),
    sending.plan(leads.toReversed(), order),
  ])
  expect(plans.map(({ planned }) => planned).toSorted((one, other) => one - other)).toEqual([0, 20])
  expect(await states(department)).toEqual({ pending: 20, skipped: 20 })
})

/** Sends and entries of their indexes that are read to claim some of those that are due. */
function readToClaim(): Promise<number> {
  return transactAsProcess(sending.server.backend, async (context) => {
    // What this connection has read before may not be counted yet.
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        select (pg_stat_get_xact_tuples_returned('sends'::regclass)
          + sum(pg_stat_get_xact_tuples_returned(indexrelid)))::int as count
        from pg_index where indrelid = 'sends'::regclass`.execute(context.sql)
      return rows[0]?.count ?? 0
    }
    const before = await count()
    const { open } = await dueSends(20, context.sql)
    expect(open.length).toBeGreaterThan(10)
    return (await count()) - before
  })
}

test('of many that are due a claim reads few more than it takes, and nothing that was sent before, also where the database has not counted them yet', async () => {
  const departments: number[] = []
  for (let more = 0; more < 6; more += 1) departments.push(await sending.department('success'))
  const own = `department in (${departments.join()})`
  const plan = async () => {
    for (const one of departments) {
      await sending.plan(await sending.leads(150), { departments: [one] })
    }
  }
  // The first one passes over what the tests before have left in the indexes; nor can it go while a transaction of any
  // database is older.
  const readsFew = () =>
    vi.waitFor(async () => expect(await readToClaim()).toBeLessThan(300), 30_000)
  await plan()
  await readsFew()
  await sending.query(`
    update sends set state = 'rejected', next_attempt_at = null, holds = null where ${own}`)
  await sending.query('analyze sends')
  await plan()
  await readsFew()
  await sending.query('analyze sends')
  expect(await readToClaim()).toBeLessThan(300)
  await sending.query(`
    update sends set state = 'cancelled', next_attempt_at = null
    where ${own} and state = 'pending'`)
})

test('16.3.7, E9: what a killed worker leaves is unknown, and nobody calls again', async () => {
  const department = await sending.department('success')
  const [lead = 0] = await sending.leads(1)
  await sending.plan([lead], { departments: [department] })
  const { backend } = sending.server
  const claims = await transactAsProcess(backend, (context) => claimSends(100, context))
  const mine = claims.claimed.filter((one) => one.department === department)
  expect(mine).toHaveLength(1)
  const [attempt] = await sending.query(`select * from send_attempts where send = ${mine[0]?.id}`)
  expect(attempt).toMatchObject({ number: 1, finished_at: null })
  await sending.query(
    `update sends set leased_until = now() - interval '1 s' where department = ${department}`,
  )
  const before = called()
  await work(department)
  expect(await states(department)).toEqual({ unknown: 1 })
  expect(called()).toBe(before)
  expect(await sending.lead(lead)).toMatchObject({ stage: 'check_needed' })
  // The process was only slow: what it brings now changes nothing.
  await transactAsProcess(backend, (context) =>
    applyOutcomes(
      mine.map((send) => ({ send, outcome: { outcome: 'retry' as const }, ms: 1 })),
      context,
    ),
  )
  expect(await states(department)).toEqual({ unknown: 1 })
})

test.each([
  ['skip', { sent: 10, skipped: 40 }],
  ['wait', { sent: 10, waiting: 40 }],
])(
  '16.3.8, I2: 50 sends at a cap of 10 that leads %s for: exactly 10 are accepted',
  async (cap_action, expected) => {
    const department = await sending.department('success', { department: { cap_action } })
    await sending.query(
      `insert into department_caps (department, period, "limit", counts) values (${department}, 'day', 10, 'accepted')`,
    )
    await sending.plan(await sending.leads(50), { departments: [department] })
    await work(department, 2)
    expect(await states(department)).toEqual(expected)
    const reasons = (await sending.sends(department)).flatMap(
      ({ failure_status }) => failure_status ?? [],
    )
    expect(new Set(reasons)).toEqual(new Set(['Cap reached']))
    const [counter] = await sending.query(
      `select used from cap_counters where department = ${department}`,
    )
    expect(counter.used).toBe(10)
  },
)

test.each(['skip', 'wait'])(
  'places under a cap that calls give back go to leads that wait, also where a full cap says %s',
  async (cap_action) => {
    const department = await sending.department('mixed', { department: { cap_action } })
    await sending.query(
      `insert into department_caps (department, period, "limit", counts) values (${department}, 'month', 10, 'accepted')`,
    )
    await sending.plan(await sending.leads(50), { departments: [department] })
    await vi.waitFor(async () => {
      await work(department, 2)
      const { sent = 0, unknown = 0 } = await states(department)
      expect(sent + unknown).toBe(10)
    }, 30_000)
    const [counter] = await sending.query(
      `select used from cap_counters where department = ${department}`,
    )
    expect(counter.used).toBe(10)
  },
)

test('a cap counts what is unknown, and gives back what was refused; attempts stay counted', async () => {
  const refusing = await sending.department('rejected')
  const unclear = await sending.department('unmatched')
  for (const department of [refusing, unclear]) {
    await sending.query(
      `insert into department_caps (department, period, "limit", counts, position) values
        (${department}, 'day', 3, 'accepted', 1), (${department}, 'total', 100, 'attempted', 2)`,
    )
    await sending.plan(await sending.leads(5), { departments: [department] })
    await work(department)
  }
  expect(await states(unclear)).toEqual({ unknown: 3, skipped: 2 })
  const used = (department: number) =>
    sending.query(
      `select split_part(key, '|', 2) as counts, used from cap_counters where department = ${department} order by 1`,
    )
  expect(await used(refusing)).toEqual([
    { counts: 'accepted', used: 0 },
    { counts: 'attempted', used: (await states(refusing))['rejected'] },
  ])
  expect(await used(unclear)).toEqual([
    { counts: 'accepted', used: 3 },
    { counts: 'attempted', used: 3 },
  ])
})

/** Runs a worker that makes ready for calls in a way of its own, until it has put off the one send of a department. */
async function putOff(department: number, prepare: typeof prepareCalls): Promise<void> {
  const worker = createSendWorker(sending.server.backend, { prepare })
  worker.start()
  await vi.waitFor(async () => expect(await states(department)).toEqual({ waiting: 1 }), 45_000)
  await worker.stop()
}

test('what nobody could call takes no place under any cap, and leaves no attempt open', async () => {
  const department = await sending.department('success', { department: { cap_action: 'wait' } })
  await sending.query(
    `insert into department_caps (department, period, "limit", counts, position) values
      (${department}, 'total', 1, 'accepted', 1), (${department}, 'total', 1, 'attempted', 2)`,
  )
  await sending.plan(await sending.leads(1), { departments: [department] })
  await putOff(department, () => Promise.reject(new Error('nothing can be read')))
  expect(
    await sending.query(
      `select a.outcome, a.finished_at is null as is_open from send_attempts a
        join sends s on s.id = a.send where s.department = ${department}`,
    ),
  ).toEqual([{ outcome: 'waits', is_open: false }])
  expect(
    await sending.query(`select used from cap_counters where department = ${department}`),
  ).toEqual([{ used: 0 }, { used: 0 }])
  // As when the caps or the clock of the department are changed.
  await transactAsProcess(sending.server.backend, (context) =>
    countTaken([department], context.sql),
  )
  await sending.query(`update sends set next_attempt_at = now() where department = ${department}`)
  await work(department)
  expect(await states(department)).toEqual({ sent: 1 })
})

test('a call that was never made uses up no retry', async () => {
  const department = await sending.department('unavailable', {
    integration: { retry_attempts: 2, retry_after: '1h' },
  })
  await sending.plan(await sending.leads(1), { departments: [department] })
  for (let time = 0; time < 2; time += 1) {
    await sending.query(`update sends set next_attempt_at = now() where department = ${department}`)
    await putOff(department, () => Promise.reject(new Error('nothing can be read')))
  }
  await sending.query(`update sends set next_attempt_at = now() where department = ${department}`)
  await work(department)
  expect(await states(department)).toEqual({ retrying: 1 })
})

test.each([
  ['', () => laterBy(40_000)],
  [', also when the clock was put back meanwhile', () => putClockBack(40_000)],
])(
  'no call begins that its lease might not outlast with two logins before it%s',
  async (_, pass) => {
    const department = await sending.department('success')
    await sending.plan(await sending.leads(1), { departments: [department] })
    const before = called()
    let isFirst = true
    await putOff(department, async (...given) => {
      if (!isFirst) {
        vi.restoreAllMocks()
        throw new Error('nothing can be read')
      }
      isFirst = false
      const call = await prepareCalls(...given)
      // It was in hand for so long, behind slow calls.
      pass()
      return call
    }).finally(() => vi.restoreAllMocks())
    expect(called()).toBe(before)
  },
)

test('what has changed between the claim and the call is called no more', async () => {
  const change = {
    erased: `update leads set stage = 'erased', email = null where id = LEAD`,
    blocked: `update leads set stage = 'blocked' where id = LEAD`,
    removed: `update leads set deleted_at = now() where id = LEAD`,
    edited: `update send_integrations set state = 'draft' where department = DEPARTMENT`,
    // Its lease is as long as calls were.
    slower: `update send_integrations set total_timeout = 120, version = version + 1
      where department = DEPARTMENT`,
    pushOff: `update send_integrations set push_active = false where department = DEPARTMENT`,
    paused: `update broker_departments set is_active = false where id = DEPARTMENT`,
    over: `update brokers set is_active = false
      where id = (select broker_id from broker_departments where id = DEPARTMENT)`,
  }
  const found: Record<string, unknown> = {}
  for (const [name, statement] of Object.entries(change)) {
    await sending.clearLine()
    const department = await sending.department('success')
    const [lead = 0] = await sending.leads(1)
    await sending.plan([lead], { departments: [department] })
    const before = called()
    const { claimed } = await sending.claim()
    expect(claimed).toHaveLength(1)
    await sending.query(
      statement.replace('LEAD', String(lead)).replace('DEPARTMENT', String(department)),
    )
    await sending.write(await sending.call(claimed))
    // Claimed once more, it waits as what rests does, and nothing is asked in a circle.
    await sending.pass()
    await sending.claim()
    const [{ state, failure_status, attempts }] = await sending.sends(department)
    found[name] = [called() - before, state, failure_status, attempts]
  }
  const rests = [0, 'waiting', 'Integration paused', 1]
  const gone = [0, 'skipped', 'Invalid data', 1]
  expect(found).toEqual({
    erased: gone,
    slower: [0, 'sending', null, 2],
    blocked: [0, 'skipped', 'Black list', 1],
    removed: gone,
    edited: rests,
    pushOff: rests,
    paused: rests,
    over: rests,
  })
})

test('an integration that was changed a moment ago is called as it is now', async () => {
  const department = await sending.department('rejected')
  const [first = 0, second = 0] = await sending.leads(2)
  await sending.plan([first], { departments: [department] })
  await sending.work()
  await sending.query(`
    update send_integrations set url = '${sending.fake.origin}/success', version = version + 1
    where department = ${department}`)
  await sending.plan([second], { departments: [department] })
  await sending.work()
  expect((await sending.sends(department)).map(({ state }) => state)).toEqual(['rejected', 'sent'])
})

test('what waits for a department that was deleted meanwhile goes to the next one, or ends', async () => {
  const first = await sending.department('success', { department: { priority: 1 } })
  const second = await sending.department('success', { department: { priority: 2 } })
  const leads = await sending.leads(2)
  await sending.plan(leads.slice(0, 1), { departments: [first, second] })
  await sending.plan(leads.slice(1), { departments: [first] })
  // It was looked at just before these were planned.
  await sending.query(`update broker_departments set deleted_at = now() where id = ${first}`)
  await work(first)
  await work(second)
  expect(await states(first)).toEqual({ skipped: 2 })
  expect(await states(second)).toEqual({ sent: 1 })
})

test('what waits for an integration that was archived goes to the next department, or ends', async () => {
  const first = await sending.department('success', { department: { priority: 1 } })
  const second = await sending.department('success', { department: { priority: 2 } })
  const leads = await sending.leads(2)
  await sending.plan(leads.slice(0, 1), { departments: [first, second] })
  await sending.plan(leads.slice(1), { departments: [first] })
  const [{ id }] = await sending.query(`
    update send_integrations set state = 'paused' where department = ${first} returning id`)
  await work(first)
  expect(await states(first)).toEqual({ waiting: 2 })
  const admin = await sending.server.as('Administrator')
  const { status } = await admin.post(`/send/integration/${id}/archive`)
  expect(status).toBe(200)
  await work(first)
  await work(second)
  expect(await sending.sends(first)).toMatchObject([
    { state: 'skipped', failure_message: expect.stringContaining('The integration is archived') },
    { state: 'skipped' },
  ])
  expect(await states(second)).toEqual({ sent: 1 })
})

test.runIf(process.env['TEST_DATABASE_URL'])(
  'nothing is put in line for a department that is being deleted',
  async () => {
    const department = await sending.department('success')
    const leads = await sending.leads(2)
    const { plan } = await sending.server.backend.database.sql
      .transaction()
      .execute(async (its) => {
        await sql`
        with held as (select id from broker_departments where id = ${department} for update)
        update broker_departments set deleted_at = now() where id in (select id from held)`.execute(
          its,
        )
        const begun = sending.plan(leads, { departments: [department] })
        await pause(300)
        return { plan: begun }
      })
    await plan
    expect(await states(department)).toEqual({ skipped: 2 })
  },
)

test('a lead that is blocked behind a slow call is not called for', async () => {
  const department = await sending.department('slow')
  const [first = 0, second = 0] = await sending.leads(2)
  sending.fake.options.slowMs = 1_300
  await sending.plan([first, second], { departments: [department] })
  const worker = createSendWorker(sending.server.backend, { calls: 1 })
  const before = called()
  worker.start()
  try {
    await vi.waitFor(async () => {
      expect(called()).toBe(before + 1)
      expect(await states(department)).toEqual({ sending: 2 })
    }, 5_000)
    await sending.query(`update leads set stage = 'blocked' where id = ${second}`)
    await vi.waitFor(async () => {
      expect(await states(department)).toEqual({ sent: 1, skipped: 1 })
    }, 45_000)
  } finally {
    await worker.stop()
    delete sending.fake.options.slowMs
  }
  expect(called()).toBe(before + 1)
})

test('a rotation shares leads by weight, explains itself and goes on after a refusal', async () => {
  const first = await sending.department('rejected', { department: { priority: 1 } })
  const second = await sending.department('success', { department: { priority: 2, weight: 30 } })
  const third = await sending.department('success', { department: { priority: 2, weight: 10 } })
  const never = await sending.department('success', { department: { priority: 1, weight: 0 } })
  const leads = await sending.leads(40)
  const departments = [never, third, second, first]
  await sending.plan(leads.slice(0, 1), { departments })
  const [planned] = await sending.sends(first)
  expect(planned.plan.map((one: { department: number }) => one.department)).toEqual([
    first,
    second,
    third,
    never,
  ])
  expect(planned.others).toEqual([second, third])
  await work(first)
  await work(second)
  await work(third)
  const ended = [...(await sending.sends(second)), ...(await sending.sends(third))]
  expect(ended.map(({ state }) => state)).toEqual(['sent'])
  await sending.plan(leads.slice(1), { departments: [third, second] })
  expect((await sending.sends(second)).length).toBeGreaterThan(25)
  expect((await sending.sends(third)).length).toBeGreaterThanOrEqual(9)
})

test('of departments that have had the same share the older one comes first', async () => {
  const [older, newer] = [await sending.department('success'), await sending.department('success')]
  for (const lead of await sending.leads(4)) {
    await sending.plan([lead], { departments: [newer, older] })
  }
  const order = [...(await sending.sends(older)), ...(await sending.sends(newer))]
    .toSorted((one, other) => one.id - other.id)
    .map((one) => one.department)
  expect(order).toEqual([older, newer, older, newer])
})

test('after an unknown outcome no other department gets the lead', async () => {
  const first = await sending.department('unmatched', { department: { priority: 1 } })
  const second = await sending.department('success', { department: { priority: 2 } })
  await sending.plan(await sending.leads(1), { departments: [first, second] })
  await work(first)
  expect([await states(first), await states(second)]).toEqual([{ unknown: 1 }, {}])
})

test('an integration keeps to its rate and to its calls at once', async () => {
  const slow = await sending.department('success', {
    integration: { rate_count: 5, rate_seconds: 1, concurrency: 2 },
  })
  const begun = Date.now()
  await sending.plan(await sending.leads(8), { departments: [slow] })
  await work(slow, 2)
  expect(Date.now() - begun).toBeGreaterThan(1_300)
  expect(await states(slow)).toEqual({ sent: 8 })
})

test.each([
  ['without a burst', 1, 1],
  ['of a burst of three', 3, 3],
])('after a rest, calls %s come together', async (_, rate_burst, expected) => {
  await sending.clearLine()
  const department = await sending.department('success', {
    integration: { rate_count: 1, rate_seconds: 3_600, rate_burst, concurrency: 20 },
  })
  await sending.plan(await sending.leads(5), { departments: [department] })
  expect((await sending.claim()).claimed).toHaveLength(expected)
  expect((await sending.claim()).claimed).toHaveLength(0)
  await sending.clearLine()
})

test('errors in a row let an integration rest, and who may mend it hears of it', async () => {
  const admin = await sending.server.as('Administrator')
  const department = await sending.department('error', {
    integration: { breaker_errors: 3, concurrency: 1 },
  })
  await sending.plan(await sending.leads(5), { departments: [department] })
  await work(department)
  expect(await states(department)).toEqual({ unknown: 3, waiting: 2 })
  const [{ state, id }] = await sending.query(
    `select id, state from send_integrations where department = ${department}`,
  )
  expect(state).toBe('auto_paused')
  const notices = (await admin.get('/profile/notification/search')).body.data
  expect(JSON.stringify(notices)).toContain('was paused by itself')
  await admin.post(`/send/integration/${id}/activate`)
  await sending.query(
    `update send_integrations set url = '${sending.fake.origin}/success' where id = ${id}`,
  )
  const [{ wakes }] = await sending.query(
    `select count(*)::int as wakes from sends where department = ${department} and next_attempt_at <= now()`,
  )
  expect(wakes).toBe(2)
})

test('a department that is closed gets its leads when it opens', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).getUTCDay()
  const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][tomorrow]
  const hours = [{ day, from: '09:00', to: '10:00' }]
  const waits = await sending.department('success', { department: { opening_hours: hours } })
  const skips = await sending.department('success', {
    department: { opening_hours: hours, off_hours_action: 'skip' },
  })
  for (const department of [waits, skips]) {
    await sending.plan(await sending.leads(1), { departments: [department] })
  }
  const [waiting] = await sending.sends(waits)
  expect(waiting).toMatchObject({ state: 'waiting', failure_status: 'Outside opening hours' })
  expect(new Date(waiting.next_attempt_at).getUTCHours()).toBe(9)
  expect(await states(skips)).toEqual({ skipped: 1 })
})

test('leads are planned part by part, each with a key of its own', async () => {
  const department = await sending.department('success')
  const leads = await sending.leads(2_000)
  for (let from = 0; from < leads.length; from += 500) {
    await sending.plan(leads.slice(from, from + 500), { departments: [department] })
  }
  expect(await states(department)).toEqual({ pending: 2_000 })
  const keys = new Set((await sending.sends(department)).map(({ send_key }) => send_key))
  expect(keys.size).toBe(2_000)
})
