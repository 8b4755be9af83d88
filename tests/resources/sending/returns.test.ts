import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { rollUp } from '../../../resources/sending/statistics/rollUp.server.ts'
import { createSending, type Sending } from '../../fixtures/sending/sending.ts'
import type { Client } from '../../fixtures/server.ts'

let sending: Sending
let admin: Client

beforeAll(async () => {
  sending = await createSending()
  admin = await sending.server.as('Administrator')
}, 60_000)
afterAll(() => sending.close())

const cap = { period: 'total', limit: 1, counts: 'accepted', country: null, source: null }

/** A lead that the one place of a department was for, given back by hand, perhaps after a deposit. */
async function givenBack(isDeposited: boolean) {
  const department = await sending.department('success')
  await admin.put(`/broker/department/${department}`, { caps: [cap] })
  const [lead = 0] = await sending.leads(1)
  await sending.plan([lead], { departments: [department] })
  await sending.work()
  const [{ id }] = await sending.sends(department)
  const at = `/lead/history/${id}`
  if (isDeposited) {
    const deposit = { date: new Date().toISOString(), reason: 'told by phone' }
    expect((await admin.post(`${at}/ftd`, deposit)).status).toBe(200)
  }
  expect((await admin.post(`${at}/return`, { reason: 'wrong_number' })).status).toBe(200)
  return { department, lead }
}

const planned = async (lead: number, department: number) => {
  await sending.plan([lead], { departments: [department] })
  const { state, failure_status } = (await sending.sends(department)).at(-1)
  return [state, failure_status]
}

describe('a lead that its broker gives back (product.md 9.4)', () => {
  test.each([
    [false, 'rejected', 0],
    [true, 'converted', 1],
  ])('counts as returned, with a deposit: %s', async (isDeposited, stage, deposits) => {
    const { department, lead } = await givenBack(isDeposited)
    expect(await sending.lead(lead)).toMatchObject({ stage, accepted_count: 0, sends_count: 1 })
    await rollUp(sending.server.backend.database.sql)
    const path = `/broker/department/${department}/ftd/statistics`
    const numbers = async (basis: string) =>
      (await admin.get(`${path}?basis=${basis}`)).body.data.total
    // None of the accepted has deposited; the deposit of its day has happened.
    expect(await numbers('send')).toMatchObject({ offered: 1, accepted: 0, returned: 1, ftds: 0 })
    expect(await numbers('ftd')).toMatchObject({ accepted: 0, returned: 1, ftds: deposits })
  })

  test('has taken its place under the cap, and may be sent again', async () => {
    const { department, lead } = await givenBack(false)
    const [another = 0] = await sending.leads(1)
    expect(await planned(another, department)).toEqual(['skipped', 'Cap reached'])
    expect(await planned(lead, await sending.department('success'))).toEqual(['pending', null])
    await sending.clearLine()
    await admin.put(`/broker/department/${department}`, { caps: [{ ...cap, limit: 2 }] })
    expect(await planned(lead, department)).toEqual(['pending', null])
    await sending.clearLine()
  })
})
