import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { withoutContacts } from '../../../../resources/sending/integration/answer/withoutContacts.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'
import { sendOne } from '../../../fixtures/sending/taken.ts'
import { startServer } from '../../../fixtures/rawServer.ts'
import { othersWait } from '../../../fixtures/work/waiting.ts'

let sending: Sending
const key = 'k'.repeat(32)

beforeAll(async () => {
  sending = await createSending()
  await sending.server.backend.jobs.work()
}, 60_000)
afterAll(() => sending.close())

let count = 0

/** A lead that a department of its own has taken, and which its postbacks tell of. */
async function taken(more: Record<string, unknown> = {}) {
  count += 1
  const own = `${key}${count}`
  const department = await sending.department('success', {
    integration: {
      postback_key: own,
      postback_id: 'lead',
      postback_status: 'state',
      postback_ftd: 'ftd',
      postback_ftd_at: 'ftd_at',
      postback_amount: 'sum',
      ...more,
    },
  })
  return { ...(await sendOne(sending, department)), path: `/partner/postback/${own}` }
}

const sentOn = (department: number, at: string) =>
  sending.query(`update sends set sent_at = '${at}' where department = ${department}`)
const now = async (department: number) => (await sending.sends(department))[0]
const call = async (
  method: 'GET' | 'HEAD' | 'POST' | 'PUT',
  url: string,
  payload?: string,
  type?: string,
) =>
  sending.server.app.inject({
    method,
    url: `/api${url}`,
    ...(payload !== undefined && {
      payload,
      headers: { 'content-type': type ?? 'application/json' },
    }),
  })

test('asking for the head of an address tells us nothing', async () => {
  const { department, send, path } = await taken()
  const { statusCode } = await call('HEAD', `${path}?lead=${send.api_lead_id}&state=Hot`)
  expect(statusCode).toBe(200)
  expect(await now(department)).toMatchObject({ broker_status: null })
})

test('stands in the timeline of the lead as what the integration told', async () => {
  const { lead, send, path, department } = await taken()
  await call('GET', `${path}?lead=${send.api_lead_id}&ftd=1`)
  expect(await now(department)).toMatchObject({ ftd_at: expect.anything() })
  const admin = await sending.server.as('Administrator')
  const { data } = (await admin.get(`/lead/${lead}/timeline`)).body
  const told = data.find(({ kind }: { kind: string }) => kind === 'change')
  const [{ id, name }] = (await sending.query(
    `select id, name from send_integrations where department = ${department}`,
  )) as [{ id: number; name: string }]
  const by = { resource: 'send_integrations', id, label: name }
  expect(told).toMatchObject({ action: 'update', user: null, by })
})

test('8.2: tells of a lead by paths in JSON, of which the log keeps what they name', async () => {
  const { department, send, path } = await taken({
    postback_id: 'event.lead.id',
    postback_status: "event['state.name']",
    postback_ftd: 'event.money.isFirst',
    postback_amount: 'event.money.sum',
  })
  const lead = { id: send.api_lead_id, name: 'Ada Lovelace' }
  const event = { lead, 'state.name': 'Hot', money: { isFirst: true, sum: '250,00' } }
  const { statusCode } = await call('POST', path, JSON.stringify({ event }))
  expect(statusCode).toBe(200)
  const { ftd_amount, ...told } = await now(department)
  expect(told).toMatchObject({ broker_status: 'Hot', ftd_at: expect.anything() })
  expect(Number(ftd_amount)).toBe(250)
  const [{ request }] = await vi.waitFor(async () => {
    const found = await sending.query(
      `select request from requests where route like '%postback%' and integration = ${send.integration}`,
    )
    expect(found).toHaveLength(1)
    return found
  }, 45_000)
  expect(request.event.lead.id).toBe(withoutContacts(send.api_lead_id))
  expect(JSON.stringify(request)).not.toContain('Lovelace')
})

test('tells of its status and deposit while both pulls are switched off', async () => {
  const { department, send, path } = await taken({ pull_active: false, ftd_active: false })
  await call('GET', `${path}?lead=${send.api_lead_id}&state=Hot&ftd=1`)
  expect(await now(department)).toMatchObject({ broker_status: 'Hot', ftd_at: expect.anything() })
})

