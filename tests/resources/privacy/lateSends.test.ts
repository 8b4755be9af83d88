import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { transactAsProcess } from '#server'

import { retentionBehavior } from '../../../resources/leads/retention/retention.server.ts'
import { prepareCalls } from '../../../resources/sending/engine/calls.server.ts'
import { createSending, type Sending } from '../../fixtures/sending/sending.ts'
import type { Client } from '../../fixtures/server.ts'

let sending: Sending
let officer: Client
let department: number

beforeAll(async () => {
  sending = await createSending()
  officer = await sending.server.as('Privacy officer')
  department = await sending.department('success', { department: { needs_consent: true } })
}, 60_000)
afterAll(() => sending.close())
afterEach(() => sending.clearLine())

async function runOut(lead: number) {
  await sending.query(`update retention_rules set starts_at = now() where subject = 'leads'`)
  await sending.query(`
    update leads set created_at = now() - interval '731 days', updated_at = now() - interval '731 days'
    where id = ${lead}`)
  const run = retentionBehavior.schedules!['empty what is kept too long']!.run
  await transactAsProcess(sending.server.backend, (context) => run(context))
  expect((await sending.lead(lead)).stage).toBe('erased')
}

const erase = async (lead: number) =>
  expect((await officer.post(`/lead/${lead}/erase`, { reason: 'By letter' })).status).toBe(200)

const listed =
  (block_existing: boolean, scope: object = {}) =>
  async (lead: number) => {
    const { email } = await sending.lead(lead)
    const admin = await sending.server.as('Administrator')
    const entry = { type: 'email', value: email, reason: 'asked', block_existing, ...scope }
    expect((await admin.post('/lead/black_list', entry)).status).toBe(201)
  }

const events = [
  ['its retention runs out', runOut],
  ['it is erased', erase],
  ['its person is listed, and leads that are there are blocked', listed(true)],
  ['its person is listed, and leads that are there are not blocked', listed(false)],
  [
    'its person is listed for the department',
    (lead: number) => listed(false, { scope: 'department', department })(lead),
  ],
  [
    'its consent is taken back',
    (lead: number) => sending.query(`update leads set consent_at = null where id = ${lead}`),
  ],
] as const

/** A lead in line, with the fingerprints by which people are found on the black list. */
async function planned() {
  const admin = await sending.server.as('Administrator')
  const source = (await admin.get('/settings/source/search')).body.data[0].id
  const lead = await admin.make('/lead', {
    source,
    first_name: 'Gwendolyn',
    email: `late${Math.random().toString(36).slice(2)}@example.com`,
    consent_at: '2026-01-05T10:00:00Z',
    consent_text: 'I agree',
  })
  await sending.plan([lead], { departments: [department] })
  return lead
}

const end = async (lead: number) =>
  (await sending.query(`select state, attempts from sends where lead = ${lead}`))[0]

describe.each(events)('15.3, 15.4: nothing goes out of a lead if %s', (_, happen) => {
  test('between plan and call', async () => {
    const lead = await planned()
    const before = sending.fake.calls.length
    await happen(lead)
    await sending.pass()
    await sending.work()
    expect(sending.fake.calls).toHaveLength(before)
    expect((await end(lead)).state).toMatch(/^(skipped|cancelled)$/)
  })

  test('between claim and call', async () => {
    const lead = await planned()
    const before = sending.fake.calls.length
    const { claimed } = await sending.claim()
    expect(claimed.map((one) => one.lead)).toEqual([lead])
    await happen(lead)
    const call = await prepareCalls(claimed, sending.server.backend, true)
    await sending.write(await call(claimed, new AbortController().signal))
    expect(sending.fake.calls).toHaveLength(before)
    expect((await end(lead)).state).toMatch(/^(skipped|cancelled)$/)
  })
})
