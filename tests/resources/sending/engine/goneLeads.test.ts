import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { Client } from '../../../fixtures/server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'

let sending: Sending
let admin: Client
beforeAll(async () => {
  sending = await createSending()
  admin = await sending.server.as('Administrator')
}, 60_000)
afterAll(() => sending.close())
afterEach(() => sending.clearLine())

const claimed = async (department: number) => {
  const { claimed } = await sending.claim()
  expect(claimed.map((one) => one.department)).toEqual([department])
  return claimed
}

test.each([
  ['success', { state: 'sent' }, { stage: 'sent', accepted_count: 1, send_result: 'accepted' }],
  ['error', { state: 'unknown' }, { stage: 'check_needed', send_result: 'unknown' }],
  ['invalid', { state: 'rejected' }, { stage: 'rejected', send_result: 'rejected' }],
])(
  'of a lead that is deleted during its call to /%s the outcome is kept, and shown once it is restored',
  async (path, outcome, shown) => {
    const department = await sending.department(path)
    const [lead = 0] = await sending.leads(1)
    await sending.plan([lead], { departments: [department] })
    const ended = await sending.call(await claimed(department))
    expect((await admin.delete(`/lead/${lead}`)).status).toBe(200)
    await sending.write(ended)
    expect((await sending.sends(department))[0]).toMatchObject(outcome)
    const { version } = await sending.lead(lead)
    expect((await admin.post(`/lead/${lead}/restore`, { version })).status).toBe(200)
    expect(await sending.lead(lead)).toMatchObject(shown)
  },
)
