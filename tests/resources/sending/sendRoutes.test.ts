import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { watchRows } from '../../fixtures/work/mostRows.ts'
import { arabic } from '../../arabic.ts'
import { createSending, type Sending } from '../../fixtures/sending/sending.ts'
import type { Client } from '../../fixtures/server.ts'
import { countWaiting, othersWait } from '../../fixtures/work/waiting.ts'

let sending: Sending
let sender: Client

beforeAll(async () => {
  sending = await createSending({})
  sender = await sending.server.as('Sender')
  await sending.server.backend.jobs.work()
}, 60_000)
afterAll(() => sending.close())

async function start(ids: readonly number[], values: object, client = sender): Promise<number> {
  const preview = await client.post('/lead/send/preview', { ids, values })
  expect(preview.status).toBe(200)
  const { confirm_token } = preview.body.data
  const body = { ids, values, confirm_token, expected_count: ids.length }
  const { status, body: answer } = await client.post('/lead/send', body)
  expect(status).toBe(202)
  return answer.data.job_id
}

const job = (id: number, state: string) =>
  vi.waitFor(async () => {
    const { data } = (await sender.get(`/profile/job/${id}`)).body
    expect(data.state).toBe(state)
    return data
  }, 45_000)

describe('sending', () => {
  test('16.3.12: needs the permission and a user who is a sender', async () => {
    const department = await sending.department('success')
    const [lead] = await sending.leads(1)
    const body = { ids: [lead], values: { departments: [department] } }
    const names = ['lead.send', 'lead.view', 'lead.single.view'] as const
    const nobody = await sending.server.user(names)
    expect((await nobody.post('/lead/send/preview', body)).status).toBe(403)
    const more = { ...body, expected_count: 1, confirm_token: 'x' }
    expect((await nobody.post('/lead/send', more)).status).toBe(403)
    const analyst = await sending.server.as('Analyst')
    expect((await analyst.post('/lead/send/preview', body)).status).toBe(403)
    expect((await sender.post('/lead/send/preview', body)).status).toBe(200)
  })

  test('16.3.13: of more than 500 leads needs a department that takes a lot', async () => {
    const department = await sending.department('success')
    const ids = await sending.leads(501)
    const values = { departments: [department] }
    const { status, body } = await sender.post('/lead/send/preview', { ids, values })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['departments']])
    const few = ids.slice(0, 500)
    expect((await sender.post('/lead/send/preview', { ids: few, values })).status).toBe(200)
    const allow = (send_a_lot: boolean) =>
      sending.query(
        `update broker_departments set send_a_lot = ${send_a_lot} where id = ${department}`,
      )
    await allow(true)
    const preview = await sender.post('/lead/send/preview', { ids, values })
    expect(preview.status).toBe(200)
    // What was previewed is refused where the department may not any more.
    await allow(false)
    const { confirm_token } = preview.body.data
    const asked = { ids, values, confirm_token, expected_count: 501 }
    const jobs = () => sending.query(`select id from jobs where type = 'sends.lead_send'`)
    const before = await jobs()
    const refused = await sender.post('/lead/send', asked)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['departments']])
    expect([await jobs(), await sending.sends(department)]).toEqual([before, []])
    await allow(true)
    const begun = await sender.post('/lead/send', asked)
    expect(begun.status).toBe(202)
    // Nothing of it goes on beside what is tested next.
    const { job_id } = begun.body.data
    await sender.post(`/profile/job/${job_id}/cancel`)
    await job(job_id, 'cancelled')
  })

  test('M9: takes no full card number as a note', async () => {
    const department = await sending.department('success')
    const ids = await sending.leads(1)
    const values = { departments: [department], note: 'card 4111 1111 1111 1111' }
    const { body } = await sender.post('/lead/send/preview', { ids, values })
    const { confirm_token } = body.data
    const asked = { ids, values, confirm_token, expected_count: 1 }
    const refused = await sender.post('/lead/send', asked)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { note: ['A full card number must never be stored'] },
    ])
  })

  test('shows what would be sent where a token is asked for first', async () => {
    const department = await sending.department('success')
    await sending.query(
      `update send_integrations set auth_type = 'oauth2_client' where department = ${department}`,
    )
    const ids = await sending.leads(1)
    const asked = { ids, values: { departments: [department] } }
    const { body } = await sender.post('/lead/send/preview', asked)
    expect(body.data.sample).toMatchObject({ department, body: expect.stringContaining('•') })
  })

  test('M6: counts what a filter matches before it reads it', async () => {
    const department = await sending.department('success')
    const leads = await sending.leads(501, { first_name: 'Countess' })
    const asked = { filter: { first_name: 'Countess' }, values: { departments: [department] } }
    const mostRows = watchRows(sending.server.backend.database)
    expect((await sender.post('/lead/send/preview', asked)).status).toBe(422)
    const stale = { ...asked, expected_count: 500, confirm_token: 'x' }
    const { status, body } = await sender.post('/lead/send', stale)
    expect([status, body.errors]).toEqual([409, { expected_count: [String(leads.length)] }])
    expect(mostRows()).toBeLessThan(10)
  })

  test('6.1: shows no more as sent than a cap has room for, and where the others go', async () => {
    const admin = await sending.server.as('Administrator')
    const capped = async (cap_action: string, limit: number) => {
      const department = await sending.department('success', { department: { cap_action } })
      const caps = [{ period: 'day', counts: 'accepted', limit }]
      expect((await admin.put(`/broker/department/${department}`, { caps })).status).toBe(200)
      return department
    }
    const [skips, waits] = [await capped('skip', 3), await capped('wait', 1)]
    const ids = await sending.leads(5)
    const preview = async (departments: readonly number[], more: object = {}) => {
      const values = { departments, ...more }
      const { data } = (await sender.post('/lead/send/preview', { ids, values })).body
      const reasons = data.reasons.map((one: any) => [one.status, one.waits, one.count])
      const counts = data.departments.map(({ count }: any) => count)
      return { sent: data.planned, waiting: data.waiting, counts, reasons }
    }
    const reasons = [['Cap reached', false, 2]]
    expect(await preview([skips])).toEqual({ sent: 3, waiting: 0, counts: [3], reasons })
    const kept = [['Cap reached', true, 4]]
    expect(await preview([waits])).toEqual({ sent: 5, waiting: 4, counts: [5], reasons: kept })
    expect(await preview([skips, waits])).toMatchObject({ sent: 4, counts: [3, 1] })
    const values = { departments: [skips, waits] }
    const { data } = (await sender.post('/lead/send/preview', { ids, values })).body
    expect(data.reasons).toMatchObject([
      { department: skips, message: expect.stringMatching(/^It takes 3 leads a day; there is/) },
    ])
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect(await preview([skips], { scheduled_at: tomorrow })).toMatchObject({ sent: 5 })
  })

  test('6.3: shows of a rotation over many leads what each department gets', async () => {
    const departments = [await sending.department('success'), await sending.department('success')]
    const before = await sending.leads(60)
    await sending.plan(before, { departments: departments.slice(0, 1) })
    const ids = await sending.leads(300)
    const { body } = await sender.post('/lead/send/preview', { ids, values: { departments } })
    expect(body.data.departments.map(({ count }: any) => count)).toEqual([120, 180])
    await sending.clearLine()
  })

  test('6.2: what goes later is looked at as it is then: caps, opening hours and the lead’s own times', async () => {
    const admin = await sending.server.as('Administrator')
    const skips = { cap_action: 'skip', off_hours_action: 'skip' }
    const department = await sending.department('success', { department: skips })
    const caps = [{ period: 'day', counts: 'accepted', limit: 1 }]
    await admin.put(`/broker/department/${department}`, { caps })
    await sending.plan(await sending.leads(1), { departments: [department] })
    await vi.waitFor(async () => {
      expect((await sending.sends(department))[0].state).toBe('sent')
    }, 45_000)
    const day = 86_400_000
    const in2days = new Date(Date.now() + 2 * day)
    const weekday = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][in2days.getUTCDay()]
    const opening_hours = [{ day: weekday, from: '00:00', to: '00:00' }]
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const ids = await sending.leads(2, { not_available_till: soon })
    const outlook = async (values: object) => {
      const asked = { ids, values: { departments: [department], ...values } }
      const { planned, waiting, reasons } = (await sender.post('/lead/send/preview', asked)).body
        .data
      return [planned, waiting, reasons.map((one: any) => one.status)]
    }
    expect(await outlook({})).toEqual([0, 0, ['Not available yet']])
    const scheduled_at = in2days.toISOString()
    expect(await outlook({ scheduled_at })).toEqual([2, 0, []])
    await admin.put(`/broker/department/${department}`, { opening_hours })
    expect(await outlook({ scheduled_at })).toEqual([2, 0, []])
    await sending.query(`update leads set not_available_till = null where id in (${ids.join()})`)
    expect(await outlook({})).toEqual([0, 0, ['Cap reached']])
    expect(await outlook({ pacing: { per_day: 1 } })).toEqual([2, 0, []])
    const id = await start(ids, { departments: [department], scheduled_at })
    await vi.waitFor(async () => {
      const [, ...later] = await sending.sends(department)
      expect(later.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    }, 45_000)
    await sender.post(`/profile/job/${id}/cancel`)
    await job(id, 'cancelled')
  })

  test('is refused at a pace that takes years', async () => {
    const department = await sending.department('success')
    const ids = await sending.leads(2)
    const preview = async (pacing: object) => {
      const values = { departments: [department], pacing }
      const { status, body } = await sender.post('/lead/send/preview', { ids, values })
      return [status, body.errors?.pacing?.[0]]
    }
    const slow = [
      422,
      'At this pace the last lead goes in more than a year: choose a faster one, or fewer leads',
    ]
    await sending.query(`update broker_departments set send_a_lot = true where id = ${department}`)
    expect(await preview({ per_day: 1, weekdays: ['mon'] })).toEqual([200, undefined])
    ids.push(...(await sending.leads(58)))
    expect(await preview({ per_day: 1, weekdays: ['mon'] })).toEqual(slow)
    expect(await preview({ per_day: 1 })).toEqual([200, undefined])
    expect(await preview({ interval_min: 86_400, weekdays: ['mon'] })).toEqual(slow)
    const values = { departments: [department], pacing: { interval_min: 50, interval_max: 10 } }
    const { status, body } = await sender.post('/lead/send/preview', { ids, values })
    const least = 'The least pause is 50 seconds: enter as many or more'
    expect([status, body.errors]).toEqual([422, { 'pacing.interval_max': [least] }])
  })

  test('is refused at a moment that is past, or years ahead', async () => {
    const department = await sending.department('success')
    const ids = await sending.leads(1)
    const preview = async (ms: number) => {
      const scheduled_at = new Date(Date.now() + ms).toISOString()
      const values = { departments: [department], scheduled_at }
      const { status, body } = await sender.post('/lead/send/preview', { ids, values })
      return [status, body.errors?.scheduled_at?.[0]]
    }
    const day = 86_400_000
    expect(await preview(-day)).toEqual([
      422,
      'This moment is past: choose a later one, or send now',
    ])
    expect(await preview(400 * day)).toEqual([422, 'Choose a moment within a year'])
    expect(await preview(-60_000)).toEqual([200, undefined])
    expect(await preview(300 * day)).toEqual([200, undefined])
  })

  test('M6: looks at fewer leads one by one for many departments', async () => {
    const departments: number[] = []
    while (departments.length < 20) departments.push(await sending.department('success'))
    await sending.query('update broker_departments set send_a_lot = true')
    await sending.leads(5_100, { first_name: 'Viscount' })
    const asked = { filter: { first_name: 'Viscount' }, values: { departments } }
    const { body } = await sender.post('/lead/send/preview', asked)
    expect(body.data).toMatchObject({ count: 5_100, checked: 5_000 })
  })

  test.each([
    ['by a filter', { filter: { first_name: 'Nobody' } }],
    ['of many leads', { ids: Array.from({ length: 100 }, (_, at) => at + 1) }],
  ])('M6: is heavy work %s, of which a user has less under way', async (_which, selected) => {
    const { database } = sending.server.backend
    // The embedded database has one connection, at which nobody waits for a lock of others.
    if (database.kind === 'embedded') return
    const department = await sending.department('success')
    const asked = { ...selected, values: { departments: [department] } }
    const user = await sending.server.as('Sender')
    await database.sql.transaction().execute(async (holder) => {
      await sql`lock table leads`.execute(holder)
      const previews = Array.from({ length: 6 }, () => user.post('/lead/send/preview', asked))
      await othersWait(database, holder, 2)
      // While these wait there is room for light work: none of the previews has taken it.
      expect((await user.get('/profile')).status).toBe(200)
      await expect.poll(() => countWaiting(holder, ') counted')).toBe(2)
      await sql`rollback`.execute(holder)
      await Promise.all(previews)
    })
  })

  test('shows first what becomes of each lead, and masks whom it would send', async () => {
    const department = await sending.department('success')
    const good = await sending.leads(3)
    const later = [
      ...(await sending.leads(1, { not_available_till: '2091-01-01T00:00:00Z' })),
      ...(await sending.leads(1, { not_available_till: '2090-01-01T08:30:00Z' })),
    ]
    const ids = [...good, ...later]
    const { body } = await sender.post('/lead/send/preview', {
      ids,
      values: { departments: [department] },
    })
    expect(body.data).toMatchObject({
      count: 5,
      planned: 3,
      skipped: 2,
      reasons: [
        {
          status: 'Not available yet',
          message: 'The first of them is available from 2090-01-01 at 08:30 (UTC)',
          count: 2,
          leads: [{ id: later[0] }, { id: later[1] }],
          others: [],
        },
      ],
      sample: { department, method: 'POST' },
    })
    expect(JSON.stringify(body)).not.toContain('@example.com')
  })

  test('says of each department of a rotation why it does not take a lead', async () => {
    const cap = { period: 'total', limit: 1, counts: 'accepted', country: null, source: null }
    const [old, full, tests] = [
      await sending.department('success', { department: { max_lead_age_days: 1 } }),
      await sending.department('success'),
      await sending.department('success', { department: { is_test: true } }),
    ]
    const admin = await sending.server.as('Administrator')
    await admin.put(`/broker/department/${full}`, { caps: [cap] })
    await sending.plan(await sending.leads(1), { departments: [full] })
    await vi.waitFor(async () => {
      expect((await sending.sends(full)).map(({ state }) => state)).toEqual(['sent'])
    }, 45_000)
    const ids = await sending.leads(2, { created_at: '2026-01-01T00:00:00Z' })
    const later = await sending.leads(1, { not_available_till: '2090-01-01T08:30:00Z' })
    const values = { departments: [old, full, tests] }
    const { body } = await sender.post('/lead/send/preview', { ids: [...ids, ...later], values })
    const onlyTests = {
      department: tests,
      status: 'Invalid data',
      message: 'Test leads go to test departments alone, and other leads never',
    }
    expect(body.data.reasons).toMatchObject([
      {
        department: old,
        status: 'Invalid data',
        count: 2,
        others: [
          { department: full, status: 'Cap reached', message: expect.stringContaining('1') },
          onlyTests,
        ],
      },
      {
        department: old,
        status: 'Not available yet',
        message: 'It is available from 2090-01-01 at 08:30 (UTC)',
        count: 1,
        others: [],
      },
    ])
  })

  test('says why none takes some leads once, whose turn ever it was', async () => {
    const department = { max_lead_age_days: 1 }
    const departments = [
      await sending.department('success', { department }),
      await sending.department('success', { department }),
    ]
    const created_at = new Date(Date.now() - 86_340_000).toISOString()
    // The first leads go, so that the turn passes on between those that do not.
    const ids = []
    for (let at = 0; at < 3; at += 1) {
      ids.push(...(await sending.leads(1, { created_at })))
      ids.push(...(await sending.leads(1, { created_at: '2026-01-01T00:00:00Z' })))
    }
    const later = await sending.leads(2, { not_available_till: '2090-01-01T08:30:00Z' })
    const asked = { ids: [...ids, ...later], values: { departments } }
    const { data } = (await sender.post('/lead/send/preview', asked)).body
    expect(data.departments.map(({ count }: { count: number }) => count)).not.toContain(0)
    expect(data.reasons.map((one: any) => [one.department, one.count, one.others.length])).toEqual([
      [departments[0], 3, 1],
      [departments[0], 2, 0],
    ])
  })

  test('says before which of several causes leaves a lead out', async () => {
    const department = await sending.department('success', {
      department: { max_lead_age_days: 1 },
    })
    const tests = await sending.leads(2, { is_test: true })
    const old = await sending.leads(1, { created_at: '2026-01-01T00:00:00Z' })
    const values = { departments: [department] }
    const { body } = await sender.post('/lead/send/preview', { ids: [...tests, ...old], values })
    expect(body.data.reasons.map((one: any) => [one.status, one.message, one.count])).toEqual([
      ['Invalid data', 'Test leads go to test departments alone, and other leads never', 2],
      ['Invalid data', 'The lead is older than the one day that the department takes', 1],
    ])
  })

  test('holds to what was previewed', async () => {
    const department = await sending.department('success')
    const ids = await sending.leads(2)
    const values = { departments: [department] }
    const { body } = await sender.post('/lead/send/preview', { ids, values })
    const { confirm_token } = body.data
    const asked = { ids, values, confirm_token, expected_count: 2 }
    const other = { ...values, is_canary: true }
    expect((await sender.post('/lead/send', { ...asked, expected_count: 3 })).status).toBe(409)
    expect((await sender.post('/lead/send', { ...asked, values: other })).status).toBe(409)
    const colleague = await sending.server.as('Sender')
    expect((await colleague.post('/lead/send', asked)).status).toBe(409)
    const begun = await sender.post('/lead/send', asked)
    expect(begun.status).toBe(202)
    const [line] = await sending.query(
      `select * from audit_log where action = 'job_start' order by id desc limit 1`,
    )
    expect(line).toMatchObject({
      user_id: sender.id,
      resource: 'leads',
      job_id: begun.body.data.job_id,
      ip: '127.0.0.1',
      detail: { type: 'sends.lead_send', leads: 2, departments: [department] },
    })
  })
})

