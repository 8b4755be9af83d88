import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { filledIn, renderMessage } from '#schema'

import { arabic } from '../../arabic.ts'
import { partnerOf, type Caller } from '../../fixtures/sending/partner.ts'
import { createSending, type Sending } from '../../fixtures/sending/sending.ts'
import { startServer } from '../../fixtures/rawServer.ts'
import type { Answer, Client } from '../../fixtures/server.ts'

let sending: Sending
let admin: Client

beforeAll(async () => {
  sending = await createSending()
  admin = await sending.server.as('Administrator')
  await sending.server.backend.jobs.work()
}, 60_000)
afterAll(() => sending.close())

/** A broker that brings no leads, and has taken some of ours. */
async function brokerWith(count: number) {
  const one = await partnerOf(sending.server, admin, { is_sender: false })
  const leads = await sending.leads(count)
  for (const lead of leads) {
    await sending.query(`
      insert into sends (uuid, lead, department, broker, state, holds, sent_at, send_key, api_lead_id)
      select gen_random_uuid(), ${lead}, d.id, d.broker_id, 'sent', true, now(), 'key-${lead}', 'theirs-${lead}'
      from broker_departments d where d.id = ${one.id}`)
  }
  await sending.query(`
    update leads set stage = 'sent', accepted_count = 1, sends_count = 1, last_department = ${one.id}
    where id = any('{${leads.join()}}')`)
  return { one, leads, lead: leads[0]! }
}

const sendOf = async ({ id }: Caller, lead: number) =>
  (await sending.sends(id)).find((one) => one.lead === lead)

