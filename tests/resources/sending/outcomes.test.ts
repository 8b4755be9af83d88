import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { dayOn, readMessage } from '#schema'

import { send as sendDeclaration } from '../../../resources/sending/send/send.ts'
import { arabic } from '../../arabic.ts'
import { createSending, type Sending } from '../../fixtures/sending/sending.ts'

let sending: Sending

beforeAll(async () => {
  sending = await createSending({ slowMs: 30_000 })
  await sending.server.backend.jobs.work()
}, 60_000)
afterAll(() => sending.close())

/** The sends of a department, as soon as none of them is under way. */
const settled = (department: number, states: readonly string[]) =>
  vi.waitFor(async () => {
    const sends = await sending.sends(department)
    expect(sends.map(({ state }) => state)).toEqual(states)
    return sends
  }, 45_000)

async function sendOne(path: string, more: Parameters<Sending['department']>[1] = {}) {
  const department = await sending.department(path, more)
  const [lead = 0] = await sending.leads(1)
  await sending.plan([lead], { departments: [department] })
  return { department, lead }
}

/** Whether a moment lies so many minutes ahead, give or take a fifth. */
function expectIn(minutes: number, at: string): void {
  const ahead = (Date.parse(at) - Date.now()) / 60_000
  expect(ahead).toBeGreaterThan(minutes * 0.75)
  expect(ahead).toBeLessThan(minutes * 1.25)
}