test.each([
  ['three, unless somebody says otherwise,', {}, 3],
  ['as many as somebody says', { max_departments: 4 }, 4],
  ['one alone', { max_departments: 1 }, 1],
])('6.3: a rotation offers a lead to %s of its departments', async (_, values, offered) => {
  const departments: number[] = []
  for (let more = 0; more < 5; more += 1) departments.push(await sending.department('rejected'))
  const id = await start(await sending.leads(1), { departments, ...values })
  await job(id, 'finished_with_errors')
  const sends = (await Promise.all(departments.map((one) => sending.sends(one)))).flat()
  expect(sends.map(({ state }) => state)).toEqual(Array(offered).fill('rejected'))
})

test('the leads of sends in the history go elsewhere, each once, for those who may look at the history', async () => {
  const [first, second] = [
    await sending.department('rejected'),
    await sending.department('success'),
  ]
  const ids = await sending.leads(2)
  await job(await start(ids, { departments: [first] }), 'finished_with_errors')
  await job(await start(ids.slice(0, 1), { departments: [first] }), 'finished_with_errors')
  const values = { departments: [second] }
  const selection = { of: 'sends', filter: { department: first, state: 'rejected' } }
  const asked = { ...selection, values }
  const { status, body } = await sender.post('/lead/send/preview', asked)
  expect([status, body.data]).toMatchObject([200, { count: 2, planned: 2 }])
  const { confirm_token } = body.data
  const sent = await sender.post('/lead/send', { ...asked, confirm_token, expected_count: 2 })
  expect(await job(sent.body.data.job_id, 'finished')).toMatchObject({ total: 2, processed: 2 })
  expect((await sending.sends(second)).map(({ lead }) => lead).toSorted()).toEqual(ids.toSorted())
  const other = await sending.server.user(['lead.view', 'lead.single.view', 'lead.send'], {
    is_sender: true,
  })
  const blind = await other.post('/lead/send/preview', {
    ...asked,
    filter: undefined,
    ids: (await sending.sends(first)).map(({ id }) => id),
  })
  expect([blind.status, blind.body.data?.count]).toEqual([200, 0])
})

