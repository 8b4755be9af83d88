import { afterAll, beforeAll, expect, test } from 'vitest'

import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'

let sending: Sending
beforeAll(async () => {
  sending = await createSending()
}, 60_000)
afterAll(() => sending.close())

test('a send tells each department that was weighed, and why it was passed over', async () => {
  const full = await sending.department('success', { department: { priority: 1 } })
  await sending.query(`insert into department_caps (department, period, "limit", counts, position)
    values (${full}, 'day', 0, 'accepted', 1)`)
  const shut = await sending.department('success', {
    department: { priority: 2, needs_consent: true },
  })
  const taker = await sending.department('success', { department: { priority: 3 } })
  const spare = await sending.department('success', { department: { priority: 4 } })
  await sending.plan(await sending.leads(1), { departments: [spare, taker, shut, full] })
  const [{ id }] = await sending.sends(taker)
  const reader = await sending.server.user(['lead.history.view'])
  const { plan, others } = (await reader.get(`/lead/history/${id}`)).body.data
  expect(plan).toMatchObject([
    { department: full, reason: 'Cap reached' },
    { department: shut, reason: 'Missing required field' },
    { department: taker },
    { department: spare },
  ])
  expect(plan[1].message).toContain('Consent')
  expect(plan[2]).not.toHaveProperty('reason')
  expect(others).toEqual([spare])
})

test('a send that no department could take tells what stood against each', async () => {
  const shut = await sending.department('success', { department: { needs_consent: true } })
  await sending.plan(await sending.leads(1), { departments: [shut] })
  expect((await sending.sends(shut))[0]).toMatchObject({
    state: 'skipped',
    plan: [{ department: shut, reason: 'Missing required field' }],
  })
})
