import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { applyRows } from '../../../resources/sending/sync/applyRows.server.ts'
import type { SyncSource } from '../../../resources/sending/sync/accepted.server.ts'
import { transactAsProcess } from '#server'

import { arabic } from '../../arabic.ts'
import { createSending, type Sending } from '../../fixtures/sending/sending.ts'
import { sendOne } from '../../fixtures/sending/taken.ts'
import type { Client } from '../../fixtures/server.ts'

let sending: Sending
let admin: Client
let statuses: { id: number; group: string }[]

beforeAll(async () => {
  sending = await createSending()
  await sending.server.backend.jobs.work()
  admin = await sending.server.as('Administrator')
  await admin.make('/settings/status', { name: 'Deposited more', group: 'deposit' })
  statuses = (await admin.get('/settings/status/search?per_page=100&sort=id')).body.data
}, 60_000)
afterAll(() => sending.close())
beforeEach(() => sending.query('delete from notifications'))

const idOf = (group: string) => statuses.find((one) => one.group === group)!.id
const groupOf = (status: number | null) => statuses.find(({ id }) => id === status)?.group

/** A lead that a department of its own has taken some days ago, and that somebody works on. */
async function taken() {
  const department = await sending.department('success')
  const one = await sendOne(sending, department, { status: idOf('in_work') })
  await sending.query(
    `update sends set sent_at = now() - interval '5 days' where id = ${one.send.id}`,
  )
  return one
}
type Taken = Awaited<ReturnType<typeof taken>>

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const fresh = async ({ department }: Taken) => (await sending.sends(department))[0]
const iso = (date: Date | string | null) => date && new Date(date).toISOString()

const toldBy = (source: SyncSource) => (one: Taken, ftd_at: string) =>
  transactAsProcess(sending.server.backend, (context) =>
    applyRows(
      [
        {
          ids: [one.send.api_lead_id],
          email: null,
          phone: null,
          status: null,
          status_at: null,
          is_ftd: true,
          ftd_at,
          amount: null,
          currency: null,
        },
      ],
      { id: null, name: 'Desk', department: one.department, pull_active: true, ftd_active: true },
      source,
      context,
    ),
  )

async function byHand({ send }: Taken, date: string) {
  const { status } = await admin.post(`/lead/history/${send.id}/ftd`, { date, reason: 'By phone' })
  expect(status).toBe(200)
}

const doors = [
  ['a status pull', toldBy('pull')],
  ['a postback', toldBy('postback')],
  ['a file', toldBy('file')],
  ['the partner API', toldBy('partner')],
  ['a person', byHand],
] as const

describe.each(doors)('9.4: a deposit that %s tells of', (_, tell) => {
  test('counts when it was found if its date lies before the send, which is kept and told', async () => {
    const one = await taken()
    const said = daysAgo(7)
    const before = Date.now()
    await tell(one, said)
    for (const held of [await fresh(one), await sending.lead(one.lead)]) {
      expect(iso(held.api_ftd_at)).toBe(said)
      expect(Date.parse(held.ftd_at)).toBeGreaterThanOrEqual(before)
      expect(iso(held.ftd_at)).toBe(iso(held.ftd_detected_at))
    }
    expect((await sending.lead(one.lead)).stage).toBe('converted')
    const about = { resource: 'broker_departments', record_id: one.department }
    const { data } = (await admin.get('/profile/notification/search')).body
    expect(data).toMatchObject([{ event: 'ftd_before_send', ...about }])
  })

  test('counts on its date if that may be the day of the send, and is told to nobody', async () => {
    const one = await taken()
    const said = daysAgo(5.9)
    await tell(one, said)
    const { ftd_at, api_ftd_at } = await fresh(one)
    expect([iso(ftd_at), iso(api_ftd_at)]).toEqual([said, said])
    expect(await sending.query('select from notifications')).toEqual([])
  })
})

test('9.4: a date that a broker gives of tomorrow counts today', async () => {
  const one = await taken()
  await toldBy('postback')(one, daysAgo(-0.5))
  const { ftd_at } = await fresh(one)
  expect(Date.parse(ftd_at)).toBeLessThanOrEqual(Date.now())
})

