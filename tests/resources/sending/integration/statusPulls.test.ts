import { createHmac } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { playedPull } from '../../../../resources/sending/fakeBroker/playedPull.ts'
import { applyRows } from '../../../../resources/sending/sync/applyRows.server.ts'
import { tellNewWords } from '../../../../resources/sending/sync/newWords.server.ts'
import { readMoment } from '../../../../resources/sending/sync/readMoment.ts'
import { matchSends } from '../../../../resources/sending/sync/matchSends.server.ts'
import { readRow, type PulledRow } from '../../../../resources/sending/sync/pull/pulledRow.ts'
import { pullRequest } from '../../../../resources/sending/sync/pull/pullRequest.server.ts'
import { readPage } from '../../../../resources/sending/sync/pull/readPage.server.ts'
import { ruleRow } from '../../../../resources/sending/integration/fields/rows.ts'
import { templates } from '../../../../resources/sending/integration/templates.ts'
import { windowsOf } from '../../../../resources/sending/sync/windows.ts'
import { filledIn, renderMessage } from '#schema'
import { transactAsProcess } from '#server'

import { arabic } from '../../../arabic.ts'
import { pullSchedules } from '../../../../resources/sending/sync/pull/pullWorker.server.ts'
import { sampleIntegration } from '../../../fixtures/sending/integration.ts'
import { rollUp } from '../../../../resources/sending/statistics/rollUp.server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'

let sending: Sending

beforeAll(async () => {
  sending = await createSending({ slowMs: 30_000 })
  await sending.server.backend.jobs.work()
}, 60_000)
afterAll(() => sending.close())
beforeEach(async () => {
  // What is told of new words is one message for all brokers: nobody is asked but those of the test.
  await sending.query(`update send_integrations set pull_mode = 'off'`)
  await sending.query(`delete from notifications`)
})

const pullFields = (more: object = {}) => ({
  ...playedPull(sending.fake.origin),
  pull_id_paths: ['id', 'key'],
  ...more,
})

/** Sends leads to a department of their own, which can be asked for statuses. */
async function sent(
  count: number,
  { path = 'success', state = 'sent', pull = {}, more = {} } = {},
) {
  const department = await sending.department(path, {
    integration: { ...pullFields(pull), ...more },
  })
  const leads = await sending.leads(count)
  await sending.plan(leads, { departments: [department] })
  const sends = await vi.waitFor(async () => {
    const all = await sending.sends(department)
    expect(all.map((one) => one.state)).toEqual(leads.map(() => state))
    return all
  }, 45_000)
  return { department, leads, sends }
}

const integrationOf = async (department: number) =>
  (await sending.query(`select * from send_integrations where department = ${department}`))[0]

/** Has a department asked, and returns its integration as it is afterwards. */
async function pull(department: number, days = 7) {
  await sending.query(
    `update send_integrations set pull_asked = ${days} where department = ${department}`,
  )
  sending.server.backend.commits.emit('commit')
  return vi.waitFor(async () => {
    const one = await integrationOf(department)
    expect([one.pull_asked, one.pull_leased_until]).toEqual([null, null])
    return one
  }, 45_000)
}

const fresh = async (department: number) => (await sending.sends(department))[0]
/** What is told of the integration of a department; others are asked for statuses at the same time. */
const notices = (department: number) =>
  sending.query(`select distinct event from notifications
    where resource = 'send_integrations'
      and record_id = (select id from send_integrations where department = ${department})
    order by event`)

test('the word of a broker for its next page is asked for also where it holds half a character', () => {
  const next = { from: 0, to: 0, page: 2, ids: [], cursor: 'after\ud800 2' }
  const urlOf = (values: object) => {
    const request = pullRequest(sampleIntegration(values), { secret: null, headers: {} }, next)
    return 'problem' in request ? request.problem : `${request.url} ${request.body}`
  }
  const [pull_url, pull_body] = ['https://broker.example.com/all', 'at={{next}}']
  expect(urlOf({ pull_url: `${pull_url}?${pull_body}` })).toBe(`${pull_url}?at=after%202 null`)
  expect(urlOf({ pull_url, pull_method: 'POST', pull_body })).toBe(`${pull_url} at=after+2`)
})

test('7.1: a question carries the signature and the headers that its integration writes', () => {
  const integration = sampleIntegration({
    auth_type: 'hmac',
    auth_name: 'X-Sign',
    hmac_template: '{{timestamp}}.{{body}}',
    headers: [
      { name: 'X-Time', value: '{{timestamp}}' },
      { name: 'X-Partner', value: 'Møller' },
      { name: 'X-Lead', value: '{{first_name}}' },
      { name: 'Content-Type', value: 'application/xml' },
    ],
    pull_method: 'POST',
    pull_url: 'https://broker.example.com/statuses',
    pull_body: '{"page":"{{page}}"}',
  })
  const asked = { from: 0, to: 0, page: 2, ids: [] }
  const request = pullRequest(integration, { secret: 'shared', headers: {} }, asked)
  if ('problem' in request) throw new Error(request.problem)
  const { headers, body } = request
  expect(Math.abs(Number(headers['x-time']) - Date.now() / 1_000)).toBeLessThan(5)
  const signed = createHmac('sha256', 'shared').update(`${headers['x-time']}.${body}`).digest('hex')
  expect(headers).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    'x-time': expect.any(String),
    'x-partner': 'M%C3%B8ller',
    'x-sign': signed,
  })
})