test('an address that is called in a wrong way stands in no log', async () => {
  const { path } = await taken()
  expect((await call('PUT', path, '{}')).statusCode).toBe(404)
  expect((await call('GET', `${path}/`)).statusCode).toBe(404)
  const lines = await vi.waitFor(async () => {
    const found = await sending.query(
      `select path, route from requests where status = 404 and path like '%/postback/%'`,
    )
    expect(found).toHaveLength(2)
    return found
  }, 45_000)
  expect(JSON.stringify(lines)).not.toContain(key)
})

test('7.1: a new key takes the place of the old one at once, and stands in the audit trail', async () => {
  const { department, send, path } = await taken()
  const [{ id, postback_key: old }] = await sending.query(
    `select id, postback_key from send_integrations where department = ${department}`,
  )
  const action = `/send/integration/${id}/new_postback_key`
  const admin = await sending.server.as('Administrator')
  const watcher = await sending.server.as('Sender')
  expect((await watcher.post(action)).status).toBe(403)
  expect((await admin.post(action)).status).toBe(200)
  const [{ postback_key: key, state }] = await sending.query(
    `select postback_key, state from send_integrations where id = ${id}`,
  )
  expect(key).not.toBe(old)
  expect([key.length, state]).toEqual([32, 'active'])
  expect((await call('GET', `${path}?lead=${send.api_lead_id}&state=Old`)).statusCode).toBe(404)
  await call('GET', `/partner/postback/${key}?lead=${send.api_lead_id}&state=New`)
  expect(await now(department)).toMatchObject({ broker_status: 'New' })
  const [line] = await sending.query(`select user_id, after from audit_log
    where resource = 'send_integrations' and record_id = ${id} and after ? 'postback_key' order by id desc`)
  expect(line).toMatchObject({ user_id: expect.any(Number) })
})

test('8.4: stands in the request log with what it says under the names of the integration', async () => {
  const { send, path } = await taken()
  const said = `lead=foreign-7&state=Hot&sum=250&ftd=1`
  await call('GET', `${path}?${said}&email=ada@example.com&token=secret`)
  await call(
    'POST',
    `${path}?sum=90`,
    JSON.stringify({ lead: send.api_lead_id, state: 'Cold', ip: 1 }),
  )
  const lines = await vi.waitFor(async () => {
    const found = await sending.query(`select request, request_headers, error from requests r
      join send_integrations i on i.id = r.integration
      where i.postback_key = '${path.split('/').at(-1)}' and r.direction = 'in' order by r.id`)
    expect(found).toHaveLength(2)
    return found
  }, 45_000)
  expect(lines).toMatchObject([
    {
      request: {
        lead: 'foreign-7',
        state: 'Hot',
        sum: '250',
        ftd: '1',
        email: '[hidden]',
        token: '[hidden]',
      },
      error: 'It is no lead of ours',
    },
    {
      // An ID may look like a phone.
      request: {
        sum: '90',
        lead: withoutContacts(send.api_lead_id),
        state: 'Cold',
        ip: '[hidden]',
      },
      request_headers: { 'content-type': 'application/json', host: '[hidden]' },
      error: null,
    },
  ])
})

