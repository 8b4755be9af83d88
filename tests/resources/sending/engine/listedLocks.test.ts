import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Sql } from '#server'

import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'
import { othersWait } from '../../../fixtures/work/waiting.ts'

let sending: Sending

beforeAll(async () => {
  sending = await createSending()
}, 60_000)
afterAll(() => sending.close())

/** Puts a lead on the black list, and returns the entry. */
async function listed(lead: number): Promise<number> {
  const admin = await sending.server.as('Administrator')
  const { email } = await sending.lead(lead)
  const entry = await admin.make('/lead/black_list', {
    type: 'email',
    value: email,
    reason: 'asked',
    block_existing: false,
  })
  await sending.query(`
    update leads set email_key = email, email_hmac = (
      select hash from black_list where id = ${entry}) where id = ${lead}`)
  return entry
}

/** Takes an entry and then its lead, as who takes it off the list does, while something else needs both. */
async function takeOff(entry: number, lead: number, work: () => Promise<unknown>): Promise<void> {
  const { database } = sending.server.backend
  const other = await database.sql.transaction().execute(async (own: Sql) => {
    await sql`select from black_list where id = ${entry} for update`.execute(own)
    const waiting = work()
    await othersWait(database, own)
    // Fails at once where the other holds the lead already, and waits for the entry: each would wait for the other.
    await sql`select from leads where id = ${lead} for update nowait`.execute(own)
    return { waiting }
  })
  await other.waiting
}

const hits = async (entry: number) =>
  (await sending.query(`select hits from black_list where id = ${entry}`))[0].hits

test('planning waits for an entry that is being taken off before it holds a lead', async () => {
  const department = await sending.department('success')
  const [lead = 0] = await sending.leads(1)
  const entry = await listed(lead)
  await takeOff(entry, lead, () => sending.plan([lead], { departments: [department] }))
  expect(await sending.sends(department)).toMatchObject([{ failure_status: 'Black list' }])
  expect(await hits(entry)).toBe(1)
})

test('a call that the black list keeps back waits for its entry before it holds the lead', async () => {
  const department = await sending.department('success')
  const [lead = 0] = await sending.leads(1)
  await sending.plan([lead], { departments: [department] })
  const entry = await listed(lead)
  await takeOff(entry, lead, () => sending.claim())
  expect(await sending.sends(department)).toMatchObject([{ failure_status: 'Black list' }])
  expect(await hits(entry)).toBe(1)
})