describe('an answer', () => {
  test('stands in the timeline of the lead, for those who may see sends', async () => {
    const { department, lead } = await sendOne('success')
    const [one] = await settled(department, ['sent'])
    const toldTo = async (...permissions: string[]) => {
      const reader = await sending.server.user(['lead.view', 'lead.single.view', ...permissions])
      const { data } = (await reader.get(`/lead/${lead}/timeline`)).body
      return data.filter(({ kind }: { kind: string }) => kind === 'event')
    }
    const about = { resource: 'sends', id: one.id }
    const events = await toldTo('lead.history.view', 'options.broker_departments.all')
    const values = { department: expect.stringContaining('Desk') }
    expect(events).toMatchObject([
      { event: 'sent', at: one.sent_at, about, values },
      { event: 'planned', at: one.created_at, about, values },
    ])
    const [unnamed] = await toldTo('lead.history.view')
    expect(unnamed.values).toEqual({ department: `#${department}` })
    expect(await toldTo()).toEqual([])
  })

  test('that the lead was taken is kept with the id, the link and the lead', async () => {
    const { department, lead } = await sendOne('success')
    const [send] = await settled(department, ['sent'])
    expect(send).toMatchObject({
      holds: true,
      attempts: 1,
      http_status: 200,
      next_attempt_at: null,
    })
    expect(send.api_lead_id).toBeTruthy()
    expect(send.auto_login).not.toContain('http')
    expect(await sending.lead(lead)).toMatchObject({
      stage: 'sent',
      accepted_count: 1,
      sends_count: 1,
      last_department: department,
      api_lead_id: send.api_lead_id,
    })
    const [attempt] = await sending.query(`select * from send_attempts where send = ${send.id}`)
    expect(attempt).toMatchObject({ number: 1, outcome: 'success', http_status: 200 })
    expect(attempt.finished_at).not.toBeNull()
  })

  test('15.3: may bring a link, which is kept for a quarter of an hour', async () => {
    const { department } = await sendOne('success')
    const [send] = await settled(department, ['sent'])
    expectIn(15, new Date(send.auto_login_until).toISOString())
    await sending.query(
      `update sends set auto_login_until = now() - interval '1 minute' where id = ${send.id}`,
    )
    await sending.server.backend.jobs.upkeep()
    const [after] = await sending.sends(department)
    expect(after).toMatchObject({ state: 'sent', auto_login: null, auto_login_until: null })
  })

  test('16.3.1: that the sign-in is wrong lets the send wait and the integration rest', async () => {
    const { department, lead } = await sendOne('auth')
    const [send] = await settled(department, ['waiting'])
    expect(send.failure_status).toBe('Authorization error')
    expect(await sending.lead(lead)).toMatchObject({ stage: 'queued' })
    const [integration] = await sending.query(
      `select id, state, pause_reason from send_integrations where department = ${department}`,
    )
    expect(integration).toMatchObject({ state: 'auto_paused', pause_reason: 'Authorization error' })
    const integrator = (await sending.server.as('Integrator')).speaking('ar')
    const { data } = (await integrator.get(`/send/integration/${integration.id}`)).body
    expect(data.pause_reason).toBe(arabic['messages.authorization_error'])
  })

  test('16.3.2: that no rule knows is unknown, stands in the work queue, and nobody is called again', async () => {
    const { department, lead } = await sendOne('unmatched')
    const [send] = await settled(department, ['unknown'])
    expect(send).toMatchObject({ holds: true, next_attempt_at: null, attempts: 1 })
    expect(await sending.lead(lead)).toMatchObject({ stage: 'check_needed' })
    expect((await sending.plan([lead], { departments: [department] })).reasons).toEqual({
      'Already sent': 1,
    })
    const { views, api } = sendDeclaration
    const { filter = {} } = views?.['Needs a check'] ?? {}
    const query = new URLSearchParams(
      Object.entries(filter).map(([name, value]) => [name, String(value)]),
    )
    const admin = await sending.server.as('Administrator')
    const queue = async () =>
      (await admin.get(`/${api}/search?${query}`)).body.data.map(({ id }: { id: number }) => id)
    expect(await queue()).toContain(send.id)

    // A day later, also when all that waits for the integration goes on.
    const calls = () => sending.fake.calls.filter((one) => one === 'POST /unmatched').length
    const before = calls()
    await sending.query(`update sends set created_at = created_at - interval '25 hours',
      answered_at = answered_at - interval '25 hours', updated_at = updated_at - interval '25 hours'
      where id = ${send.id}`)
    await admin.post(`/send/integration/${send.integration}/pause`, { reason: 'For a moment' })
    await admin.post(`/send/integration/${send.integration}/activate`)
    expect((await sending.claim()).claimed).toEqual([])
    expect([calls(), await queue()]).toEqual([before, expect.arrayContaining([send.id])])
  })

  test('16.3.5: that there is no room now is asked again after a quarter of an hour', async () => {
    const { department, lead } = await sendOne('capacity')
    const [send] = await settled(department, ['waiting'])
    expect(send).toMatchObject({ failure_status: 'No capacity', holds: true })
    expectIn(15, send.next_attempt_at)
    expect(await sending.lead(lead)).toMatchObject({ stage: 'queued' })
    await sending.query(
      `update sends set next_attempt_at = now() where id = ${send.id} and state = 'waiting'`,
    )
    const again = await vi.waitFor(async () => {
      const [one] = await sending.sends(department)
      expect(one).toMatchObject({ state: 'waiting', attempts: 2 })
      return one
    }, 45_000)
    // Later each time.
    expectIn(60, again.next_attempt_at)
  })

  test('that the lead is known or wrong is the end', async () => {
    const known = await sendOne('duplicate')
    const wrong = await sendOne('rejected')
    expect((await settled(known.department, ['rejected']))[0]).toMatchObject({
      failure_status: 'Duplicate',
      holds: null,
    })
    await settled(wrong.department, ['rejected'])
    expect(await sending.lead(wrong.lead)).toMatchObject({ stage: 'rejected', accepted_count: 0 })
  })

  test('that came to a cut connection or an error after the body is unknown', async () => {
    for (const path of ['cut', 'error-after-accept', 'malformed']) {
      const { department } = await sendOne(path)
      await settled(department, ['unknown'])
    }
  })
})