describe('what a broker tells of a lead before it has answered our call', () => {
  /** A department whose broker makes these postbacks one after the other, waits for their answers, and takes the lead then. */
  async function tellingFirst(postbacks: readonly string[], answer: object = { success: true }) {
    count += 1
    const own = `${key}${count}`
    const told: number[] = []
    const broker = await startServer(async (_, response) => {
      for (const said of postbacks) {
        told.push(
          (await call('GET', `/partner/postback/${own}?lead=early${count}&${said}`)).statusCode,
        )
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ leadId: `early${count}`, ...answer }))
    })
    const { config } = sending.server.backend
    config.outboundLoopback = broker.origin
    const department = await sending.department('', {
      integration: {
        url: `${broker.origin}/leads`,
        postback_key: own,
        postback_id: 'lead',
        postback_status: 'state',
        postback_ftd: 'ftd',
      },
    })
    const [lead = 0] = await sending.leads(1)
    await sending.plan([lead], { departments: [department] })
    await vi.waitFor(async () => expect((await now(department)).answered_at).not.toBeNull(), 45_000)
    config.outboundLoopback = sending.fake.origin
    await broker.stop()
    return { department, lead, told, path: `/partner/postback/${own}`, id: `early${count}` }
  }
  const waiting = async (department: number) =>
    sending.query(`select k.* from kept_postbacks k join send_integrations i on i.id = k.integration
      where i.department = ${department} order by k.id`)

  test('is kept, and written in its order once we know which lead it is', async () => {
    const { department, lead, told } = await tellingFirst(['state=Called', 'state=Hot&ftd=1'])
    expect(told).toEqual([200, 200])
    await vi.waitFor(async () => expect(await waiting(department)).toEqual([]), 45_000)
    expect(await now(department)).toMatchObject({ state: 'sent', broker_status: 'Hot' })
    expect(await sending.lead(lead)).toMatchObject({ stage: 'converted' })
    const words = await sending.query(`
      select after ->> 'broker_status' as word from audit_log
      where resource = 'sends' and record_id = ${(await now(department)).id} and after ? 'broker_status' order by id`)
    expect(words.map(({ word }) => word)).toEqual(['Called', 'Hot'])
  }, 30_000)

  test('comes before what it tells later', async () => {
    const { department, path, id } = await tellingFirst(['state=Called'], { success: false })
    await sending.query(
      `update sends set state = 'sent', api_lead_id = '${id}' where department = ${department}`,
    )
    await call('GET', `${path}?lead=${id}&state=Hot`)
    await vi.waitFor(async () => expect(await waiting(department)).toEqual([]), 45_000)
    expect(await now(department)).toMatchObject({ broker_status: 'Hot' })
  }, 30_000)

  test('is shown as waiting while its lead is not known, and forgotten after a day', async () => {
    const { department } = await tellingFirst(['state=Called'], { success: 'perhaps' })
    expect(await now(department)).toMatchObject({ state: 'unknown', api_lead_id: null })
    const [{ integration }] = await waiting(department)
    const admin = await sending.server.as('Administrator')
    const { body } = await admin.get(`/send/integration/${integration}/health`)
    expect(body.data).toMatchObject({ postbacks_waiting: 1 })
    await vi.waitFor(async () => {
      const lines = await admin.get(
        `/settings/request/search?integration=${integration}&direction=in`,
      )
      expect(lines.body.data).toEqual([
        expect.objectContaining({
          status: 200,
          department,
          error: 'It waits for its lead',
        }),
      ])
    }, 45_000)
    await sending.query(`update kept_postbacks set created_at = now() - interval '25 hours'`)
    await vi.waitFor(async () => expect(await waiting(department)).toEqual([]), 45_000)
  }, 30_000)

  test('is refused where too much waits already, and not lost without a word', async () => {
    const { department, path } = await tellingFirst(['state=Called'], { success: 'perhaps' })
    await sending.query(`
      insert into kept_postbacks (integration, broker_lead, said)
      select integration, 'other' || n, said from kept_postbacks, generate_series(2, 1000) n
      where integration = (select id from send_integrations where department = ${department})`)
    const { statusCode, headers } = await call('GET', `${path}?lead=another&state=Hot`)
    expect([statusCode, Number(headers['retry-after'])]).toEqual([429, 60])
    expect(await waiting(department)).toHaveLength(1_000)
  }, 30_000)
})

test('a long id in JSON names the one lead that has it', async () => {
  const { department, path } = await taken()
  const hasId = (id: string) =>
    sending.query(`update sends set api_lead_id = '${id}' where department = ${department}`)
  await hasId('1234567890123456800')
  await call('POST', path, '{"lead":1234567890123456789,"state":"Of another"}')
  expect(await now(department)).toMatchObject({ broker_status: null })
  await hasId('1234567890123456789')
  await call('POST', path, '{"lead":1234567890123456789,"state":"Hot"}')
  expect(await now(department)).toMatchObject({ broker_status: 'Hot' })
})

test.each([
  ['250,50', 250.5],
  ['1,250', 1_250],
  ['1,250.50', 1_250.5],
  ['1.250,50', 1_250.5],
  ['1 250,5', 1_250.5],
  ['1,234,567.89', 1_234_567.89],
  ['0,125', 0.13],
  ['1.250', 1.25],
  ['12,34,56', null],
])('a deposit of %s is %s', async (sum, amount) => {
  const { department, send, path } = await taken()
  await call('POST', path, JSON.stringify({ lead: send.api_lead_id, ftd: true, sum }))
  const { ftd_amount } = await now(department)
  expect(ftd_amount === null ? null : Number(ftd_amount)).toBe(amount)
})

test('a postback in the address tells of a status', async () => {
  const { department, send, path } = await taken()
  const answer = await call('GET', `${path}?lead=${send.api_lead_id}&state=Hot&other=1`)
  expect([answer.statusCode, answer.body]).toEqual([200, 'ok'])
  expect(await now(department)).toMatchObject({ broker_status: 'Hot', ftd_detected_at: null })
})