describe('a pull', () => {
  test('16.3.3: makes an unknown outcome sent, with the broker’s id, by the e-mail', async () => {
    const { department, leads, sends } = await sent(1, {
      path: 'slow',
      state: 'unknown',
      more: { total_timeout: 1 },
    })
    expect(sends[0].api_lead_id).toBeNull()
    const { accepted } = sending.fake
    await pull(department)
    expect(await fresh(department)).toMatchObject({
      state: 'sent',
      holds: true,
      api_lead_id: accepted.at(-1)?.id,
      note: expect.stringContaining('status pull'),
      broker_status: 'New',
    })
    expect(await sending.lead(leads[0]!)).toMatchObject({ stage: 'sent', accepted_count: 1 })
  })

  describe('finds a lead that arrived, whatever a person has decided of its unknown outcome:', () => {
    /** A send that nobody knows the outcome of; what goes out next waits. */
    async function unknown() {
      // No schedule asks before the test does.
      const more = { total_timeout: 1, pull_begun_at: new Date().toISOString() }
      const found = await sent(1, { path: 'slow', state: 'unknown', more })
      await push(found.department, false)
      const { id } = found.sends[0]
      const admin = await sending.server.as('Administrator')
      await sending.query(`update users set is_sender = true where id = ${admin.id}`)
      const act = async (action: string, body: object = {}) =>
        expect(await admin.post(`/lead/history/${id}/${action}`, body)).toMatchObject({
          status: 200,
        })
      return { ...found, act, brokerId: sending.fake.accepted.at(-1)!.id }
    }
    const push = async (department: number, push_active: boolean) => {
      const admin = await sending.server.as('Administrator')
      const { id } = await integrationOf(department)
      await admin.put(`/send/integration/${id}`, { push_active })
    }
    const calls = () => sending.fake.calls.filter((one) => one === 'POST /slow').length

    test('sent again, it is not called a second time', async () => {
      const { department, act, leads } = await unknown()
      await act('resolve', { outcome: 'again' })
      const before = calls()
      await pull(department)
      expect(await fresh(department)).toMatchObject({
        state: 'sent',
        holds: true,
        next_attempt_at: null,
        failure_status: null,
        note: expect.stringContaining('status pull'),
      })
      expect(await sending.lead(leads[0]!)).toMatchObject({ stage: 'sent', accepted_count: 1 })
      await push(department, true)
      const { claimed } = await sending.claim()
      expect([claimed, calls()]).toEqual([[], before])
    })

    test.each([
      ['left', [['resolve', { outcome: 'leave' }]]],
      ['sent again and stopped', [['resolve', { outcome: 'again' }], ['cancel']]],
    ] as const)('%s, its deposit counts', async (_, acts) => {
      const { department, act, brokerId, leads } = await unknown()
      for (const [action, body] of acts) await act(action, body)
      sending.fake.tell(brokerId, { isDeposited: true })
      await pull(department)
      expect(await fresh(department)).toMatchObject({ state: 'sent', ftd_at: expect.anything() })
      expect(await sending.lead(leads[0]!)).toMatchObject({
        stage: 'converted',
        ftd_department: department,
      })
    })

    test('a place under a cap that was given back is taken again', async () => {
      const { department, act } = await unknown()
      const admin = await sending.server.as('Administrator')
      const caps = [{ period: 'total', limit: 5, counts: 'accepted' }]
      await admin.put(`/broker/department/${department}`, { caps })
      const used = async () =>
        (await sending.query(`select used from cap_counters where department = ${department}`))[0]
      await act('resolve', { outcome: 'leave' })
      expect(await used()).toEqual({ used: 0 })
      await pull(department)
      expect(await used()).toEqual({ used: 1 })
    })

    test('that place alone is counted, in the periods that it falls into', async () => {
      const { department, act } = await unknown()
      const admin = await sending.server.as('Administrator')
      const caps = [
        { period: 'total', limit: 500, counts: 'accepted' },
        { period: 'day', limit: 500, counts: 'accepted' },
        { period: 'total', limit: 500, counts: 'attempted' },
      ]
      await admin.put(`/broker/department/${department}`, { caps })
      await act('resolve', { outcome: 'leave' })
      // All of many others is not counted again for one.
      await sending.query(`update cap_counters set used = 40 where department = ${department}`)
      await sending.query(`
        update sends set answered_at = now() - interval '2 days' where department = ${department}`)
      await pull(department)
      const used = await sending.query(
        `select key, used from cap_counters where department = ${department}`,
      )
      const usedBy = (begin: string) => used.find(({ key }) => key.startsWith(begin)).used
      expect(['total|accepted', 'day|accepted', 'total|attempted'].map(usedBy)).toEqual([
        41, 40, 40,
      ])
    })
  })

  test.each(['login_token', 'oauth2_client'])('signs in first by %s', async (auth_type) => {
    const { origin } = sending.fake
    const { pull_url } = playedPull(origin)
    const { department } = await sent(1, {
      more: { auth_type, token_url: `${origin}/token` },
      pull: { pull_url: pull_url.replace('/statuses', '/statuses-signed') },
    })
    expect(await pull(department)).toMatchObject({ pull_problem: null })
    expect((await fresh(department)).broker_status).toBe('New')
    const before = sending.fake.calls.length
    await sending.query(
      `update send_integrations set pull_url = '${origin}/unauthorized' where department = ${department}`,
    )
    expect(await pull(department)).toMatchObject({ pull_problem: 'HTTP 401' })
    expect(sending.fake.calls.slice(before)).toEqual([
      'GET /unauthorized',
      'POST /token',
      'GET /unauthorized',
    ])
  })

  test('says why the login before it brought no token', async () => {
    const { origin } = sending.fake
    const { department } = await sent(1, {
      more: { auth_type: 'login_token', token_url: `${origin}/token?for=words` },
    })
    await sending.query(
      `update send_integrations set token_url = '${origin}/unauthorized' where department = ${department}`,
    )
    expect(renderMessage((await pull(department)).pull_problem)).toBe(
      'The sign-in before the call has failed: “HTTP 401: Unauthorized”',
    )
  })

  test('logs in once more where the token is refused with 200, as its rules read it', async () => {
    const { origin } = sending.fake
    const token = { auth_type: 'login_token', token_url: `${origin}/token?for=refused` }
    const rules = [
      ruleRow({ path: 'code', value: '401', outcome: 'auth' }),
      ruleRow({ path: 'success', test: 'true', outcome: 'success' }),
    ]
    const { department } = await sent(1, {
      more: { ...token, rules },
      pull: { pull_url: `${origin}/statuses-refused` },
    })
    const before = sending.fake.calls.length
    const { pull_problem } = await pull(department)
    expect(renderMessage(pull_problem)).toBe('The broker says: “The token is wrong”')
    const asked = sending.fake.calls.slice(before).filter((one) => !one.endsWith('/success'))
    expect(asked).toEqual(['GET /statuses-refused', 'POST /token', 'GET /statuses-refused'])
  })

  test('logs in by the method that the broker wants', async () => {
    const { origin } = sending.fake
    const { pull_url } = playedPull(origin)
    const before = sending.fake.calls.length
    await sent(1, {
      more: { auth_type: 'login_token', token_url: `${origin}/token`, token_method: 'PUT' },
      pull: { pull_url: pull_url.replace('/statuses', '/statuses-signed') },
    })
    expect(sending.fake.calls.slice(before)).toContain('PUT /token')
  })

  test('says of what was sent without the ID by which it asks that it has none', async () => {
    const { sends } = await sent(1, { pull: { pull_mode: 'ids' } })
    const admin = await sending.server.as('Administrator')
    const read = async () => (await admin.get(`/lead/history/${sends[0].id}`)).body.data
    expect(await read()).toMatchObject({ no_broker_id: false })
    await sending.query(`update sends set api_lead_id = null where id = ${sends[0].id}`)
    expect(await read()).toMatchObject({ no_broker_id: true })
    await sending.query(
      `update send_integrations set pull_mode = 'window' where id = ${sends[0].integration}`,
    )
    expect(await read()).toMatchObject({ no_broker_id: false })
  })

  test('maps statuses, and follows their rules on the lead', async () => {
    const { department, leads, sends } = await sent(3)
    const [status] = await sending.query(`select id from statuses where name = 'No answer'`)
    await sending.query(`insert into status_maps (broker_status, compared_as, status, counts_as_ftd)
      values ('No Answer', 'no answer', ${status.id}, false) on conflict do nothing`)
    const statusAt = '2026-03-01T10:00:00.000Z'
    sending.fake.tell(sends[0].api_lead_id, { status: ' NO answer ', statusAt })
    sending.fake.tell(sends[1].api_lead_id, { status: 'Something new' })
    sending.fake.tell(sends[2].api_lead_id, { status: 'Something else' })
    await sending.server.as('Administrator')
    expect(await pull(department)).toMatchObject({
      pull_rows: expect.any(Number),
      pull_problem: null,
    })
    const [mapped, unmapped] = await sending.sends(department)
    expect(mapped).toMatchObject({ broker_status: 'NO answer', status: status.id })
    expect(new Date(mapped.broker_status_at).toISOString()).toBe(statusAt)
    expect(unmapped).toMatchObject({ broker_status: 'Something new', status: null })
    expect(await sending.lead(leads[0]!)).toMatchObject({
      status: status.id,
      broker_status: 'NO answer',
    })
    expect(await sending.lead(leads[1]!)).toMatchObject({ broker_status: 'Something new' })
    const [{ message }] = await sending.query(
      `select message from notifications where event = 'unmapped_status'`,
    )
    expect(message).toMatch(/“Something new”.*“Something else”|“Something else”.*“Something new”/)
    await sending.query(`delete from notifications`)
    await pull(department)
    expect(await sending.query(`select event from notifications`)).toEqual([])
  })

  const toldOfWords = () =>
    sending.query(`select distinct message, record_id from notifications
      where event = 'unmapped_status' order by message`)

  test('14.2: names the new words of several brokers in one message', async () => {
    await sending.server.as('Administrator')
    const all = [await sent(1), await sent(1)]
    for (const [at, { department, sends }] of all.entries()) {
      sending.fake.tell(sends[0].api_lead_id, { status: `Of number ${at}` })
      await pull(department)
    }
    const together = /^“Of number 1” “Of number 0” of Way \d+, Way \d+: not mapped\.$/
    expect(await toldOfWords()).toEqual([
      { message: expect.stringMatching(together), record_id: null },
    ])
  })

  // The embedded database has one transaction at a time.
  test.skipIf(!process.env['TEST_DATABASE_URL'])(
    '14.2: waits for no other transaction to name a new word',
    async () => {
      const { department } = await sent(1)
      const one = await integrationOf(department)
      const { backend } = sending.server
      await sending.server.as('Administrator')
      await transactAsProcess(backend, async (outer) => {
        await tellNewWords(['Before'], one, outer.sql)
        await transactAsProcess(backend, (inner) => tellNewWords(['Meanwhile'], one, inner.sql))
      })
      expect(await toldOfWords()).toEqual([
        { message: `“Before” of ${one.name}: not mapped.`, record_id: null },
        { message: `“Meanwhile” of ${one.name}: not mapped.`, record_id: one.id },
      ])
    },
  )

  test('names the new words of every pull within an hour in the one message, as far as there is room', async () => {
    const { department, sends } = await sent(1)
    const told = async (status: string) => {
      sending.fake.tell(sends[0].api_lead_id, { status })
      await pull(department)
      const rows = await sending.query(`
        select distinct message, count from notifications where event = 'unmapped_status'`)
      expect(rows).toHaveLength(1)
      return rows[0]
    }
    await sending.server.as('Administrator')
    expect((await told('First of these')).message).toContain('“First of these”')
    expect(await told('Second of these')).toMatchObject({
      count: 2,
      message: expect.stringMatching(/^“Second of these” “First of these” of /),
    })
    const long = 'x'.repeat(180)
    await told(long)
    expect((await told(long.toUpperCase())).message).toMatch(/^“X+” … of Way \d+: not mapped\.$/)
  })

  test('a row with the key of an earlier send says nothing of a later one of the same person', async () => {
    const { department, leads, sends } = await sent(1)
    const { email } = await sending.lead(leads[0]!)
    const [{ id, send_key }] = sends
    // The same, as it was rejected before.
    await sending.query(`insert into sends overriding system value
      select (jsonb_populate_record(null::sends, to_jsonb(s) || jsonb_build_object('id', nextval(pg_get_serial_sequence('sends', 'id')),
        'uuid', 'earlier', 'send_key', 'earlier-${id}', 'state', 'rejected', 'holds', null, 'api_lead_id', null))).*
      from sends s where id = ${id}`)
    const found = (ids: string[]) =>
      matchSends(
        [{ ids, email, phone: null } as unknown as PulledRow],
        department,
        sending.server.backend.database.sql,
      )
    expect(await found([`earlier-${id}`])).toEqual([])
    expect(await found(['unheard of'])).toMatchObject([{ send: id, by: 'contact' }])
    expect(await found([send_key])).toMatchObject([{ send: id, by: 'key' }])
  })

  test('9.2: finds a send by the broker’s id, then our key, then e-mail and phone', async () => {
    const { department, sends, leads } = await sent(3)
    const [one, two, three] = sends
    const { email } = await sending.lead(leads[2]!)
    await sending.query(`
      update leads set phone = '+44791112345' || id, phone_key = '+44791112345' || id
      where id in (${leads.join()})`)
    const phone = `+44791112345${leads[2]}`
    const found = async (row: object) => {
      const rows = [{ ids: [], email: null, phone: null, lead: null, ...row } as never]
      const [match] = await matchSends(rows, department, sending.server.backend.database.sql)
      return match && [match.send, match.by]
    }
    const ids = [one.api_lead_id, two.send_key]
    expect(await found({ ids, email })).toEqual([one.id, 'id'])
    expect(await found({ ids: [two.send_key], email })).toEqual([two.id, 'key'])
    expect(await found({ ids: ['unheard of'], email })).toEqual([three.id, 'contact'])
    expect(await found({ phone })).toEqual([three.id, 'contact'])
    expect(await found({ email, phone })).toEqual([three.id, 'contact'])
    expect(await found({ email, phone: '+44 7911 ••• 456' })).toEqual([three.id, 'contact'])
    expect(await found({ email, phone: '+447911999999' })).toBeUndefined()
    expect(await found({ ids: ['unheard of'], email: 'other@example.com' })).toBeUndefined()
  })

  test('16.3.23: finds on the nightly window the deposit of a lead of 40 days ago', async () => {
    const { department, leads, sends } = await sent(1)
    await sending.query(`update sends set sent_at = now() - interval '40 days',
      created_at = now() - interval '40 days' where id = ${sends[0].id}`)
    const createdAt = new Date(Date.now() - 40 * 86_400_000).toISOString()
    const depositedAt = new Date(Date.now() - 3_600_000).toISOString()
    sending.fake.tell(sends[0].api_lead_id, {
      createdAt,
      isDeposited: true,
      depositedAt,
      depositAmount: '250,50',
      depositCurrency: 'eur',
    })
    await pull(department)
    expect(await fresh(department)).toMatchObject({ api_ftd_at: null, ftd_detected_at: null })
    await pull(department, 90)
    const found = await fresh(department)
    expect(found).toMatchObject({ ftd_amount: expect.anything(), ftd_currency: 'EUR' })
    expect(Number(found.ftd_amount)).toBe(250.5)
    const lead = await sending.lead(leads[0]!)
    expect(lead).toMatchObject({ stage: 'converted', ftd_department: department })
    expect(new Date(lead.api_ftd_at).toISOString()).toBe(depositedAt)
    const [status] = await sending.query(
      `select s.name from leads l join statuses s on s.id = l.status where l.id = ${leads[0]}`,
    )
    expect(status).toEqual({ name: 'Deposit' })
  })

  test('9.4: a deposit without a date counts from when it was found, on the dashboard and in every list', async () => {
    const admin = await sending.server.as('Administrator')
    const deposits = async () => {
      const { data } = (await admin.get('/dashboard')).body
      return data.find(({ label }: { label: string }) => label === 'ftds').value
    }
    const { department, leads, sends } = await sent(1)
    const before = await deposits()
    const begun = new Date().toISOString()
    sending.fake.tell(sends[0].api_lead_id, { isDeposited: true })
    await pull(department)
    expect(await deposits()).toBe(before + 1)
    const found = async (path: string) =>
      (await admin.get(`${path}?ftd_at_from=${begun}&sort=-ftd_at`)).body.data
    expect(await found('/lead/search')).toMatchObject([
      { id: leads[0], ftd_at: expect.any(String), api_ftd_at: null },
    ])
    expect(await found('/lead/history/search')).toMatchObject([
      { id: sends[0].id, ftd_at: expect.any(String), api_ftd_at: null },
    ])
  })

  test('16.3.25: a deposit reported twice is one and leaves the conversion rate, the first of a lead wins, and what staff cancelled stays so', async () => {
    const { department, leads, sends } = await sent(4)
    const { api_lead_id } = sends[0]
    const other = await sending.department('success', { integration: pullFields() })
    await sending.query(`update broker_departments set block_same_company = false`)
    await sending.plan(leads.slice(0, 1), { departments: [other] })
    const [second] = await vi.waitFor(async () => {
      const all = await sending.sends(other)
      expect(all.map(({ state }) => state)).toEqual(['sent'])
      return all
    }, 45_000)
    sending.fake.tell(api_lead_id, { isDeposited: 'yes', depositedAt: 'soon' })
    await pull(department)
    const admin = await sending.server.as('Administrator')
    const rate = async () => {
      await rollUp(sending.server.backend.database.sql)
      const { body } = await admin.get(`/broker/department/${department}/ftd/statistics?by=day`)
      const { accepted, ftds, rate } = body.data.total
      return { accepted, ftds, rate }
    }
    expect(await rate()).toEqual({ accepted: 4, ftds: 1, rate: 25 })
    const first = await fresh(department)
    expect(first).toMatchObject({ api_ftd_at: null, ftd_detected_at: expect.anything() })
    sending.fake.tell(api_lead_id, { depositedAt: '2026-05-01T00:00:00Z', status: 'New' })
    await pull(department)
    expect(await fresh(department)).toMatchObject({
      api_ftd_at: null,
      ftd_detected_at: first.ftd_detected_at,
    })
    expect(await rate()).toEqual({ accepted: 4, ftds: 1, rate: 25 })

    sending.fake.tell(second.api_lead_id, { isDeposited: true })
    await pull(other)
    expect(await fresh(other)).toMatchObject({ ftd_detected_at: expect.anything() })
    const isLater = async (id: number) =>
      (await admin.get(`/lead/history/${id}`)).body.data.is_later_ftd
    expect([await isLater(sends[0].id), await isLater(second.id)]).toEqual([false, true])
    expect(await sending.lead(leads[0]!)).toMatchObject({
      ftd_department: department,
      stage: 'converted',
    })

    await sending.query(`update sends set ftd_cancelled_at = now() where id = ${sends[0].id}`)
    await pull(department)
    expect((await fresh(department)).ftd_cancelled_at).not.toBeNull()
  })

  test('16.3.24: an error with HTTP 200 is a failed run, told after the third, and no run without rows', async () => {
    const { department } = await sent(1, {
      pull: { pull_url: `${sending.fake.origin}/statuses-refused` },
    })
    await sending.server.as('Administrator')
    for (const failures of [1, 2, 3]) {
      expect(await pull(department)).toMatchObject({
        pull_failures: failures,
        pull_problem: 'The broker says: “The token is wrong”',
        pulled_at: null,
        pull_rows: null,
      })
    }
    expect(await notices(department)).toEqual([{ event: 'sync_failed' }])
    const reader = (await sending.server.as('Integrator')).speaking('ar')
    const [one] = (await reader.get(`/send/integration/search?department=${department}`)).body.data
    expect((await reader.get(`/send/integration/${one.id}`)).body.data.pull_problem).toBe(
      filledIn(arabic['messages.the_broker_says'] ?? '', () => 'The token is wrong'),
    )
  })

  test('no rows where there were some is a warning', async () => {
    const { department } = await sent(1)
    await sending.server.as('Administrator')
    const before = await pull(department)
    await sending.query(
      `update send_integrations set pull_url = '${sending.fake.origin}/statuses-empty' where department = ${department}`,
    )
    expect(await pull(department)).toMatchObject({
      pull_problem: `No rows, where the last run had ${before.pull_rows}`,
      pull_rows: 0,
    })
    expect(await notices(department)).toContainEqual({ event: 'sync_empty' })
  }, 45_000)

  test('9.2: no rows stay a warning, and no lead is missing by them, until there are some', async () => {
    const admin = await sending.server.as('Administrator')
    const { department } = await sent(1)
    await sending.query(
      `update sends set sent_at = now() - interval '2 days' where department = ${department}`,
    )
    const { pull_url, pull_rows } = await pull(department, 90)
    const tellFrom = (url: string) =>
      sending.query(
        `update send_integrations set pull_url = '${url}' where department = ${department}`,
      )
    await tellFrom(`${sending.fake.origin}/statuses-empty`)
    const problem = `No rows, where the last run had ${pull_rows}`
    for (const days of [90, 90, 7, 90]) {
      expect(await pull(department, days)).toMatchObject({ pull_problem: problem })
    }
    const all = await notices(department)
    expect(all.filter(({ event }: { event: string }) => event === 'sync_empty')).toHaveLength(1)
    expect(await fresh(department)).toMatchObject({ syncs_without: 0, missing_at_broker: false })
    const seen = await admin.get(`/send/integration/search?department=${department}`)
    expect(seen.body.data[0].health).toBe('trouble')
    await tellFrom(pull_url)
    expect(await pull(department, 90)).toMatchObject({ pull_problem: null })
  }, 30_000)

  test('9.2: where nothing has changed since, no rows are no warning', async () => {
    const { department } = await sent(1, { pull: { pull_mode: 'since' } })
    expect((await pull(department)).pull_rows).toBeGreaterThan(0)
    await sending.query(
      `update send_integrations set pull_url = '${sending.fake.origin}/statuses-empty' where department = ${department}`,
    )
    expect(await pull(department)).toMatchObject({ pull_problem: null })
  }, 45_000)

  test('9.2: what changes while a broker is asked for changes is asked for the next time', async () => {
    const pull_url = `${sending.fake.origin}/statuses?since={{from}}`
    const since = { pull_mode: 'since', pull_pad_hours: 0, pull_url }
    const { department, sends } = await sent(1, { pull: since })
    sending.fake.options.delayMs = 400
    const { pull_begun_at } = await pull(department)
    sending.fake.options.delayMs = 0
    const at = new Date(Date.parse(pull_begun_at) + 200).toISOString()
    sending.fake.tell(sends[0].api_lead_id, { status: 'Changed meanwhile', statusAt: at })
    await pull(department)
    expect(await fresh(department)).toMatchObject({ broker_status: 'Changed meanwhile' })
  }, 45_000)

  test.each([
    ['by the days of sending', {}],
    ['by the broker’s IDs', { pull_mode: 'ids' }],
  ])('9.2: %s no rows are no warning where there was nothing to ask for', async (_, how) => {
    const { department } = await sent(2, { pull: how })
    const { pull_rows } = await pull(department)
    expect(pull_rows).toBeGreaterThan(0)
    await sending.query(`
      update sends set sent_at = now() - interval '20 days', created_at = now() - interval '20 days'
      where department = ${department}`)
    expect(await pull(department)).toMatchObject({ pull_problem: null, pull_rows })
    expect(await notices(department)).not.toContainEqual({ event: 'sync_empty' })
  })

  test('9.2: of more than 50 pages those are read, and it says so', async () => {
    const { department } = await sent(51, { pull: { pull_take: 1 } })
    const [{ first }] = await sending.query(
      `select min(sent_at) as first from sends where department = ${department}`,
    )
    // The played broker tells of the leads of other tests too.
    for (const { id } of sending.fake.accepted) {
      sending.fake.tell(id, { createdAt: '2020-01-01T00:00:00Z' })
    }
    for (const { api_lead_id } of await sending.sends(department)) {
      sending.fake.tell(api_lead_id, { createdAt: new Date(first).toISOString() })
    }
    expect(await pull(department)).toMatchObject({
      pull_rows: 50,
      pull_failures: 0,
      pull_problem: 'Only the first 50 pages were read: ask for more rows a page',
    })
  })

  test.each([
    ['page numbers', {}],
    [
      'skip and take',
      { pull_paging: 'skip', pull_page_path: 'meta.total', url: 'skip={{skip}}&take={{take}}' },
    ],
    [
      'the word by which each names the next',
      {
        pull_paging: 'next',
        pull_page_path: 'meta.cursor',
        url: 'take={{take}}&cursor={{next}}',
      },
    ],
    ['a link to the next', { pull_paging: 'next', pull_page_path: 'next', url: 'take={{take}}' }],
    [
      'page numbers, of so many rows as the broker likes, until nothing comes',
      { pull_page_path: null, pull_take: null, url: 'page={{page}}&take=2' },
    ],
    [
      'page numbers, until the broker knows of no such page',
      {
        pull_page_path: null,
        pull_take: null,
        path: 'statuses-ending',
        url: 'page={{page}}&take=2',
      },
    ],
    [
      'page numbers, until the broker repeats itself',
      { pull_take: null, pull_page_path: null, url: 'take=500' },
    ],
  ])('reads all pages by %s', async (_, how: Record<string, string | null>) => {
    const { url, path = 'statuses', ...more } = how
    const { department, sends } = await sent(5, {
      pull: {
        pull_take: 2,
        ...more,
        ...(url && { pull_url: `${sending.fake.origin}/${path}?from={{from}}&${url}` }),
      },
    })
    for (const one of sends) sending.fake.tell(one.api_lead_id, { status: 'Seen' })
    expect(await pull(department)).toMatchObject({ pull_problem: null })
    const statuses = (await sending.sends(department)).map(({ broker_status }) => broker_status)
    expect(statuses).toEqual(Array.from({ length: 5 }, () => 'Seen'))
  })

  test('of a page that the broker has told of, and then does not know, not all was read', async () => {
    const { department } = await sent(3, {
      pull: {
        pull_page_path: 'meta.total',
        pull_url: `${sending.fake.origin}/statuses-ending?from={{from}}&page={{page}}&take=2`,
      },
    })
    expect(await pull(department)).toMatchObject({ pull_problem: 'HTTP 404' })
  })

  test('asks by the broker’s ids', async () => {
    const { department, sends } = await sent(3, {
      pull: {
        pull_mode: 'ids',
        pull_paging: 'none',
        pull_url: `${sending.fake.origin}/statuses?ids={{ids}}`,
      },
    })
    sending.fake.tell(sends[1].api_lead_id, { status: 'Hot' })
    expect(await pull(department)).toMatchObject({ pull_rows: 3, pull_unmatched: 0 })
    expect((await sending.sends(department))[1]).toMatchObject({ broker_status: 'Hot' })
  })

  test('what two full runs have not shown is missing at the broker, until it is shown', async () => {
    const { department, sends } = await sent(2)
    await sending.query(
      `update sends set sent_at = now() - interval '2 days' where department = ${department}`,
    )
    const away = { createdAt: '2020-01-01T00:00:00Z' }
    sending.fake.tell(sends[0].api_lead_id, away)
    await pull(department, 90)
    expect(await fresh(department)).toMatchObject({ syncs_without: 1, missing_at_broker: false })
    await pull(department, 90)
    const [missing, there] = await sending.sends(department)
    expect(missing).toMatchObject({ missing_at_broker: true })
    expect(there).toMatchObject({ missing_at_broker: false, syncs_without: 0 })
    sending.fake.tell(sends[0].api_lead_id, { createdAt: new Date().toISOString() })
    await pull(department, 90)
    expect(await fresh(department)).toMatchObject({ missing_at_broker: false, syncs_without: 0 })
  })

  test('what is not asked for by an id that it lacks is not missing at the broker', async () => {
    const { department } = await sent(2, {
      pull: {
        pull_mode: 'ids',
        pull_paging: 'none',
        pull_url: `${sending.fake.origin}/statuses?ids={{ids}}`,
      },
    })
    const [without] = await sending.sends(department)
    await sending.query(
      `update sends set sent_at = now() - interval '2 days' where department = ${department}`,
    )
    await sending.query(`update sends set api_lead_id = null where id = ${without.id}`)
    for (const _ of [1, 2]) {
      expect(await pull(department, 90)).toMatchObject({ pull_rows: 1, pull_problem: null })
    }
    expect((await sending.sends(department))[0]).toMatchObject({
      syncs_without: 0,
      missing_at_broker: false,
    })
  })

  test('a deposit and what a rule calls final are not undone by a later word', async () => {
    const { department, leads, sends } = await sent(2)
    const [final, other] = await sending.query(
      `select id from statuses where name in ('Do not call', 'Interested') order by name`,
    )
    await sending.query(`insert into status_maps (broker_status, compared_as, status, counts_as_ftd)
      values ('Keen', 'keen', ${other.id}, false) on conflict do nothing`)
    await sending.query(
      `update lead_status_settings set is_final = true where status = ${final.id} and scope = 'all'`,
    )
    await sending.query(`update leads set status = ${final.id} where id = ${leads[0]}`)
    sending.fake.tell(sends[1].api_lead_id, { isDeposited: true })
    await pull(department)
    for (const one of sends) sending.fake.tell(one.api_lead_id, { status: 'Keen' })
    await pull(department)
    expect(await sending.lead(leads[0]!)).toMatchObject({ status: final.id, broker_status: 'Keen' })
    expect((await sending.lead(leads[1]!)).status).not.toBe(other.id)
  })

  test('is asked for by hand, with the permission only', async () => {
    const { department } = await sent(1)
    const { id } = await integrationOf(department)
    const [may, mayNot] = [
      await sending.server.user(['send.integration.view', 'send.integration.sync']),
      await sending.server.user(['send.integration.view', 'send.integration.update']),
    ]
    expect((await mayNot.post(`/send/integration/${id}/sync`)).status).toBe(403)
    expect((await may.post(`/send/integration/${id}/sync`)).status).toBe(200)
    await vi.waitFor(
      async () => expect((await integrationOf(department)).pulled_at).not.toBeNull(),
      15_000,
    )
  })
})