describe('a broker tells the statuses of leads that we sent to it', () => {
  test('by our id of the lead or the send, our key, or its own id, without being a sender', async () => {
    const { one, leads } = await brokerWith(4)
    const [first = 0, second = 0, third = 0, fourth = 0] = leads
    const status_at = '2026-03-01T10:00:00Z'
    const rows = [
      { id: first, status: 'Told by lead', status_at },
      { send_id: (await sendOf(one, second)).id, status: 'Told by send' },
      { send_id: `key-${third}`, status: 'Told by key' },
      {
        api_lead_id: `theirs-${fourth}`,
        status: 'Told by theirs',
        comment: 'Call 4111 1111 1111 1111',
      },
    ]
    const { status, body } = await one.post('/lead/status', rows)
    expect([status, body]).toEqual([
      207,
      {
        data: leads.map((id, index) => ({ index, state: 'updated', id })),
        summary: { total: 4, updated: 4, kept: 0, unknown_lead: 0, refused: 0 },
      },
    ])
    const words = (await sending.sends(one.id)).map(({ broker_status }) => broker_status)
    expect(words).toEqual(rows.map((row) => row.status))
    const { broker_status_at } = await sendOf(one, first)
    expect(new Date(broker_status_at).toISOString()).toBe('2026-03-01T10:00:00.000Z')
    expect(await sending.lead(first)).toMatchObject({ broker_status: 'Told by lead' })
    expect(
      await sending.query(`select text, "user" from lead_comments where lead = ${fourth}`),
    ).toEqual([{ text: 'Call •••• 1111', user: null }])
  })

  test('and never those of another, whatever it calls them', async () => {
    const [mine, other] = [await brokerWith(1), await brokerWith(1)]
    const foreign = await sendOf(other.one, other.lead)
    const rows = [
      { id: other.lead },
      { send_id: foreign.id },
      { send_id: foreign.send_key },
      { api_lead_id: foreign.api_lead_id },
      { id: 999_999_999_999 },
    ].map((row) => ({ ...row, status: 'Stolen', ftd: true, comment: 'Mine' }))
    const { status, body } = await mine.one.post('/lead/status', rows)
    expect([status, body.summary]).toEqual([
      207,
      { total: 5, updated: 0, kept: 0, unknown_lead: 5, refused: 0 },
    ])
    expect(body.data).toEqual(rows.map((_row, index) => ({ index, state: 'unknown_lead' })))
    expect(await sendOf(other.one, other.lead)).toEqual(foreign)
    expect(await sending.query(`select 1 from lead_comments where text = 'Mine'`)).toEqual([])
  })

  test('by ids of more digits than a number holds', async () => {
    const { one, lead } = await brokerWith(1)
    const [long, asJson] = ['1234567890123456789', { 'content-type': 'application/json' }]
    await sending.query(`update sends set api_lead_id = '${long}' where lead = ${lead}`)
    const rows = `[{"api_lead_id":${long},"status":"Of the long id"}]`
    expect((await one.post('/lead/status', rows, asJson)).body.summary.updated).toBe(1)
  })

  test('and a deposit once, also where it says two things of a lead in one call', async () => {
    const { one, lead } = await brokerWith(1)
    const ftd = { id: lead, status: 'Deposited', ftd: true, amount: '250,50', currency: 'eur' }
    const rows = [
      { ...ftd, ftd_at: '2026-03-01T10:00:00Z' },
      { id: lead, status: 'Happy' },
    ]
    expect((await one.post('/lead/status', rows)).body.summary.updated).toBe(2)
    const first = await sendOf(one, lead)
    expect(first).toMatchObject({ broker_status: 'Happy', ftd_currency: 'EUR' })
    expect(Number(first.ftd_amount)).toBe(250.5)
    const later = { ...ftd, amount: 9, ftd_at: '2026-04-01T10:00:00Z' }
    expect((await one.post('/lead/status', [later])).body.summary.updated).toBe(1)
    const second = await sendOf(one, lead)
    expect([second.api_ftd_at, second.ftd_amount]).toEqual([first.api_ftd_at, first.ftd_amount])
    const [own] = await sending.query(`
      select l.stage, l.ftd_department, l.api_ftd_at, s.name from leads l join statuses s on s.id = l.status
      where l.id = ${lead}`)
    expect(own).toEqual({
      stage: 'converted',
      ftd_department: one.id,
      api_ftd_at: first.api_ftd_at,
      name: 'Deposit',
    })
  })

  test('and a word that stands for nothing goes to the list of those, one that does sets our status', async () => {
    const { one, leads } = await brokerWith(2)
    const [interested] = await sending.query(`select id from statuses where name = 'Interested'`)
    await admin.make('/lead/status/map', {
      broker_status: 'Very hot',
      department: one.id,
      status: interested.id,
    })
    const rows = [
      { id: leads[0], status: 'very HOT' },
      { id: leads[1], status: 'Never heard of' },
    ]
    expect((await one.post('/lead/status', rows)).body.summary.updated).toBe(2)
    expect(await sending.lead(leads[0]!)).toMatchObject({ status: interested.id })
    const unmapped = (await admin.get('/lead/status/map/unmapped')).body.data
    const words = unmapped.map((each: { broker_status: string }) => each.broker_status)
    expect(words).toContain('Never heard of')
    const notices = (await admin.get('/profile/notification/search')).body.data
    expect(
      notices.find(({ event }: { event: string }) => event === 'unmapped_status'),
    ).toMatchObject({ message: expect.stringContaining('Never heard of') })
  })

  test('and finds out what a send of unknown outcome came to', async () => {
    const { one, lead } = await brokerWith(1)
    await sending.query(`
      update sends set state = 'unknown', sent_at = null where department = ${one.id}`)
    await one.post('/lead/status', [{ api_lead_id: `theirs-${lead}`, status: 'New' }])
    expect(await sendOf(one, lead)).toMatchObject({
      state: 'sent',
      note: 'Found by a call of the partner, by the broker’s ID',
    })
    const { note } = await sendOf(one, lead)
    expect(renderMessage(note, { textOf: (key) => arabic[key], plural: (text) => text })).toBe(
      filledIn(arabic['messages.found_by'] ?? '', (name) =>
        name === 'way'
          ? arabic['messages.found_the_id_of_the_broker']
          : arabic['messages.found_a_call_of_the_partner'],
      ),
    )
  })

  test('and is told by field what of a row cannot be read, while the others count', async () => {
    const { one, lead } = await brokerWith(1)
    const bad: [object | string, string][] = [
      ['New', ''],
      [{ id: lead }, 'status'],
      [{ status: 'New' }, 'id'],
      [{ id: lead, api_lead_id: 'x', status: 'New' }, 'id'],
      [{ id: 'x', status: 'New' }, 'id'],
      [{ id: lead, status: 'New', ftd: 'maybe' }, 'ftd'],
      [{ id: lead, status: 'New', ftd_at: 'soon' }, 'ftd_at'],
      [{ id: lead, status: 'New', amount: 'much' }, 'amount'],
      [{ id: lead, status: 'New', currency: 'Euro' }, 'currency'],
      [{ id: lead, status: 'x'.repeat(191) }, 'status'],
      [{ id: lead, status: { ne: '' } }, 'status'],
      [{ id: lead, status: 'New', row: 1, value: 1 }, 'row'],
    ]
    const rows = [...bad.map(([row]) => row), { id: lead, status: 'Fine', ftd: false }]
    const { body } = await one.post('/lead/status', rows)
    expect(body.summary).toEqual({ total: 13, updated: 1, kept: 0, unknown_lead: 0, refused: 12 })
    expect(
      body.data.slice(0, 12).map((each: any) => [each.state, Object.keys(each.errors)[0]]),
    ).toEqual(bad.map(([, field]) => ['refused', field]))
    expect(body.data[1].errors).toEqual({ status: ['Fill in this field'] })
    expect(await sendOf(one, lead)).toMatchObject({ broker_status: 'Fine', ftd_detected_at: null })
    expect((await one.post('/lead/status', Array(501).fill(rows.at(-1)))).status).toBe(422)
    expect((await one.post('/lead/status', rows.at(-1))).status).toBe(422)
  })

  test('and a call that is made again with its key changes nothing, and gets the same answer', async () => {
    const { one, lead } = await brokerWith(1)
    const headers = { 'idempotency-key': 'statuses-1' }
    const rows = [{ id: lead, status: 'First', comment: 'Once' }]
    const first = await one.post('/lead/status', rows, headers)
    await one.post('/lead/status', [{ id: lead, status: 'Second' }])
    const again = await one.post('/lead/status', rows, headers)
    expect([again.status, again.body]).toEqual([207, first.body])
    expect(await sendOf(one, lead)).toMatchObject({ broker_status: 'Second' })
    expect(await sending.query(`select text from lead_comments where lead = ${lead}`)).toHaveLength(
      1,
    )
    const other = await one.post('/lead/status', [{ id: lead, status: 'Other' }], headers)
    expect(other.status).toBe(422)
  })
})