test('a send that is asked for again with its key, as after a cut connection, begins once', async () => {
  const department = await sending.department('success')
  const ids = await sending.leads(2)
  const values = { departments: [department] }
  const { confirm_token } = (await sender.post('/lead/send/preview', { ids, values })).body.data
  const asked = { ids, values, confirm_token, expected_count: 2 }
  const keyed = sender.keyed(`send-${department}`)
  const answers = await Promise.all([1, 2].map(() => keyed.post('/lead/send', asked)))
  answers.push(await keyed.post('/lead/send', asked))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
  expect(new Set(answers.map(({ body }) => body.data.job_id)).size).toBe(1)
  expect((await keyed.post('/lead/send', { ...asked, expected_count: 3 })).status).toBe(422)
})

describe('the job of a send', () => {
  test('ends when its sends have ended, and counts them', async () => {
    const department = await sending.department('success')
    const good = await sending.leads(4)
    const test = await sending.leads(1, { is_test: true })
    const id = await start([...good, ...test], { departments: [department] })
    expect(await job(id, 'finished')).toMatchObject({
      total: 5,
      processed: 5,
      failed: 0,
      result: { sent: 4, skipped: 1 },
    })
    expect(sending.fake.accepted.length).toBeGreaterThanOrEqual(4)
  })

  test('4.2: counts what may have been accepted apart from what failed, and says where it is settled', async () => {
    const department = await sending.department('error-after-accept', {
      integration: { concurrency: 1 },
    })
    const id = await start(await sending.leads(2), { departments: [department] })
    expect(await job(id, 'finished')).toMatchObject({
      processed: 2,
      failed: 0,
      result: { unknown: 2 },
      message: 'Unknown outcomes: 2. Settle them in the send history, under “Needs a check”.',
    })
    const { data } = (await sender.get('/profile/notification/search')).body
    expect(data.find((one: any) => one.resource === 'jobs' && one.record_id === id)).toMatchObject({
      event: 'job_finished',
      message: expect.stringMatching(/2 processed\. Unknown outcomes: 2\./),
    })
  })

  test('specification 1: is in the sent leads of the dashboard, or in those that failed, but for tests', async () => {
    const admin = await sending.server.as('Administrator')
    const cards = async () => {
      const { data } = (await admin.get('/dashboard')).body
      const valueOf = (label: string) =>
        data.find((one: { label: string }) => one.label === label).value
      return [valueOf('leads_sent_successfully'), valueOf('leads_sent_failed')]
    }
    const [sent, failed] = await cards()
    const good = await sending.department('success', { department: { is_test: true } })
    await job(
      await start(await sending.leads(2), { departments: [await sending.department('success')] }),
      'finished',
    )
    await job(
      await start(await sending.leads(1, { is_test: true }), { departments: [good] }),
      'finished',
    )
    const bad = await sending.department('rejected')
    const id = await start(await sending.leads(3), { departments: [bad] })
    await vi.waitFor(async () => {
      const { data } = (await sender.get(`/profile/job/${id}`)).body
      expect(data.state).toMatch(/^finished/)
    }, 45_000)
    expect(await cards()).toEqual([sent + 2, failed + 3])
  })

  test('16.3.20: stops after a canary whose five leads all failed', async () => {
    const department = await sending.department('rejected')
    const ids = await sending.leads(8)
    const id = await start(ids, { departments: [department], is_canary: true })
    const paused = await job(id, 'paused')
    expect(paused).toMatchObject({ total: 8, processed: 5, failed: 5 })
    expect(paused.message).toContain('5')
    const asked = { event: 'job_paused', resource: 'jobs', record_id: id }
    const { data } = (await sender.get('/profile/notification/search')).body
    expect(data).toContainEqual(expect.objectContaining(asked))
    expect(await sending.sends(department)).toHaveLength(5)
    await sender.post(`/profile/job/${id}/resume`)
    // What the job asked is answered: at its end it asks no more.
    expect(await job(id, 'finished_with_errors')).toMatchObject({
      processed: 8,
      failed: 8,
      message: null,
    })
  })

  test('G5: asks after a canary of leads that were left out, and once more after the first calls', async () => {
    const department = await sending.department('success')
    const later = { not_available_till: '2090-01-01T00:00:00Z' }
    const ids = [...(await sending.leads(5, later)), ...(await sending.leads(7))]
    const id = await start(ids, { departments: [department], is_canary: true })
    expect(await job(id, 'paused')).toMatchObject({ processed: 5, result: { skipped: 5 } })
    expect(await sending.sends(department)).toHaveLength(5)
    await sending.query(
      `update send_integrations set concurrency = 1 where department = ${department}`,
    )
    await sender.post(`/profile/job/${id}/resume`)
    await vi.waitFor(async () => {
      const { data } = (await sender.get(`/profile/job/${id}`)).body
      expect([data.state, data.processed >= 10]).toEqual(['paused', true])
    }, 45_000)
    await sender.post(`/profile/job/${id}/resume`)
    expect(await job(id, 'finished')).toMatchObject({ processed: 12, failed: 0 })
  })

  test.each(['draft', 'auto_paused'])(
    'G5: after a canary, leads wait for an integration that is %s meanwhile',
    async (state) => {
      const department = await sending.department('success')
      const id = await start(await sending.leads(7), { departments: [department], is_canary: true })
      await job(id, 'paused')
      const put = (next: string) =>
        sending.query(`
          update send_integrations set state = '${next}' where department = ${department} returning id`)
      const [{ id: integration }] = await put(state)
      await sender.post(`/profile/job/${id}/resume`)
      await vi.waitFor(async () => {
        const [one, two] = (await sending.sends(department)).slice(5)
        expect([one, two]).toEqual(
          Array(2).fill(
            expect.objectContaining({
              state: 'waiting',
              failure_status: 'Integration paused',
              integration,
            }),
          ),
        )
      }, 45_000)
      await put('tested')
      const admin = await sending.server.as('Administrator')
      expect((await admin.post(`/send/integration/${integration}/activate`)).status).toBe(200)
      expect(await job(id, 'finished')).toMatchObject({ processed: 7, result: { sent: 7 } })
    },
  )

  test('leads of a later part wait for an integration that rests since the first was put in line', async () => {
    const department = await sending.department('success', { department: { send_a_lot: true } })
    await sending.query(`
      create function rest() returns trigger language plpgsql as $$ begin
        update send_integrations set state = 'auto_paused' where department = ${department};
        return null;
      end $$`)
    await sending.query('create trigger rest after insert on sends execute function rest()')
    const id = await start(await sending.leads(501), { departments: [department] })
    try {
      await vi.waitFor(
        async () => expect(await sending.sends(department)).toHaveLength(501),
        20_000,
      )
    } finally {
      await sending.query('drop function rest cascade')
    }
    const last = (await sending.sends(department)).at(-1)
    expect(last).toMatchObject({ state: 'waiting', failure_status: 'Integration paused' })
    await sender.post(`/profile/job/${id}/cancel`)
    await job(id, 'cancelled')
  })

  test('G5: asks after a canary whose sends were cancelled one by one', async () => {
    const department = await sending.department('success')
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    const values = { departments: [department], is_canary: true, scheduled_at }
    const id = await start(await sending.leads(6), values)
    const sends = await vi.waitFor(async () => {
      const planned = await sending.sends(department)
      expect(planned).toHaveLength(5)
      return planned
    }, 45_000)
    // Whoever looks meanwhile reads why the sixth does not go.
    expect((await sender.get(`/profile/job/${id}`)).body.data.message).toMatch(/go first/)
    for (const one of sends) {
      expect((await sender.post(`/lead/history/${one.id}/cancel`)).status).toBe(200)
    }
    expect(await job(id, 'paused')).toMatchObject({ processed: 5, result: { cancelled: 5 } })
    expect(await sending.sends(department)).toHaveLength(5)
  })

  test('ends without the sends of people who are erased meanwhile', async () => {
    const department = await sending.department('success')
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    const leads = await sending.leads(2)
    const id = await start(leads, { departments: [department], scheduled_at })
    await vi.waitFor(async () => expect(await sending.sends(department)).toHaveLength(2), 45_000)
    const officer = await sending.server.as('Privacy officer')
    for (const lead of leads) {
      const { status } = await officer.post(`/lead/${lead}/erase`, { reason: 'Asked for it' })
      expect(status).toBe(200)
    }
    expect(await job(id, 'finished')).toMatchObject({ processed: 2, result: { cancelled: 2 } })
  })

  test('pauses by itself when too many of the first fail, and goes on when told to', async () => {
    const department = await sending.department('rejected', { integration: { concurrency: 2 } })
    const ids = await sending.leads(12)
    const id = await start(ids, { departments: [department], stop_first: 4, stop_percent: 50 })
    const paused = await job(id, 'paused')
    expect(paused.failed).toBeGreaterThanOrEqual(4)
    expect(paused.failed).toBeLessThan(12)
    const waiting = (await sending.sends(department)).filter(({ state }) => state === 'pending')
    expect(waiting.length).toBeGreaterThan(0)
    await sender.post(`/profile/job/${id}/resume`)
    expect(await job(id, 'finished_with_errors')).toMatchObject({ processed: 12, failed: 12 })
  })

  test('resumed, goes on at once also with what was to go one after another', async () => {
    const department = await sending.department('rejected')
    const ids = await sending.leads(4)
    const pacing = { interval_min: 1, interval_max: 1 }
    const rule = { stop_first: 2, stop_percent: 50 }
    const id = await start(ids, { departments: [department], pacing, ...rule })
    await job(id, 'paused')
    // What comes due while it rests is looked at again only minutes later.
    await vi.waitFor(async () => {
      const left = (await sending.sends(department)).filter(({ state }) => state === 'waiting')
      const minutes = left.map((one) => (Date.parse(one.next_attempt_at) - Date.now()) / 60_000)
      expect(minutes.map((one) => one > 2)).toEqual([true, true])
    }, 45_000)
    await sender.post(`/profile/job/${id}/resume`)
    expect(await job(id, 'finished_with_errors')).toMatchObject({ processed: 4, failed: 4 })
  })

  test('16.3.32: cancelled, lets calls in flight end and takes the rest back; the numbers add up', async () => {
    sending.fake.options.delayMs = 1_500
    const department = await sending.department('success', { integration: { concurrency: 3 } })
    const ids = await sending.leads(10)
    const id = await start(ids, { departments: [department] })
    await vi.waitFor(async () => {
      const states = (await sending.sends(department)).map(({ state }) => state)
      expect(states.filter((state) => state === 'sending')).toHaveLength(3)
    }, 45_000)
    await sender.post(`/profile/job/${id}/cancel`)
    const ended = await job(id, 'cancelled')
    sending.fake.options.delayMs = 0
    const sends = await sending.sends(department)
    const count = (state: string) => sends.filter((one) => one.state === state).length
    expect([count('sent'), count('cancelled')]).toEqual([3, 7])
    expect(ended).toMatchObject({ total: 10, pending: 7, processed: 3, failed: 0 })
    expect(ended.result).toEqual({ sent: 3, cancelled: 7 })
    expect(ended.name).toMatch(/^Send leads: /)
    const taken = sends.find(({ state }) => state === 'cancelled')
    expect(taken).toMatchObject({ failure_status: 'Cancelled', attempts: 0, holds: null })
    expect(await sending.lead(taken.lead)).toMatchObject({ stage: 'new' })
  })
})