test('schedules have each integration asked by its rhythm, hourly for a month, nightly for three', async () => {
  // Those of other tests are not asked before it.
  await sending.query(`update send_integrations set pull_mode = 'off'`)
  const { backend } = sending.server
  const department = await sending.department('success', { integration: pullFields() })
  const off = await sending.department('success')
  const run = async (name: string) => {
    await transactAsProcess(backend, (context) => pullSchedules[name]!.run(context))
    backend.commits.emit('commit')
  }
  const done = () =>
    vi.waitFor(async () => {
      const one = await integrationOf(department)
      expect([one.pull_asked, one.pull_leased_until]).toEqual([null, null])
      expect(one.pull_begun_at).not.toBeNull()
      return one
    }, 45_000)
  await run('due statuses')
  const first = await done()
  expect(first.pull_wide_at).not.toBeNull()
  await run('due statuses')
  expect((await integrationOf(department)).pull_asked).toBeNull()
  await sending.query(
    `update send_integrations set pull_begun_at = now() - interval '16 minutes' where id = ${first.id}`,
  )
  await run('due statuses')
  const second = await done()
  expect(second.pull_wide_at).toEqual(first.pull_wide_at)
  await run('statuses of three months')
  await vi.waitFor(
    async () => expect((await done()).pull_wide_at).not.toEqual(first.pull_wide_at),
    15_000,
  )
  expect(await integrationOf(off)).toMatchObject({ pull_asked: null, pull_begun_at: null })
}, 30_000)

