import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { dropStatusRules, statusIds } from '../../fixtures/console.ts'
import { partnerOf } from '../../fixtures/sending/partner.ts'
import { createSending, type Sending } from '../../fixtures/sending/sending.ts'
import type { Client } from '../../fixtures/server.ts'

// A rule of one department holds for the statuses that its broker has told.

let sending: Sending
let admin: Client
let ruled: number
let other: number
let tag: number
let statuses: Record<string, number>
const words = ['No answer', 'Call back', 'Not interested', 'Wrong person'] as const

beforeAll(async () => {
  sending = await createSending()
  await dropStatusRules(sending.server)
  admin = await sending.server.as('Administrator')
  statuses = await statusIds(admin)
  tag = await admin.make('/settings/tag', { name: 'Of the desk' })
  ruled = await desk('r')
  other = await desk('o')
  for (const word of words) {
    await admin.make('/lead/status/map', { broker_status: word, status: statuses[word] })
  }
  await sending.server.backend.jobs.work()
}, 60_000)
afterAll(() => sending.close())

const keys = new Map<number, string>()

async function desk(name: string): Promise<number> {
  const key = name.repeat(32)
  const integration = { postback_key: key, postback_id: 'lead', postback_status: 'state' }
  const id = await sending.department('success', { integration })
  keys.set(id, key)
  return id
}

/** A lead that a department has taken. */
async function takenBy(department: number, values: object = {}): Promise<number> {
  const [lead = 0] = await sending.leads(1, {
    stage: 'sent',
    accepted_count: 1,
    last_department: department,
    ...values,
  })
  await sending.query(`
    insert into sends (uuid, lead, department, broker, state, send_key, api_lead_id, holds, sent_at)
    select 'u${lead}', ${lead}, id, broker_id, 'sent', 'k${lead}', 'b${lead}', true, now()
    from broker_departments where id = ${department}`)
  return lead
}

async function tell(department: number, lead: number, word: (typeof words)[number]) {
  const query = new URLSearchParams({ lead: `b${lead}`, state: word })
  const url = `/api/partner/postback/${keys.get(department)}?${query}`
  expect((await sending.server.app.inject({ method: 'GET', url })).statusCode).toBe(200)
}

const told = async (department: number, word: (typeof words)[number]) => {
  const lead = await takenBy(department)
  await tell(department, lead, word)
  return lead
}

const rule = (word: (typeof words)[number], values: object = {}) =>
  admin.make('/lead/status/setting', { status: statuses[word], ...values })

const ofDesk = () => ({ scope: 'department', department: ruled })

const lead = async (id: number) => (await admin.get(`/lead/${id}`)).body.data

const daysTill = ({ not_available_till }: { not_available_till: string | null }) =>
  not_available_till && Math.round((Date.parse(not_available_till) - Date.now()) / 86_400_000)

describe('C17: a rule of one department', () => {
  test('decides over what its broker tells, against the rule of all, and over nothing else', async () => {
    await rule('No answer', { days_not_available: 3 })
    await rule('No answer', {
      ...ofDesk(),
      days_not_available: 30,
      add_tags: [tag],
      is_final: true,
      can_send: false,
    })
    const [own, foreign] = [await told(ruled, 'No answer'), await told(other, 'No answer')]
    const byHand = await takenBy(ruled)
    await admin.post(`/lead/${byHand}/status`, { status: statuses['No answer'] })
    const all = await Promise.all([own, foreign, byHand].map(lead))
    expect(all.map((one) => [one.status_department, daysTill(one), one.tags])).toEqual([
      [ruled, 30, [tag]],
      [other, 3, []],
      [null, 3, []],
    ])
    const clerk = await sending.server.user([
      'lead.view',
      'lead.single.view',
      'lead.status.update',
      'options.statuses.all',
    ])
    const answers = [own, foreign, byHand].map((id) =>
      clerk.post(`/lead/${id}/status`, { status: statuses['New'] }),
    )
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([422, 200, 200])
    await tell(ruled, own, 'Call back')
    expect((await lead(own)).status).toBe(statuses['No answer'])
    // Nobody gets a lead of which the desk has said so.
    await sending.query(`update leads set not_available_till = null where id = ${own}`)
    const third = await desk('t')
    await sending.plan([own], { departments: [third] })
    expect(await sending.sends(third)).toMatchObject([{ state: 'skipped' }])
  })

  test('holds too where its broker repeats what was set by hand', async () => {
    await rule('Wrong person', { ...ofDesk(), days_not_available: 10 })
    const id = await takenBy(ruled)
    await admin.post(`/lead/${id}/status`, { status: statuses['Wrong person'] })
    expect(daysTill(await lead(id))).toBeNull()
    await tell(ruled, id, 'Wrong person')
    const now = await lead(id)
    expect([now.status_department, daysTill(now)]).toEqual([ruled, 10])
  })

  test('is applied to the leads of which its broker has said so, wherever they went since', async () => {
    const [own, foreign] = [await told(ruled, 'Call back'), await told(other, 'Call back')]
    await sending.query(`update leads set last_department = ${other} where id = ${own}`)
    const [narrow, wide] = [
      await rule('Call back', { ...ofDesk(), days_not_available: 20 }),
      await rule('Call back', { days_not_available: 5 }),
    ]
    for (const id of [narrow, wide]) {
      const path = `/lead/status/setting/${id}/apply`
      expect((await admin.get(path)).body.data).toEqual({ count: 1 })
      const { body } = await admin.post(path, { expected_count: 1 })
      await vi.waitFor(async () => {
        const { data } = (await admin.get(`/profile/job/${body.data.job_id}`)).body
        expect(data).toMatchObject({ state: 'finished', total: 1 })
      }, 45_000)
    }
    expect([daysTill(await lead(own)), daysTill(await lead(foreign))]).toEqual([20, 5])
  })

  test('hides what its broker has told from the source', async () => {
    const partner = await partnerOf(sending.server, admin, {
      source: { show_statuses_to_source: true },
    })
    const brought = { department: partner.id, source: partner.source }
    await rule('Not interested', { ...ofDesk(), hide_from_source: true })
    const [own, foreign] = [await takenBy(ruled, brought), await takenBy(other, brought)]
    await tell(ruled, own, 'Not interested')
    await tell(other, foreign, 'Not interested')
    const seen = async (id: number) => (await partner.get(`/lead/${id}`)).body.data.status
    expect([await seen(own), await seen(foreign)]).toEqual([null, 'Not interested'])
  })
})