describe('a person', () => {
  test('sends again what has failed, under the same key', async () => {
    const department = await sending.department('redirect')
    const [lead = 0] = await sending.leads(1)
    const id = await start([lead], { departments: [department] })
    await job(id, 'finished_with_errors')
    const [failed] = await sending.sends(department)
    expect(failed).toMatchObject({ state: 'failed', failure_status: 'Configuration error' })
    await sending.query(
      `update send_integrations set url = '${sending.fake.origin}/success', version = version + 1 where department = ${department}`,
    )
    await new Promise((resolve) => setTimeout(resolve, 3_100))
    const manager = await sending.server.as('Manager')
    expect((await manager.post(`/lead/history/${failed.id}/retry`)).status).toBe(403)
    expect((await sender.post(`/lead/history/${failed.id}/retry`)).status).toBe(200)
    await vi.waitFor(async () => {
      const [send] = await sending.sends(department)
      expect(send).toMatchObject({ state: 'sent', attempts: 2, send_key: failed.send_key })
    }, 45_000)
    expect(await sending.lead(lead)).toMatchObject({ stage: 'sent', accepted_count: 1 })
    expect(await job(id, 'finished_with_errors')).toMatchObject({ processed: 1, total: 1 })
  })

  test('decides many unknown outcomes at once', async () => {
    const manager = await sending.server.as('Manager')
    const department = await sending.department('unmatched')
    const leads = await sending.leads(20)
    await sending.plan(leads, { departments: [department] })
    const sends = await vi.waitFor(async () => {
      const all = await sending.sends(department)
      expect(all.map(({ state }) => state)).toEqual(leads.map(() => 'unknown'))
      return all
    }, 45_000)
    const decide = (from: number, to: number, values: object) =>
      manager.post('/lead/history/bulk/resolve', {
        ids: sends.slice(from, to).map(({ id }) => id),
        values,
      })
    expect(await decide(0, 15, { outcome: 'accepted' })).toMatchObject({
      status: 200,
      body: { message: 'Decide the outcome: done for 15 sends' },
    })
    expect((await decide(15, 18, { outcome: 'leave' })).status).toBe(200)
    const same = await decide(18, 20, { outcome: 'accepted', api_lead_id: 'B-9' })
    expect(same.body.data.failures).toHaveLength(1)
    expect((await sending.sends(department)).map(({ state }) => state)).toEqual([
      ...Array(15).fill('sent'),
      ...Array(3).fill('failed'),
      'sent',
      'unknown',
    ])
    // The day of a sender ends with nothing left to check (product.md 16.1).
    const leave = { ids: [sends[19].id], values: { outcome: 'leave' } }
    const analyst = await sending.server.as('Analyst')
    expect((await analyst.post('/lead/history/bulk/resolve', leave)).status).toBe(403)
    expect((await sender.post('/lead/history/bulk/resolve', leave)).status).toBe(200)
  })

  test('tells the second of two who decide the same what the first has decided', async () => {
    const [first, second] = [
      await sending.server.as('Manager', { name: 'Ada' }),
      await sending.server.as('Manager', { name: 'Bob' }),
    ]
    const department = await sending.department('unmatched')
    await sending.plan(await sending.leads(1), { departments: [department] })
    const send = await vi.waitFor(async () => {
      const [one] = await sending.sends(department)
      expect(one.state).toBe('unknown')
      return one
    }, 45_000)
    const decide = (one: Client, outcome: string) =>
      one.post(`/lead/history/${send.id}/resolve`, { outcome })
    expect((await decide(first, 'leave')).status).toBe(200)
    const { status, body } = await decide(second, 'accepted')
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(
        /^Ada was quicker at \d\d:\d\d: Decide the outcome – It was not accepted: leave it\. Only an unknown outcome/,
      ),
    ])
    const { body: inArabic } = await decide(second.speaking('ar'), 'accepted')
    expect(inArabic.message).toContain(
      arabic['resources.sends.actions.resolve.choices.outcome.leave'],
    )
    const again = await sending.server.as('Sender', { name: 'Cyd' })
    expect((await again.post(`/lead/history/${send.id}/retry`)).status).toBe(200)
    const late = await sender.post(`/lead/history/${send.id}/retry`)
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringMatching(/ was quicker at \d\d:\d\d: Send again\. Only what failed/),
    ])
  })

  test('decides what is unknown, and takes back what waits', async () => {
    const manager = await sending.server.as('Manager')
    const department = await sending.department('unmatched')
    const [one = 0, two = 0] = await sending.leads(2)
    await sending.plan([one, two], { departments: [department] })
    const [first, second] = await vi.waitFor(async () => {
      const sends = await sending.sends(department)
      expect(sends.map(({ state }) => state)).toEqual(['unknown', 'unknown'])
      return sends
    }, 45_000)
    const decide = (id: number, outcome: string, more = {}) =>
      manager.post(`/lead/history/${id}/resolve`, { outcome, ...more })
    expect((await decide(first.id, 'accepted', { api_lead_id: 'B-1' })).status).toBe(200)
    expect((await decide(second.id, 'leave')).status).toBe(200)
    const [decided, left] = await sending.sends(department)
    expect(decided).toMatchObject({ state: 'sent', failure_status: null, failure_message: null })
    expect(left).toMatchObject({ state: 'failed', failure_status: 'Unknown answer' })
    expect(await sending.lead(one)).toMatchObject({ stage: 'sent', api_lead_id: 'B-1' })
    expect(await sending.lead(two)).toMatchObject({ stage: 'rejected', accepted_count: 0 })
    // One ID for two leads would be one lead’s.
    const [three = 0] = await sending.leads(1)
    await sending.plan([three], { departments: [department] })
    const third = await vi.waitFor(async () => {
      const send = (await sending.sends(department))[2]
      expect(send?.state).toBe('unknown')
      return send
    }, 45_000)
    const refused = await decide(third.id, 'accepted', { api_lead_id: 'B-1' })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['api_lead_id']])
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const other = await sending.department('success')
    await sending.plan([two], { departments: [other], scheduled_at: later })
    const [waiting] = await sending.sends(other)
    expect(waiting.state).toBe('waiting')
    expect((await sender.post(`/lead/history/${waiting.id}/cancel`)).status).toBe(200)
    expect(await sending.lead(two)).toMatchObject({ stage: 'rejected' })
  })
})