describe('4.1, 4.4: a lead with a first deposit', () => {
  async function converted() {
    const one = await taken()
    await byHand(one, daysAgo(2))
    return one
  }
  const agrees = async ({ lead }: Taken) => {
    const { stage, status, ftd_at } = await sending.lead(lead)
    expect([stage, groupOf(status), ftd_at !== null]).toEqual(['converted', 'deposit', true])
  }
  const refused = { status: [expect.stringContaining('cancel')] }

  test('leaves its status by no edit, action or bulk of those who may force statuses', async () => {
    const one = await converted()
    const status = idOf('in_work')
    const url = `/lead/${one.lead}`
    const { version } = (await admin.get(url)).body.data
    expect((await admin.put(url, { status, version })).body.errors).toEqual(refused)
    expect((await admin.post(`${url}/status`, { status })).body.errors).toEqual(refused)
    const many = { ids: [one.lead], values: { status } }
    for (const bulk of ['status', 'update']) {
      const { body } = await admin.post(`/lead/bulk/${bulk}`, many)
      expect(body.data).toMatchObject({ done: 0, skipped: 1 })
    }
    await agrees(one)
    expect(
      (await admin.speaking('ar').post(`${url}/status`, { status })).body.errors.status,
    ).toEqual([arabic['messages.it_has_a_first_deposit']])
  })

  test('leaves it by no undo of what was done before', async () => {
    const one = await taken()
    const url = `/lead/${one.lead}`
    const { version } = (await admin.get(url)).body.data
    await admin.put(url, { status: idOf('new'), version })
    await byHand(one, daysAgo(2))
    const after = (await admin.get(url)).body.data.version
    expect(after).toBeGreaterThan(version + 1)
    for (const each of [version, version + 1, after - 1, after]) {
      await admin.post(`${url}/undo`, { version: each })
      await agrees(one)
    }
  })

  test('may be moved among statuses of deposits, and goes back behind all of them when it had none', async () => {
    const one = await converted()
    const url = `/lead/${one.lead}`
    const { status } = (await admin.get(url)).body.data
    const other = statuses.find(({ id, group }) => group === 'deposit' && id !== status)!
    expect((await admin.post(`${url}/status`, { status: other.id })).status).toBe(200)
    await agrees(one)
    await admin.post(`${url}/cancel_ftd`, { reason: 'There was none' })
    expect(await sending.lead(one.lead)).toMatchObject({
      stage: 'sent',
      status: idOf('in_work'),
      ftd_at: null,
    })
  })

  test('that stood as a deposit before it was sent stands as none when it had none', async () => {
    const one = await taken()
    await sending.query(`update leads set status = ${idOf('deposit')} where id = ${one.lead}`)
    await byHand(one, daysAgo(2))
    await agrees(one)
    await admin.post(`/lead/${one.lead}/cancel_ftd`, { reason: 'There was none' })
    const { stage, status } = await sending.lead(one.lead)
    expect([stage, groupOf(status)]).not.toContain('deposit')
    expect(stage).toBe('sent')
  })
})

test('9.4: a lead that a broker has taken becomes a deposit with a date and a reason alone', async () => {
  const one = await taken()
  const url = `/lead/${one.lead}`
  const status = idOf('deposit')
  const { version } = (await admin.get(url)).body.data
  const refused = { status: [expect.stringContaining('date')] }
  expect((await admin.put(url, { status, version })).body.errors).toEqual(refused)
  expect((await admin.post(`${url}/status`, { status })).body.errors).toEqual(refused)
  const { body } = await admin.post('/lead/bulk/status', { ids: [one.lead], values: { status } })
  expect(body.data).toMatchObject({ done: 0, skipped: 1 })
  expect(await sending.lead(one.lead)).toMatchObject({ stage: 'sent', status: idOf('in_work') })
  await byHand(one, daysAgo(1))
  expect(await sending.lead(one.lead)).toMatchObject({ stage: 'converted', status })
})