test('16.3.4: who refuses connections is tried on schedule, then the next department gets the lead', async () => {
  const { config } = sending.server.backend
  const nobody = 'http://127.0.0.1:9'
  const { origin } = sending.fake
  const shut = await sending.department('success', {
    integration: { url: `${nobody}/`, retry_attempts: 5 },
    department: { priority: 1 },
  })
  // One origin of this machine may be called at a time: the second department opens when it is its turn.
  const closed = [-1, 0, 1].map((far) => ({
    day: new Date(Date.now() + far * 86_400_000).toISOString().slice(0, 10),
  }))
  const next = await sending.department('success', {
    department: { priority: 2, closed_dates: closed },
  })
  const [lead = 0] = await sending.leads(1)
  config.outboundLoopback = nobody
  onTestFinished(() => void (config.outboundLoopback = origin))
  await sending.plan([lead], { departments: [shut, next] })
  // Product.md 7.1, in minutes.
  const schedule = [1 / 6, 1, 5, 15]
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await vi.waitFor(async () => {
      const [send] = await sending.sends(shut)
      expect(send.attempts).toBe(attempt)
      expect(send.state).toBe(attempt === 5 ? 'failed' : 'retrying')
      const after = schedule[attempt - 1]
      if (after !== undefined) expectIn(after, send.next_attempt_at)
    }, 45_000)
    await sending.query(
      `update sends set next_attempt_at = now() where department = ${shut} and state = 'retrying'`,
    )
  }
  const [failed] = await sending.sends(shut)
  expect(failed).toMatchObject({ failure_status: 'Broker unavailable', holds: null })
  await settled(next, ['waiting'])
  config.outboundLoopback = origin
  const admin = await sending.server.as('Administrator')
  await admin.put(`/broker/department/${next}`, { closed_dates: [] })
  await settled(next, ['sent'])
  expect(await sending.lead(lead)).toMatchObject({ stage: 'sent', last_department: next })
}, 60_000)

test('16.3.3: an answer that does not come in time is unknown, and until then its lead is sending', async () => {
  const { department, lead } = await sendOne('slow', { integration: { total_timeout: 5 } })
  await vi.waitFor(async () => {
    expect(await sending.lead(lead)).toMatchObject({ stage: 'sending' })
  }, 4_000)
  expect(await sending.sends(department)).toMatchObject([{ state: 'sending' }])
  const [send] = await settled(department, ['unknown'])
  expect(send).toMatchObject({ failure_status: 'Timeout', attempts: 1 })
  expect(await sending.lead(lead)).toMatchObject({ stage: 'check_needed' })
}, 30_000)

test('16.3.9: what a closed department waits for goes out in its first open minute', async () => {
  const timezone = 'Europe/Berlin'
  const now = Date.now()
  const dayIn = (days: number) => dayOn({ at: new Date(now + days * 86_400_000), zone: timezone })
  const hours = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
  const opening_hours = hours.map((day) => ({ day, from: '09:30', to: '18:00' }))
  // Closed today and tomorrow.
  const closed_dates = [0, 1].map((days) => ({ day: dayIn(days) }))
  const department = await sending.department('success', {
    department: { timezone, opening_hours, closed_dates, off_hours_action: 'wait' },
  })
  const [lead = 0] = await sending.leads(1)
  await sending.plan([lead], { departments: [department] })
  const [waiting] = await settled(department, ['waiting'])
  expect(waiting.failure_status).toBe('Outside opening hours')
  const opens = new Intl.DateTimeFormat('sv', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: timezone,
  }).format(new Date(waiting.next_attempt_at))
  expect(opens).toBe(`${dayIn(2)} 09:30`)
  // Its time has come: the call is made once the department is open, and not a minute before.
  await sending.query(`update sends set next_attempt_at = now() where id = ${waiting.id}`)
  await vi.waitFor(async () => {
    const [one] = await sending.sends(department)
    expect(new Date(one.next_attempt_at)).toEqual(new Date(waiting.next_attempt_at))
    expect(one).toMatchObject({ state: 'waiting', attempts: 0 })
  }, 45_000)
  const open = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => ({
    day,
    from: '00:00',
    to: '23:59',
  }))
  await sending.query(`
    update broker_departments set closed_dates = null, opening_hours = '${JSON.stringify(open)}'
    where id = ${department}`)
  await sending.query(`update sends set next_attempt_at = now() where id = ${waiting.id}`)
  await settled(department, ['sent'])
})