test('M9: of a full card number in a postback no more than its end is kept', async () => {
  const { department, send, path } = await taken()
  await call('GET', `${path}?lead=${send.api_lead_id}&state=4111-1111-1111-1111`)
  expect(await now(department)).toMatchObject({ broker_status: '•••• 1111' })
})

test('M7: whom a word of a broker names is told to nobody who sees contacts masked', async () => {
  const { department, send, path } = await taken()
  const word = encodeURIComponent('Known as ada@example.com')
  await call('GET', `${path}?lead=${send.api_lead_id}&state=${word}`)
  expect(await now(department)).toMatchObject({ broker_status: 'Known as •••@•••' })
  const told = await sending.query('select "values" from notifications')
  expect(JSON.stringify(told)).not.toContain('ada@example.com')
})

test('a postback as JSON or as a form tells of a deposit, once', async () => {
  for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
    const { department, lead, send, path } = await taken()
    const said = { lead: send.api_lead_id, ftd: '1', ftd_at: '2026-03-01 10:00:00', sum: '99.5' }
    const body = type.endsWith('json') ? JSON.stringify(said) : String(new URLSearchParams(said))
    expect((await call('POST', path, body, type)).statusCode).toBe(200)
    const first = await now(department)
    expect(new Date(first.api_ftd_at).toISOString()).toBe('2026-03-01T10:00:00.000Z')
    expect(Number(first.ftd_amount)).toBe(99.5)
    expect(await sending.lead(lead)).toMatchObject({
      stage: 'converted',
      ftd_department: department,
    })
    await call('POST', path, body.replace('99.5', '11'), type)
    expect(Number((await now(department)).ftd_amount)).toBe(99.5)
  }
  const lines = await vi.waitFor(async () => {
    const found = await sending.query(
      `select path from requests where direction = 'in' and route like '%/partner/postback/%'`,
    )
    expect(found.length).toBeGreaterThan(0)
    return found
  }, 45_000)
  expect(JSON.stringify(lines)).not.toContain(key)
})

test('a postback of one of the events that are deposits tells of one, with its currency', async () => {
  const { department, send, path } = await taken({
    postback_ftd: 'event',
    postback_ftd_values: ['ftd', 'first_deposit'],
    postback_currency: 'in',
  })
  await call('GET', `${path}?lead=${send.api_lead_id}&event=true&sum=5&in=eur`)
  expect(await now(department)).toMatchObject({ ftd_at: null })
  await call('GET', `${path}?lead=${send.api_lead_id}&event=FTD&sum=5&in=eur`)
  expect(await now(department)).toMatchObject({ ftd_at: expect.anything(), ftd_currency: 'EUR' })
})

test('a deposit that is told while the integration is mended counts', async () => {
  const { department, send, path } = await taken()
  const admin = await sending.server.as('Administrator')
  const [{ id, url }] = await sending.query(
    `select id, url from send_integrations where department = ${department}`,
  )
  await admin.put(`/send/integration/${id}`, { url: `${url}?mended` })
  expect((await admin.get(`/send/integration/${id}`)).body.data.state).toBe('draft')
  expect((await call('GET', `${path}?lead=${send.api_lead_id}&ftd=1`)).statusCode).toBe(200)
  expect(await now(department)).toMatchObject({ ftd_at: expect.anything() })
})

test('what is no yes is no deposit, and a wrong key or an unknown lead tells nothing', async () => {
  const { department, send, path } = await taken()
  await call('GET', `${path}?lead=${send.api_lead_id}&ftd=0`)
  await call('GET', `${path}?lead=${send.api_lead_id}&ftd=2026-01-01`)
  expect(await now(department)).toMatchObject({ ftd_detected_at: null })
  expect((await call('GET', `/partner/postback/${'x'.repeat(40)}?lead=1`)).statusCode).toBe(404)
  expect((await call('GET', `${path}?lead=nobody`)).body).toBe('ok')
  expect((await call('GET', path)).body).toBe('ok')
  const other = await taken()
  await call('GET', `${other.path}?lead=${send.api_lead_id}&state=Stolen`)
  expect((await now(department)).broker_status).not.toBe('Stolen')
  await sending.query(
    `update send_integrations set state = 'archived' where department = ${department}`,
  )
  expect((await call('GET', `${path}?lead=${send.api_lead_id}`)).statusCode).toBe(404)
})