test('schedules ask on for what was sent while an integration is mended, and never for a new draft', async () => {
  // Those of other tests are not asked before it.
  await sending.query(`update send_integrations set pull_mode = 'off'`)
  const { backend } = sending.server
  const { department, sends } = await sent(1)
  const fresh = await sending.department('success', { integration: pullFields() })
  await sending.query(`update send_integrations set state = 'draft', tested_at = null
    where department in (${department}, ${fresh})`)
  sending.fake.tell(sends[0].api_lead_id, { isDeposited: true })
  await transactAsProcess(backend, (context) => pullSchedules['due statuses']!.run(context))
  await vi.waitFor(
    async () =>
      expect((await sending.sends(department))[0]).toMatchObject({ ftd_at: expect.anything() }),
    15_000,
  )
  expect(await integrationOf(fresh)).toMatchObject({ pull_asked: null, pull_begun_at: null })
})

test('of a list of what happened the newest word counts, however the list is ordered, and each once', async () => {
  const { department, sends } = await sent(1)
  const integration = await integrationOf(department)
  const row = (status: string, day: string) => ({
    ...readRow(
      { id: sends[0].api_lead_id, status },
      { ...integration, pull_status_paths: ['status'] },
    ),
    status_at: `2026-01-${day}T10:00:00.000Z`,
  })
  const list = [row('Newest', '03'), row('First', '01'), row('Second', '02')]
  const apply = () =>
    transactAsProcess(sending.server.backend, (context) =>
      applyRows(list, integration, 'pull', context),
    )
  await apply()
  const [{ version }] = await sending.sends(department)
  await apply()
  expect((await sending.sends(department))[0]).toMatchObject({ broker_status: 'Newest', version })
})