describe('what a broker tells of a lead while it takes it in', () => {
  /** A broker that tells, and gets its answers, before it answers our call. */
  async function tellingFirst(
    tell: (one: Caller, send: any) => Promise<Answer>,
    answer: object = { success: true },
  ) {
    const one = await partnerOf(sending.server, admin, { is_sender: false })
    const told: Answer[] = []
    const broker = await startServer(async (_, response) => {
      const [send] = await sending.sends(one.id)
      told.push(await tell(one, send))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ leadId: `early${one.id}`, ...answer }))
    })
    const { config } = sending.server.backend
    config.outboundLoopback = broker.origin
    const made = await sending.department('', { integration: { url: `${broker.origin}/leads` } })
    await sending.query(`
      update send_integrations set department = ${one.id}, pull_active = false,
        broker = (select broker_id from broker_departments where id = ${one.id})
      where department = ${made}`)
    const [lead = 0] = await sending.leads(1)
    await sending.plan([lead], { departments: [one.id] })
    const now = () => sendOf(one, lead)
    await vi.waitFor(async () => expect((await now()).answered_at).not.toBeNull(), 45_000)
    config.outboundLoopback = sending.fake.origin
    await broker.stop()
    return { one, lead, told, now }
  }
  const hot = { status: 'Hot', ftd: true, comment: 'Rang twice' }

  test.each<[string, (send: any) => object]>([
    ['our id of the lead', ({ lead }) => ({ id: lead })],
    ['our id of the send', ({ id }) => ({ send_id: id })],
    ['our key', ({ send_key }) => ({ send_id: send_key })],
    ['its own id', ({ department }) => ({ api_lead_id: `early${department}` })],
  ])(
    'by %s is kept, and written once we know that it has it',
    async (name, of) => {
      const { lead, told, now } = await tellingFirst((one, send) =>
        one.post('/lead/status', [{ ...of(send), ...hot }]),
      )
      expect(told.map(({ body }) => body)).toEqual([
        {
          data: [{ index: 0, state: 'kept' }],
          summary: { total: 1, updated: 0, kept: 1, unknown_lead: 0, refused: 0 },
        },
      ])
      await vi.waitFor(
        async () => expect(await now()).toMatchObject({ state: 'sent', broker_status: 'Hot' }),
        45_000,
      )
      expect(await sending.lead(lead)).toMatchObject({ stage: 'converted' })
      expect(await sending.query(`select text from lead_comments where lead = ${lead}`)).toEqual([
        { text: hot.comment },
      ])
      expect(await sending.query(`select from kept_postbacks`), name).toEqual([])
    },
    60_000,
  )

  test('comes before what it tells later', async () => {
    const { one, lead, now } = await tellingFirst((own, send) =>
      own.post('/lead/status', [{ id: send.lead, status: 'Called' }]),
    )
    const { body } = await one.post('/lead/status', [{ id: lead, status: 'Hot' }])
    expect(body.summary).toMatchObject({ updated: 1, kept: 0 })
    expect(await sending.query(`select from kept_postbacks`)).toEqual([])
    const words = await sending.query(`
      select after ->> 'broker_status' as word from audit_log where resource = 'sends'
        and record_id = ${(await now()).id} and after ? 'broker_status' order by id`)
    expect(words.map(({ word }) => word)).toEqual(['Called', 'Hot'])
  }, 60_000)

  test('and does not take, says nothing of the lead, and goes with it where that is erased', async () => {
    const { lead, told, now } = await tellingFirst(
      (one, send) => one.post('/lead/status', [{ id: send.lead, ...hot }]),
      { success: false, message: 'Duplicate' },
    )
    expect(told[0]?.body.summary).toMatchObject({ kept: 1 })
    expect(await now()).toMatchObject({ state: 'rejected', broker_status: null })
    expect(await sending.query(`select text from lead_comments where lead = ${lead}`)).toEqual([])
    expect(await sending.query(`select from kept_postbacks`)).toHaveLength(1)
    expect((await admin.post(`/lead/${lead}/erase`, { reason: 'By letter' })).status).toBe(200)
    await vi.waitFor(
      async () => expect(await sending.query(`select from kept_postbacks`)).toEqual([]),
      45_000,
    )
  }, 60_000)

  test('and gives back before it has answered, can be given back a moment later', async () => {
    const back = { reason: 'wrong_number' }
    const { one, lead, told } = await tellingFirst((own, send) =>
      own.post(`/lead/${send.lead}/return`, back),
    )
    expect(told.map(({ status }) => status)).toEqual([409])
    expect((await one.post(`/lead/${lead}/return`, back)).status).toBe(200)
  }, 60_000)
})