test('staff set and cancel deposits by hand, of a send and of a lead, with a date and a reason', async () => {
  const { department, lead, send } = await taken()
  const url = `/lead/history/${send.id}`
  await sentOn(department, '2026-02-03T04:05:30Z')
  const { status: earlier } = await sending.lead(lead)
  const [may, mayNot] = [
    await sending.server.user([
      'lead.history.view',
      'lead.ftd.update',
      'lead.view',
      'lead.single.view',
    ]),
    await sending.server.user(['lead.history.view', 'lead.status.update']),
  ]
  const given = { date: '2026-02-03T04:05:06.000Z', reason: 'Told by phone' }
  expect((await mayNot.post(`${url}/ftd`, given)).status).toBe(403)
  expect((await may.post(`${url}/ftd`, { date: given.date })).status).toBe(422)
  const future = { ...given, date: new Date(Date.now() + 86_400_000).toISOString() }
  expect((await may.post(`${url}/ftd`, future)).status).toBe(422)
  expect((await may.post(`${url}/ftd`, given)).status).toBe(200)
  expect((await may.post(`${url}/ftd`, given)).status).toBe(409)
  const converted = await sending.lead(lead)
  expect(converted).toMatchObject({ stage: 'converted', ftd_department: department })
  expect(converted.status).not.toBe(earlier)
  expect(new Date(converted.api_ftd_at).toISOString()).toBe(given.date)

  expect((await may.post(`${url}/cancel_ftd`, { reason: 'Charged back' })).status).toBe(200)
  expect(await now(department)).toMatchObject({
    ftd_cancelled_at: expect.anything(),
    api_ftd_at: expect.anything(),
  })
  expect(await sending.lead(lead)).toMatchObject({
    stage: 'sent',
    api_ftd_at: null,
    ftd_department: null,
    // What was no deposit stands in no status that is one, and why is told with the lead.
    status: earlier,
  })
  const { data } = (await may.get(`/lead/${lead}/timeline`)).body
  const notes = data.flatMap(({ note }: { note?: string }) => note ?? [])
  expect(notes.slice(0, 2)).toEqual(['Charged back', 'Told by phone'])

  expect((await may.post(`/lead/${lead}/ftd`, given)).status).toBe(200)
  expect(await sending.lead(lead)).toMatchObject({ stage: 'converted', ftd_department: department })
  expect((await may.post(`/lead/${lead}/cancel_ftd`, { reason: 'Not so' })).status).toBe(200)
  expect(await sending.lead(lead)).toMatchObject({ stage: 'sent', ftd_department: null })
  const [unsent = 0] = await sending.leads(1)
  expect((await may.post(`/lead/${unsent}/ftd`, given)).status).toBe(409)
})

test('the deposit that another department has told of is the first when the first one is cancelled', async () => {
  const { department, lead, send, path } = await taken()
  const { status: earlier } = await sending.lead(lead)
  const other = await sending.department('success')
  await sending.plan([lead], { departments: [other] })
  await vi.waitFor(async () => expect((await now(other))?.state).toBe('sent'), 45_000)
  const may = await sending.server.user(['lead.history.view', 'lead.ftd.update'])
  const later = (await now(other))!
  await sentOn(other, '2026-02-01T00:00:00Z')
  await call('GET', `${path}?lead=${send.api_lead_id}&ftd=1&ftd_at=2026-03-01`)
  const given = { date: '2026-03-05T00:00:00.000Z', reason: 'Told by phone' }
  expect((await may.post(`/lead/history/${later.id}/ftd`, given)).status).toBe(200)
  const isLater = async (id: number) =>
    (await may.get(`/lead/history/${id}`)).body.data.is_later_ftd
  expect([await isLater(send.id), await isLater(later.id)]).toEqual([false, true])

  const cancel = (id: number) => may.post(`/lead/history/${id}/cancel_ftd`, { reason: 'Refunded' })
  expect((await cancel(send.id)).status).toBe(200)
  expect(await isLater(later.id)).toBe(false)
  const converted = await sending.lead(lead)
  expect(converted).toMatchObject({
    stage: 'converted',
    ftd_department: other,
    ftd_cancelled_at: null,
  })
  expect(new Date(converted.ftd_at).toISOString()).toBe(given.date)
  expect(converted.status).not.toBe(earlier)
  expect(await now(department)).toMatchObject({ ftd_cancelled_at: expect.anything() })

  expect((await cancel(later.id)).status).toBe(200)
  expect(await sending.lead(lead)).toMatchObject({
    stage: 'sent',
    ftd_at: null,
    ftd_department: null,
    status: earlier,
  })
})