test('windows are padded and merged where they meet', () => {
  const day = 86_400_000
  expect(windowsOf([0, day, 10 * day], 48)).toEqual([
    { from: -2 * day, to: 4 * day },
    { from: 8 * day, to: 13 * day },
  ])
  expect(windowsOf([5 * day, 0], 0)).toHaveLength(2)
})

test.each([
  ['2026-03-01T10:00:00+02:00', null, null, '2026-03-01T08:00:00.000Z'],
  ['2026-03-01 10:00:00', null, 'Europe/Berlin', '2026-03-01T09:00:00.000Z'],
  ['2026-07-01 10:00', null, 'Europe/Berlin', '2026-07-01T08:00:00.000Z'],
  ['31/12/2025', 'dd/MM/yyyy', 'UTC', '2025-12-31T00:00:00.000Z'],
  ['12/31/2025', 'MM/dd/yyyy', 'UTC', '2025-12-31T00:00:00.000Z'],
  ['1772359200', null, null, '2026-03-01T10:00:00.000Z'],
  ['2026-03-08 05:00:00', null, 'America/New_York', '2026-03-08T09:00:00.000Z'],
  ['2026-10-25 01:30:00', null, 'Europe/Berlin', '2026-10-24T23:30:00.000Z'],
  ['2026-03-01 10:00:00+02:00', null, 'Asia/Tokyo', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01 10:00:00.123456+00', null, 'Asia/Tokyo', '2026-03-01T10:00:00.123Z'],
  ['2026-03-01T10:00:00.5', null, 'Europe/Berlin', '2026-03-01T09:00:00.000Z'],
  ['2026-03-01 10:00:00 UTC', null, 'Asia/Tokyo', '2026-03-01T10:00:00.000Z'],
  ['Sun, 01 Mar 2026 10:00:00 GMT', null, 'Asia/Tokyo', '2026-03-01T10:00:00.000Z'],
  ['3/1/2026 05:30 PM', 'M/d/yyyy', 'UTC', '2026-03-01T17:30:00.000Z'],
  ['3/1/2026 12:30:00 am', 'M/d/yyyy', 'UTC', '2026-03-01T00:30:00.000Z'],
  ['0000-00-00 00:00:00', null, null, null],
  ['2026-02-31', null, null, null],
  ['yesterday', null, null, null],
  ['2999-01-01', null, null, null],
  ['', null, null, null],
])('the date %s of the form %s and the zone %s is %s', (text, format, zone, expected) => {
  expect(readMoment(text, format, zone)).toBe(expected)
})

test('H1: what a broker says instead of a date holds up nobody, however long it is', () => {
  expect(readMoment(`a${'1:'.repeat(4_000)}`, null, null)).toBeNull()
}, 5_000)

test.each([
  [true, true],
  [1, true],
  ['1', true],
  ['Yes', true],
  ['TRUE', true],
  [false, false],
  ['no', false],
  ['0', false],
  ['2026-01-01', false],
  [250, false],
  [null, false],
  [{}, false],
])('a deposit said as %j is one: %s', (said, expected) => {
  const nothing = {
    pull_id_paths: null,
    pull_email_paths: null,
    pull_phone_paths: null,
    pull_status_paths: null,
    pull_status_at_paths: null,
    ftd_paths: ['d'],
    ftd_values: null,
    ftd_statuses: null,
    ftd_at_paths: null,
    ftd_amount_paths: null,
    ftd_currency_paths: null,
    pull_date_format: null,
    pull_timezone: null,
  }
  expect(readRow({ d: said }, nothing).is_ftd).toBe(expected)
})

test.each([
  ['5f0b', ['5F0B '], true],
  ['5f0b', ['other', '5f0b'], true],
  ['deposit', ['5f0b'], false],
  ['true', ['5f0b'], false],
  ['yes', [], true],
])('where deposits are told at values, %j at %j is one: %s', (said, values, expected) => {
  const { irev } = templates
  const row = { goal_type_uuid: said, lead_uuid: 'l', goal_created_at: '2026-03-01 10:00:00' }
  const reading = { ...sampleIntegration(irev), ftd_values: values }
  expect(readRow(row, reading)).toMatchObject({
    ids: ['l'],
    is_ftd: expected,
    ftd_at: '2026-03-01T10:00:00.000Z',
  })
})

const answer = (status: number, body: unknown) =>
  ({
    kind: 'answer',
    status,
    headers: {},
    body: typeof body === 'string' ? body : JSON.stringify(body),
    isTruncated: false,
    ms: 1,
  }) as const

/** Its rules know a refused sign-in by its number. */
const reading = sampleIntegration({
  pull_rows_path: 'data',
  message_paths: ['verdict.text'],
  rules: [ruleRow({ path: 'verdict.code', value: '99', outcome: 'auth' })],
})

test.each([
  [500, { data: [] }, 'HTTP 500'],
  [200, '<html>', 'not JSON'],
  [200, { status: false, data: [] }, 'The broker says'],
  [200, { status: 'error', message: 'Bad token', data: [] }, 'The broker says: “Bad token”'],
  [200, { success: 'false', data: [] }, 'The broker says'],
  [200, { status: 401, data: [] }, 'The broker says'],
  [200, { code: '403', error: 'No access', data: [] }, 'The broker says: “No access”'],
  [200, { result: 'Failed', data: [] }, 'The broker says'],
  [200, { success: 0, message: 'Bad key', data: [] }, 'The broker says: “Bad key”'],
  [200, { ok: '0', data: [] }, 'The broker says'],
  [200, { verdict: { code: 99, text: 'Ticket over' }, data: [] }, 'says: “Ticket over”'],
  [200, { verdict: { code: 99 } }, 'The broker says'],
  [200, { error: 'ada@example.com is blocked', data: [] }, 'The broker says: “•••@•••'],
  [200, { data: {} }, 'There is no list of rows'],
  [200, {}, 'There is no list of rows'],
])('an answer %d %j is a problem, and no page', (status, body, problem) => {
  const read = readPage(answer(status, body), reading)
  expect('problem' in read && renderMessage(read.problem)).toContain(problem)
})

test.each([
  { status: true },
  { status: 'success', error: null },
  { status: 200, code: 0, error: '' },
  { success: 1, error: 0, errors: [] },
  { ok: 'yes', result: 'ok', error: 'none' },
  { status: 0, code: '0', verdict: { code: 0 } },
])('an answer with %j is a page, also without rows', (beside) => {
  expect(readPage(answer(200, { ...beside, data: [] }), reading)).toMatchObject({ rows: [] })
})

test('9.2: a broker that answers slowly keeps none of the others waiting', async () => {
  const [slow, quick] = [await sent(1), await sent(1)]
  await sending.query(`
    update send_integrations set pull_url = '${sending.fake.origin}/slow', pull_asked = 7
    where department = ${slow.department}`)
  sending.server.backend.commits.emit('commit')
  const isUnderWay = async () => (await integrationOf(slow.department)).pull_leased_until !== null
  await vi.waitFor(async () => expect(await isUnderWay()).toBe(true), 45_000)
  sending.fake.tell(quick.sends[0].api_lead_id, { status: 'Interested' })
  await pull(quick.department)
  expect(await fresh(quick.department)).toMatchObject({ broker_status: 'Interested' })
  expect(await isUnderWay()).toBe(true)
  // Were its process to end now, another would ask soon.
  const [{ minutes }] = await sending.query(`
    select extract(epoch from pull_leased_until - pull_begun_at) / 60 as minutes
    from send_integrations where department = ${slow.department}`)
  expect(Number(minutes)).toBeLessThan(5)
})
