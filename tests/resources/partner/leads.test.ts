import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { ownLeads } from '../../../resources/partner/lead/ownLeads.server.ts'
import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { callFrom, partnerOf, type Caller } from '../../fixtures/sending/partner.ts'
import type { Client } from '../../fixtures/server.ts'
import { plansOf, sentStatements } from '../../fixtures/work/statements.ts'

let server: TestConsole
let admin: Client

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
}, 60_000)
afterAll(() => server.close())

let count = 0
const email = () => `lead${(count += 1)}@example.com`
const query = async (text: string) =>
  (await sql.raw<any>(text).execute(server.backend.database.sql)).rows
const leadsOf = ({ id }: Caller) =>
  query(`select * from leads where department = ${id} order by id`)
const failedOf = ({ id }: Caller) =>
  query(`select * from failed_leads where department = ${id} order by id`)

describe('a lead of a partner', () => {
  test('comes in by the one intake, with its source, and as no user', async () => {
    const one = await partnerOf(server, admin)
    const given = {
      first_name: 'Ada',
      email: email(),
      phone: '07400 123456',
      country: 'GB',
      language: 'en',
      date_of_birth: '1990-12-10',
      external_id: 'a1',
      sub_1: 7,
    }
    const { status, body } = await one.post('/lead', given)
    expect([status, body]).toEqual([
      201,
      { data: { id: expect.any(Number), state: 'accepted', external_id: 'a1' } },
    ])
    const [lead] = await leadsOf(one)
    expect(lead).toMatchObject({
      id: body.data.id,
      source: one.source,
      user: null,
      phone: '+447400123456',
      sub_1: '7',
      is_test: false,
      stage: 'new',
    })
    expect(lead.raw).toMatchObject({ phone: '07400 123456', country: 'GB' })
    expect(lead.country).not.toBeNull()
    expect(lead.status).not.toBeNull()
    const timeline = async (client: Client) =>
      (await client.get(`/lead/${lead.id}/timeline`)).body.data.filter(
        ({ kind }: { kind: string }) => kind === 'change',
      )
    const label = expect.stringContaining('Caller')
    const by = { resource: 'broker_departments', id: one.id }
    expect(await timeline(admin)).toMatchObject([
      { action: 'create', user: null, by: { ...by, label } },
    ])
    const changes = `/lead/history/changes/search?lead=${lead.id}`
    expect((await admin.get(changes)).body.data).toMatchObject([
      { event: 'create', user: null, department: one.id, integration: null },
    ])
    const stranger = await server.user(['lead.view', 'lead.single.view'])
    expect(await timeline(stranger)).toMatchObject([{ action: 'create', user: null, by: null }])
  })

  test.each([
    ['a wrong e-mail', { email: 'nobody' }, 'bad_email', 'email'],
    ['a wrong phone', { phone: '+44123' }, 'bad_phone', 'phone'],
    ['no contact', { first_name: 'Ada' }, 'missing_contact', 'email'],
    [
      'no such country',
      { email: 'c@example.com', country: 'Atlantis' },
      'unknown_country',
      'country',
    ],
    ['no date', { email: 'd@example.com', date_of_birth: 'soon' }, 'bad_date', 'date_of_birth'],
    ['a field that is none', { email: 'e@example.com', colour: 'red' }, 'bad_value', 'colour'],
    ['what staff decide', { email: 'f@example.com', status: 1 }, 'bad_value', 'status'],
    ['the id of a record', { email: 'g@example.com', id: 1 }, 'bad_value', 'id'],
    ['a source of its choice', { email: 'h@example.com', source: 1 }, 'bad_value', 'source'],
    ['an object', { email: { ne: '' } }, 'bad_value', 'email'],
    [
      'a card number',
      { email: 'i@example.com', comment: '4111 1111 1111 1111' },
      'card_number_found',
      'comment',
    ],
    [
      'restricted fields',
      { email: 'j@example.com', card_digits: '1234' },
      'not_permitted',
      'card_digits',
    ],
  ])('with %s is refused by field, and kept as a failed one', async (_name, given, code, field) => {
    const one = await partnerOf(server, admin)
    const { status, body } = await one.post('/lead', given)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    expect(await leadsOf(one)).toEqual([])
    const [failed, ...others] = await failedOf(one)
    expect(others).toEqual([])
    expect(failed).toMatchObject({
      origin: 'api',
      reason_code: code,
      user: null,
      source: one.source,
    })
    expect(JSON.stringify(failed)).not.toMatch(/4111|1234"/)
  })

  test('is told all that is wrong with it at once, but nothing of the leads of others', async () => {
    const one = await partnerOf(server, admin)
    const known = email()
    expect((await one.post('/lead', { email: known })).status).toBe(201)
    const source = { consent_required: true, name: `Consent ${one.source}` }
    expect((await admin.put(`/settings/source/${one.source}`, source)).status).toBe(200)
    const { status, body } = await one.post('/lead', {
      email: known,
      phone: '+44123',
      date_of_birth: 'soon',
      card_digits: '1234',
      colour: 'red',
      sub_1: 'x'.repeat(5_000),
    })
    expect([status, body.code]).toEqual([422, 'not_permitted'])
    expect(Object.keys(body.errors).toSorted()).toEqual([
      'card_digits',
      'colour',
      'consent_at',
      'date_of_birth',
      'phone',
      'sub_1',
    ])
    const [failed] = await failedOf(one)
    expect(failed.reason).toContain('consent')
    const none = await one.post('/lead', { phone: '+44123' })
    expect(Object.keys(none.body.errors)).toEqual(['phone'])
    expect(await leadsOf(one)).toHaveLength(1)
  })

  test('may bring restricted fields where its department may send them', async () => {
    const one = await partnerOf(server, admin, { may_send_restricted: true })
    const given = { email: email(), card_digits: '1234', purchase_amount: '10.50' }
    expect((await one.post('/lead', given)).status).toBe(201)
    expect((await leadsOf(one))[0]).toMatchObject({ card_digits: '1234' })
  })

  test('that fails again and again is kept once, and may be tried again by staff', async () => {
    const one = await partnerOf(server, admin)
    const nowhere = { default_source: null }
    // Of a department that was a sender before one needed a source.
    expect((await admin.put(`/broker/department/${one.id}`, nowhere)).status).toBe(422)
    const { sql: database } = server.backend.database
    await sql`update broker_departments set default_source = null where id = ${one.id}`.execute(
      database,
    )
    const given = { email: email() }
    for (const key of ['a', 'b']) {
      const headers = { 'idempotency-key': key }
      expect((await one.post('/lead', given, headers)).body.code).toBe('source_closed')
    }
    const failed = await failedOf(one)
    expect(failed).toHaveLength(1)
    const values = { source: await admin.make('/settings/source', { name: 'Mended' }) }
    expect((await admin.put(`/failed/lead/${failed[0].id}`, values)).status).toBe(200)
    expect((await leadsOf(one))[0]).toMatchObject({ email: given.email, source: values.source })
  })

  test('5: finds the door closed before anything that is wrong with it, also when it is tried again', async () => {
    const one = await partnerOf(server, admin)
    const { default_source: closed } = (await admin.get(`/broker/department/${one.id}`)).body.data
    expect((await admin.put(`/settings/source/${closed}`, { is_active: false })).status).toBe(200)
    const given = { email: email(), date_of_birth: '31.31.2000' }
    const { status, body } = await one.post('/lead', given)
    expect([status, body.code, Object.keys(body.errors)]).toEqual([
      422,
      'source_closed',
      ['source', 'date_of_birth'],
    ])
    const [failed] = await failedOf(one)
    expect(failed.reason_code).toBe('source_closed')
    const again = await admin.post(`/failed/lead/${failed.id}/retry`, {})
    expect([again.status, again.body.code]).toEqual([422, 'source_closed'])
    expect((await failedOf(one))[0].reason_code).toBe('source_closed')
  })

  test('of a test department is a test', async () => {
    const one = await partnerOf(server, admin, { is_test: true })
    await one.post('/lead', { email: email() })
    expect((await leadsOf(one))[0]).toMatchObject({ is_test: true, email_key: null })
  })

  test('needs a department that may send leads, and is not paused', async () => {
    const one = await partnerOf(server, admin, { is_sender: false })
    expect(await one.post('/lead', { email: email() })).toMatchObject({
      status: 403,
      body: { message: 'This department may not send leads' },
    })
    expect((await one.get('/lead/search')).status).toBe(403)
    const other = await partnerOf(server, admin)
    await admin.post(`/broker/department/${other.id}/pause`, { reason: 'Summer' })
    expect((await other.post('/lead', { email: email() })).status).toBe(403)
    expect([await failedOf(one), await failedOf(other)]).toEqual([[], []])
  })
})

describe('a duplicate', () => {
  test('of its own says of which lead, of a foreign one nothing', async () => {
    const [one, other] = [await partnerOf(server, admin), await partnerOf(server, admin)]
    const same = email()
    const first = await one.post('/lead', { email: same })
    const again = await one.post('/lead', { email: same, first_name: 'Ada' })
    expect([again.status, again.body.data]).toEqual([409, { duplicate_of: first.body.data.id }])
    const foreign = await other.post('/lead', { email: same })
    expect([foreign.status, foreign.body]).toEqual([
      409,
      { message: 'There is a lead with it already', code: 'duplicate' },
    ])
    expect((await failedOf(other))[0]).toMatchObject({
      reason_code: 'duplicate',
      matched_lead: first.body.data.id,
    })
    // For people, as of every other door.
    const { data } = (await admin.get(`/failed/lead/search?department=${other.id}`)).body
    expect(data[0].reason).toBe('E-mail: There is a lead with it already')
  })

  test('sent from two sides at once becomes one lead', async () => {
    const all = [await partnerOf(server, admin), await partnerOf(server, admin)]
    const same = email()
    const answers = await Promise.all(all.map((one) => one.post('/lead', { email: same })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('a repeated call', () => {
  test('with the same key at the same moment makes one lead', async () => {
    const one = await partnerOf(server, admin)
    const given = { email: email() }
    const calls = Array.from({ length: 8 }, () =>
      one.post('/lead', given, { 'idempotency-key': 'at-once' }),
    )
    const answers = await Promise.all(calls)
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1)
    expect(await leadsOf(one)).toHaveLength(1)
  })

  test('with the key of another department is another call', async () => {
    const [one, other] = [await partnerOf(server, admin), await partnerOf(server, admin)]
    const headers = { 'idempotency-key': 'shared' }
    const first = await one.post('/lead', { email: email() }, headers)
    const second = await other.post('/lead', { email: email() }, headers)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.data.id).not.toBe(first.body.data.id)
  })

  test('with the same external ID gets the first answer for a day, and is a duplicate after it', async () => {
    const one = await partnerOf(server, admin)
    const bring = () => one.post('/lead', { email: email(), external_id: 'own-1' })
    const answers = await Promise.all([bring(), bring(), bring()])
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1)
    const [lead, ...others] = await leadsOf(one)
    expect(others).toEqual([])
    await query(`update leads set created_at = now() - interval '25 hours' where id = ${lead.id}`)
    const late = await bring()
    expect([late.status, late.body.data]).toEqual([409, { duplicate_of: lead.id }])
    const other = await partnerOf(server, admin)
    const foreign = await other.post('/lead', { email: email(), external_id: 'own-1' })
    expect(foreign.status).toBe(201)
  })

  test('that was refused with an external ID may be mended', async () => {
    const one = await partnerOf(server, admin)
    expect((await one.post('/lead', { email: 'no', external_id: 'm' })).status).toBe(422)
    expect((await one.post('/lead', { email: email(), external_id: 'm' })).status).toBe(201)
  })

  test('without a key is the same within a minute', async () => {
    const one = await partnerOf(server, admin)
    const given = { email: email() }
    const first = await one.post('/lead', given)
    expect(await one.post('/lead', given)).toMatchObject({ status: 201, body: first.body })
    await query(`update request_keys set created_at = now() - interval '61 seconds'`)
    expect((await one.post('/lead', given)).status).toBe(409)
    expect(await leadsOf(one)).toHaveLength(1)
  })
})

describe('many leads at once', () => {
  test('are answered one by one, with sums', async () => {
    const one = await partnerOf(server, admin, { send_a_lot: true })
    const [own, other] = [email(), email()]
    const leads = [
      { email: own },
      { email: 'no' },
      { email: own, city: 'Rome' },
      7,
      { email: other },
    ]
    const { status, body } = await one.post('/lead/bulk', leads)
    expect(status).toBe(207)
    expect(body.summary).toEqual({ total: 5, accepted: 2, updated: 0, duplicate: 1, refused: 2 })
    expect(body.data).toMatchObject([
      { index: 0, state: 'accepted' },
      { index: 1, state: 'refused', errors: { email: [expect.any(String)] } },
      { index: 2, state: 'duplicate', duplicate_of: body.data[0].id },
      { index: 3, state: 'refused' },
      { index: 4, state: 'accepted' },
    ])
    expect(await leadsOf(one)).toHaveLength(2)
  })

  test('8.2: up to 500 with all that they may say', async () => {
    const one = await partnerOf(server, admin, { send_a_lot: true })
    const said = {
      consent_text: 'I agree to be called. '.repeat(90),
      address: 'Long Street '.repeat(14),
    }
    // One in ten is new: to take a lead in costs a hundred times what it costs to read it.
    const leads = Array.from({ length: 500 }, (_, at) => ({
      email: at % 10 ? '?' : email(),
      ...said,
    }))
    const { status, body } = await one.post('/lead/bulk', leads)
    expect([status, body.summary]).toEqual([207, expect.objectContaining({ accepted: 50 })])
    expect(body.data).toHaveLength(500)
  })

  test('sent again with their key change nothing, also where the first call broke off', async () => {
    const one = await partnerOf(server, admin, { send_a_lot: true })
    const leads = Array.from({ length: 5 }, () => ({ email: email() }))
    const headers = { 'idempotency-key': 'bulk' }
    const [first, second] = await Promise.all([
      one.post('/lead/bulk', leads, headers),
      one.post('/lead/bulk', leads, headers),
    ])
    expect(second?.body).toEqual(first?.body)
    await query(`delete from request_keys where key = 'bulk 4'`)
    await query(`delete from leads where id = ${first?.body.data[4].id}`)
    const third = await one.post('/lead/bulk', leads, headers)
    expect(third.body.data.slice(0, 4)).toEqual(first?.body.data.slice(0, 4))
    expect(third.body.summary.accepted).toBe(5)
    expect(await leadsOf(one)).toHaveLength(5)
  })

  test.each([
    ['with their key', { 'idempotency-key': 'whole' }],
    ['as they were', {}],
  ])(
    'sent again %s, they are answered from one look, however many they are',
    async (_, headers) => {
      const one = await partnerOf(server, admin, { send_a_lot: true })
      const leads = [...Array.from({ length: 6 }, () => ({ email: email() })), { email: 'no' }]
      const first = await one.post('/lead/bulk', leads, headers)
      const transactions = vi.spyOn(server.backend.database.sql, 'transaction')
      const second = await one.post('/lead/bulk', leads, headers)
      expect([second.status, second.body]).toEqual([207, first.body])
      expect(transactions).not.toHaveBeenCalled()
      transactions.mockRestore()
    },
  )

  test('of other leads under their key are refused before one of them is taken', async () => {
    const one = await partnerOf(server, admin, { send_a_lot: true })
    const headers = { 'idempotency-key': 'other' }
    const [first, second] = [{ email: email() }, { email: email() }]
    await one.post('/lead/bulk', [first, second], headers)
    const more = [first, { email: email() }, { email: email() }]
    expect((await one.post('/lead/bulk', more, headers)).status).toBe(422)
    expect(await leadsOf(one)).toHaveLength(2)
  })

  test('are no more than 500, and of departments alone that send a lot', async () => {
    const little = await partnerOf(server, admin)
    expect((await little.post('/lead/bulk', [{ email: email() }])).status).toBe(403)
    const many = await partnerOf(server, admin, { send_a_lot: true })
    const leads = Array.from({ length: 501 }, () => ({ email: email() }))
    const refused = async (body: unknown) => {
      const { status, body: answer } = await many.post('/lead/bulk', body)
      return [status, answer.message, answer.errors]
    }
    expect(await refused(leads)).toEqual([422, 'List at most 500', {}])
    expect(await refused({ email: email() })).toEqual([422, 'Send a list', {}])
    const { status, body } = await many.get('/lead/search?per_page=501')
    expect([status, body.message]).toEqual([400, 'per_page: Enter 500 or less.'])
    expect((await many.post('/lead/bulk', [])).status).toBe(422)
    // Who may not is told so, whatever they sent.
    const few = await partnerOf(server, admin)
    expect((await few.post('/lead/bulk', [])).status).toBe(403)
    const teller = await partnerOf(server, admin, { is_sender: false })
    expect((await teller.post('/lead', [])).status).toBe(403)
    expect((await teller.get('/lead/search?page=0')).status).toBe(403)
    expect(await leadsOf(many)).toEqual([])
  })
})

describe('who brought a lead sees', () => {
  const statusOf = async (name: string) =>
    (await query(`select id from statuses where name = '${name}'`))[0].id as number
  const setStatus = async (lead: number, name: string) =>
    expect(
      (await admin.post(`/lead/${lead}/status`, { status: await statusOf(name) })).status,
    ).toBe(200)

  test('no more than that it was accepted, unless the source shows statuses', async () => {
    const one = await partnerOf(server, admin)
    const { id } = (await one.post('/lead', { email: email(), click_id: 'c' })).body.data
    const { body } = await one.get(`/lead/${id}`)
    expect(body.data).toEqual({
      id,
      state: 'accepted',
      external_id: null,
      click_id: 'c',
      is_test: false,
      created_at: expect.any(String),
    })
    expect((await one.get('/lead/search?date=status')).body.data).toEqual([])
  })

  test('our status and the deposit, never the broker or a contact', async () => {
    const one = await partnerOf(server, admin, { source: { show_statuses_to_source: true } })
    const address = email()
    const { id } = (await one.post('/lead', { email: address })).body.data
    await setStatus(id, 'Interested')
    await query(`
      update leads set broker_status = 'RAW WORD', ftd_at = '2026-05-01T10:00:00Z',
        api_ftd_at = '2026-05-01T10:00:00Z', ftd_detected_at = now(), last_department = ${one.id} where id = ${id}`)
    const { body } = await one.get(`/lead/${id}`)
    expect(body.data).toMatchObject({
      status: 'Interested',
      status_group: 'positive',
      ftd: true,
      ftd_at: '2026-05-01T10:00:00Z',
      ftd_detected: false,
    })
    const found = (await one.get('/lead/search?date=ftd&from=2026-05-01&to=2026-05-01')).body
    expect(found.data).toEqual([body.data])
    expect((await one.get('/lead/search?date=ftd&from=2026-05-02')).body.data).toEqual([])
    expect(JSON.stringify([body, found])).not.toMatch(/RAW|Partner|Caller|@/)
    await query(`update leads set ftd_at = ftd_detected_at, api_ftd_at = null where id = ${id}`)
    const dateless = (await one.get('/lead/search?date=ftd&from=2026-05-02')).body.data
    expect(dateless).toEqual([{ ...body.data, ftd_at: expect.any(String), ftd_detected: true }])
    await query(`update leads set ftd_cancelled_at = now() where id = ${id}`)
    expect((await one.get(`/lead/${id}`)).body.data).toMatchObject({ ftd: false, ftd_at: null })
  })

  test('the group before a status whose rule hides it', async () => {
    const one = await partnerOf(server, admin, { source: { show_statuses_to_source: true } })
    const { id } = (await one.post('/lead', { email: email() })).body.data
    await setStatus(id, 'Interested')
    await query(`
      insert into lead_status_settings (status, scope, source, hide_from_source)
      values (${await statusOf('Not interested')}, 'source', ${one.source}, true)`)
    await setStatus(id, 'Not interested')
    expect((await one.get(`/lead/${id}`)).body.data).toMatchObject({
      status: null,
      status_group: 'positive',
      status_at: null,
    })
    expect((await one.get('/lead/search?date=status')).body.data).toEqual([])
  })

  test('9.5: never the status of our own work that was drawn for it, until another one comes', async () => {
    const one = await partnerOf(server, admin, {
      source: { show_statuses_to_source: true, default_status: await statusOf('New') },
    })
    const rows = [{ status: await statusOf('Call back'), weight: 50 }]
    await admin.make('/settings/source/random/status', {
      source: one.source,
      use: 'initial_status',
      rows,
    })
    const { id } = (await one.post('/lead', { email: email() })).body.data
    const [{ status }] = await query(`select status from leads where id = ${id}`)
    expect(status).toBe(rows[0]?.status)
    const told = async () => (await one.get(`/lead/${id}`)).body.data
    expect(await told()).toMatchObject({ status: 'New', status_group: 'new' })
    expect((await one.get('/lead/search')).body.data[0]).toMatchObject({ status: 'New' })
    await query(`update leads set status_department = ${one.id} where id = ${id}`)
    expect(await told()).toMatchObject({ status: 'Call back' })
    await query(`update leads set status_department = null where id = ${id}`)
    await setStatus(id, 'Interested')
    expect(await told()).toMatchObject({ status: 'Interested' })
  })

  test('neither foreign leads nor deleted ones', async () => {
    const [one, other] = [await partnerOf(server, admin), await partnerOf(server, admin)]
    const { id } = (await one.post('/lead', { email: email() })).body.data
    const missing = await other.get('/lead/999999999')
    const foreign = await other.get(`/lead/${id}`)
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
    expect((await other.get('/lead/search')).body).toMatchObject({ data: [], meta: { total: 0 } })
    await query(`update leads set deleted_at = now() where id = ${id}`)
    expect((await one.get(`/lead/${id}`)).status).toBe(404)
    expect((await one.get('/lead/search')).body.data).toEqual([])
  })

  test('its leads by pages and days', async () => {
    const one = await partnerOf(server, admin)
    const ids: number[] = []
    for (let at = 0; at < 3; at += 1) {
      ids.unshift((await one.post('/lead', { email: email() })).body.data.id)
    }
    await query(`update leads set created_at = '2026-02-03T23:59:00Z' where id = ${ids[2]}`)
    const found = async (text: string) => {
      const { body } = await one.get(`/lead/search?${text}`)
      return [body.data.map(({ id }: { id: number }) => id), body.meta.total]
    }
    expect(await found('per_page=2')).toEqual([ids.slice(0, 2), 3])
    expect(await found('per_page=2&page=2')).toEqual([ids.slice(2), 3])
    expect(await found('to=2026-02-03')).toEqual([[ids[2]], 1])
    expect(await found('from=2026-02-04')).toEqual([ids.slice(0, 2), 2])
    for (const bad of [
      'per_page=501',
      'page=0',
      'from=soon',
      'date=other',
      'department=1',
      'page=1&page=2',
    ]) {
      expect([bad, (await one.get(`/lead/search?${bad}`)).status]).toEqual([bad, 400])
    }
  })
})

describe('what is no call of ours', () => {
  const json = { 'content-type': 'application/json' }

  test.each([
    [
      'another kind of content',
      'a=1',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
    ],
    ['plain text', '{}', { 'content-type': 'text/plain' }, 415],
    ['JSON that is none', '{"email":', json, 400],
    ['a poisoned prototype', '{"__proto__":{"polluted":1}}', json, 400],
    ['nothing', '', json, 400],
    ['a list', '[]', json, 422],
    ['too much', JSON.stringify({ comment: 'x'.repeat(65_536) }), json, 413],
  ])('is refused: %s', async (_name, body, headers, status) => {
    const one = await partnerOf(server, admin)
    expect((await one.call('POST', '/lead', { body, headers })).status).toBe(status)
    expect(await leadsOf(one)).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('is refused before its body is read when nobody is known to send it', async () => {
    const body = JSON.stringify({ comment: 'x'.repeat(2_000_000) })
    expect((await callFrom(server, 'POST', '/lead/bulk', { body })).status).toBe(401)
  })
})

test('a name that a partner gives a lead is looked for by its index, however many leads it has brought', async () => {
  const one = await partnerOf(server, admin)
  await query(`insert into leads (uuid, source, department, external_id)
    select 'many' || n, ${one.source}, ${one.id}, 'many' || n from generate_series(1, 3000) n`)
  await query('analyze leads')
  const sent = await sentStatements(server, () =>
    one.post('/lead', { email: email(), external_id: 'many3001' }),
  )
  const looks = sent.filter(({ sql: text }) =>
    /from leads\s+where department.*external_id/s.test(text),
  )
  expect(looks).toHaveLength(1)
  const plans = await plansOf(server, looks)
  expect(plans).toContain('leads_external_id_idx')
})

test('what is told of leads is looked up for those of the page, not for all before it', async () => {
  const one = await partnerOf(server, admin)
  await query(`insert into leads (uuid, source, department)
    select 'far' || n, ${one.source}, ${one.id} from generate_series(1, 100) n`)
  const [look] = await sentStatements(server, () =>
    ownLeads(one.id, { page: 20, per_page: 5, date: 'created' }, server.backend.database.sql),
  )
  const text = `explain (analyze, format json) ${look?.sql}`
  const explained = CompiledQuery.raw(text, [...(look?.parameters ?? [])])
  const { rows } = await server.backend.database.sql.executeQuery(explained)
  expect(mostLoops(rows, 'audit_log')).toBe(5)
})

/** How often a plan looked into a table, or a part of it, at most. */
function mostLoops(plan: unknown, table: string): number {
  if (typeof plan !== 'object' || plan === null) return 0
  const node = plan as Readonly<Record<string, unknown>>
  const isOf = String(node['Relation Name']).startsWith(table)
  const inside = Object.values(node).map((one) => mostLoops(one, table))
  return Math.max(isOf ? Number(node['Actual Loops']) : 0, ...inside)
}