test('4.1: a lead whose deposit was none stands where its sends say', async () => {
  const { department, lead, send, path } = await taken()
  const other = await sending.department('success')
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
  const may = await sending.server.user([
    'lead.history.view',
    'lead.history.return',
    'lead.history.cancel',
    'lead.ftd.update',
  ])
  const act = async (id: number, name: string, input: object = {}) =>
    expect((await may.post(`/lead/history/${id}/${name}`, input)).status).toBe(200)
  await sending.plan([lead], { departments: [other], scheduled_at })
  await call('GET', `${path}?lead=${send.api_lead_id}&ftd=1`)
  expect((await sending.lead(lead)).stage).toBe('converted')
  await act(send.id, 'cancel_ftd', { reason: 'There was none' })
  expect((await sending.lead(lead)).stage).toBe('queued')
  await act((await now(other))!.id, 'cancel')
  await sentOn(department, '2026-02-01T00:00:00Z')
  await act(send.id, 'ftd', { date: '2026-03-01T00:00:00Z', reason: 'There was one' })
  await act(send.id, 'return', { reason: 'wrong_number' })
  await act(send.id, 'cancel_ftd', { reason: 'There was none' })
  expect((await sending.lead(lead)).stage).toBe('rejected')
  expect((await now(department))?.state).toBe('returned')
})

test('9.4: a lead that is given back keeps its first deposit until that is cancelled', async () => {
  const { department, lead, send, path } = await taken()
  const other = await sending.department('success')
  await sending.plan([lead], { departments: [other] })
  await vi.waitFor(async () => expect((await now(other))?.state).toBe('sent'), 45_000)
  const may = await sending.server.user([
    'lead.history.view',
    'lead.history.return',
    'lead.ftd.update',
  ])
  const later = (await now(other))!
  await sentOn(other, '2026-02-01T00:00:00Z')
  await call('GET', `${path}?lead=${send.api_lead_id}&ftd=1&ftd_at=2026-03-01`)
  const given = { date: '2026-03-05T00:00:00.000Z', reason: 'Told by phone' }
  expect((await may.post(`/lead/history/${later.id}/ftd`, given)).status).toBe(200)
  const back = { reason: 'wrong_number' }
  expect((await may.post(`/lead/history/${send.id}/return`, back)).status).toBe(200)
  expect(await now(department)).toMatchObject({ state: 'returned', ftd_cancelled_at: null })
  expect(await sending.lead(lead)).toMatchObject({ stage: 'converted', ftd_department: department })
  const isLater = async (id: number) =>
    (await may.get(`/lead/history/${id}`)).body.data.is_later_ftd
  expect([await isLater(send.id), await isLater(later.id)]).toEqual([false, true])

  const reason = 'There was none'
  expect((await may.post(`/lead/history/${send.id}/cancel_ftd`, { reason })).status).toBe(200)
  expect(await sending.lead(lead)).toMatchObject({ stage: 'converted', ftd_department: other })
})

test('calls of sends stand in the request log with the lead, the department and the uuid of the send', async () => {
  const { department, lead, send } = await taken()
  const [line] = await vi.waitFor(async () => {
    const found = await sending.query(
      `select * from requests where correlation_id = '${send.uuid}'`,
    )
    expect(found).toHaveLength(1)
    return found
  }, 45_000)
  expect(line).toMatchObject({
    direction: 'out',
    department,
    lead,
    status: 200,
    route: expect.stringContaining('send: '),
  })
  expect(line.request.email).toBe('•••@•••')
})

test('M6: the postbacks of an integration have few places, and people are served meanwhile', async () => {
  const { database } = sending.server.backend
  // The embedded database has one connection, at which nobody waits for a lock of others.
  if (database.kind === 'embedded') return
  const { path, send } = await taken()
  const user = await sending.server.as('Administrator')
  await database.sql.transaction().execute(async (holder) => {
    await sql`lock table sends`.execute(holder)
    const calls = Array.from({ length: 12 }, (_, at) =>
      call('GET', `${path}?lead=${send.api_lead_id}&state=Word${at}`),
    )
    await othersWait(database, holder, 4)
    expect((await user.get('/settings/tag/search')).status).toBe(200)
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(holder)
    // The worker of sends waits too.
    expect(rows.length).toBeLessThan(8)
    await sql`rollback`.execute(holder)
    expect(new Set((await Promise.all(calls)).map(({ body }) => body))).toEqual(new Set(['ok']))
  })
})