describe('a broker gives a lead back', () => {
  const given = { reason: 'wrong_number', note: 'Rings nowhere' }

  test('with a reason, once, and only its own', async () => {
    const [{ one, leads }, other] = [await brokerWith(2), await brokerWith(1)]
    const [lead = 0, second = 0] = leads
    const foreign = await one.post(`/lead/${other.lead}/return`, given)
    const missing = await one.post('/lead/999999999/return', given)
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
    expect(await sendOf(other.one, other.lead)).toMatchObject({ state: 'sent' })
    const bad = await one.post(`/lead/${lead}/return`, { reason: 'tired' })
    expect([bad.status, Object.keys(bad.body.errors)]).toEqual([422, ['reason']])
    for (const note of [undefined, null, '  ']) {
      const silent = await one.post(`/lead/${lead}/return`, { reason: 'other', note })
      expect([silent.status, Object.keys(silent.body.errors)]).toEqual([422, ['note']])
    }
    const { status, body } = await one.post(`/lead/${lead}/return`, given)
    expect([status, body]).toEqual([200, { data: { id: lead, state: 'returned' } }])
    expect(await sendOf(one, lead)).toMatchObject({
      state: 'returned',
      holds: null,
      return_reason: 'wrong_number',
      note: 'Rings nowhere',
      returned_at: expect.anything(),
    })
    expect(await sending.lead(lead)).toMatchObject({ stage: 'rejected', accepted_count: 0 })
    expect((await one.post(`/lead/${lead}/return`, { reason: 'under_age' })).status).toBe(409)
    // The same words of another lead are another call.
    expect((await one.post(`/lead/${second}/return`, given)).body.data.id).toBe(second)
    expect(await sendOf(one, second)).toMatchObject({ state: 'returned' })
  })

  test('M9: and no full card number is kept of its note, nor of a status', async () => {
    const { one, leads } = await brokerWith(2)
    const [lead = 0, other = 0] = leads
    const card = 'pays with 4111 1111 1111 1111'
    await one.post(`/lead/${lead}/return`, { reason: 'other', note: card })
    await one.post('/lead/status', [{ id: other, status: card }])
    const kept = 'pays with •••• 1111'
    expect(await sendOf(one, lead)).toMatchObject({ state: 'returned', note: kept })
    expect(await sendOf(one, other)).toMatchObject({ broker_status: kept })
    expect(await sending.lead(other)).toMatchObject({ broker_status: kept })
  })

  test('3.6: whoever asked to be removed is on the black list, and another reason needs words', async () => {
    const [{ one, lead }, other] = [await brokerWith(1), await brokerWith(1)]
    await sending.query(`update leads set email_key = email where id in (${lead}, ${other.lead})`)
    expect((await one.post(`/lead/${lead}/return`, { reason: 'remove' })).status).toBe(200)
    expect(await sending.lead(lead)).toMatchObject({ stage: 'blocked' })
    const listed = () =>
      sending.query(`
        select type, scope, origin from black_list
        where reason = 'Return: asked to be removed' order by id`)
    const entry = { type: 'email', scope: 'all', origin: 'request' }
    expect(await listed()).toEqual([entry])

    const { id } = (await sendOf(other.one, other.lead)) ?? {}
    const silent = await admin.post(`/lead/history/${id}/return`, { reason: 'other' })
    expect([silent.status, Object.keys(silent.body.errors)]).toEqual([422, ['note']])
    expect((await admin.post(`/lead/history/${id}/return`, { reason: 'remove' })).status).toBe(200)
    expect(await sending.lead(other.lead)).toMatchObject({ stage: 'blocked' })
    expect(await listed()).toEqual([entry, entry])
  })

  test('and the same call with its key gets the same answer', async () => {
    const { one, lead } = await brokerWith(1)
    const headers = { 'idempotency-key': 'return-1' }
    const first = await one.post(`/lead/${lead}/return`, given, headers)
    expect(await one.post(`/lead/${lead}/return`, given, headers)).toMatchObject({
      status: 200,
      body: first.body,
    })
    await vi.waitFor(async () => {
      const lines = await sending.query(
        `select status, lead from requests where department = ${one.id} and route like '%/return'`,
      )
      expect(lines).toEqual([
        { status: 200, lead },
        { status: 200, lead },
      ])
    }, 45_000)
  })
})