test('16.3.10: a lead that is not available yet is skipped, says from when on it is, and is sent after that time', async () => {
  const department = await sending.department('success', {
    department: { timezone: 'Asia/Tokyo' },
  })
  const [lead = 0] = await sending.leads(1, { not_available_till: '2090-01-01T20:30:00Z' })
  const { reasons } = await sending.plan([lead], { departments: [department] })
  expect(reasons).toEqual({ 'Not available yet': 1 })
  const [{ failure_message }] = await sending.sends(department)
  expect(failure_message).toContain('It is available from')
  expect(readMessage(failure_message)?.args).toMatchObject({
    day: '2090-01-02',
    time: '05:30',
    zone: 'Asia/Tokyo',
  })
  await sending.query(
    `update leads set not_available_till = now() - interval '1 minute' where id = ${lead}`,
  )
  await sending.plan([lead], { departments: [department] })
  await settled(department, ['skipped', 'sent'])
})

test('16.3.11: a person who comes on the black list between plan and call is skipped', async () => {
  const department = await sending.department('success')
  const [lead = 0] = await sending.leads(1)
  await sending.plan([lead], {
    departments: [department],
    scheduled_at: new Date(Date.now() + 60_000).toISOString(),
  })
  const admin = await sending.server.as('Administrator')
  const { email } = await sending.lead(lead)
  await sending.query(`update leads set email_key = email where id = ${lead}`)
  const made = await admin.post('/lead/black_list', {
    type: 'email',
    value: email,
    reason: 'asked',
    block_existing: false,
  })
  expect(made.status).toBe(201)
  const [{ hash }] = await sending.query(`select hash from black_list order by id desc limit 1`)
  await sending.query(`update leads set email_hmac = '${hash}' where id = ${lead}`)
  await sending.query(`update sends set next_attempt_at = now() where lead = ${lead}`)
  const [send] = await settled(department, ['skipped'])
  expect(send).toMatchObject({ failure_status: 'Black list', attempts: 0 })
  const hits = async () => (await admin.get(`/lead/black_list/${made.body.data.id}`)).body.data
  expect(await hits()).toMatchObject({ hits: 1, last_hit_at: expect.any(String) })
  // And one for each send that is not even planned.
  await sending.plan([lead], { departments: [department] })
  expect(await hits()).toMatchObject({ hits: 2 })
})

test('a lead tells how its last send ended, and is found by that', async () => {
  const accepted = await sendOne('success')
  await settled(accepted.department, ['sent'])
  const { department, lead } = await sendOne('rejected')
  await settled(department, ['rejected'])
  expect(await sending.lead(accepted.lead)).toMatchObject({
    send_result: 'accepted',
    failure_status: null,
  })
  const { send_result, failure_status } = await sending.lead(lead)
  expect([send_result, typeof failure_status]).toEqual(['rejected', 'string'])
  const [idle = 0] = await sending.leads(1)
  const sender = await sending.server.as('Sender')
  const ids = [accepted.lead, lead, idle]
  const found = async (filter: string) => {
    const { body } = await sender.get(`/lead/search?sort=id&id=${ids.join()}&${filter}`)
    return body.data.map((one: { id: number }) => one.id)
  }
  expect(await found('send_result=rejected')).toEqual([lead])
  expect(await found('send_result=never')).toEqual([idle])
  expect(await found(`failure_status=${encodeURIComponent(failure_status)}`)).toEqual([lead])
  expect(await found(`sent_departments_not=${accepted.department}`)).toEqual([lead, idle])
  // Who has refused it has had it.
  expect(await found(`sent_departments_not=${department}`)).toEqual([accepted.lead, idle])
  const [{ broker }] = await sending.query(`select broker from sends where lead = ${lead}`)
  expect(await found(`sent_brokers_not=${broker}`)).toEqual([accepted.lead, idle])
})
