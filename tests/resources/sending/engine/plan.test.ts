import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { applyRows } from '../../../../resources/sending/sync/applyRows.server.ts'
import { planSends } from '../../../../resources/sending/engine/plan/planSend.server.ts'
import { transactAsProcess } from '#server'
import { othersWait } from '../../../fixtures/work/waiting.ts'
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

test('6.4: what was skipped takes no place among the sends of a day', async () => {
  const department = await sending.department('success')
  const user = (await sending.server.as('Administrator')).id
  const [{ id: job }] = await sending.query(
    `insert into jobs (type, name, "user", state) values ('sends.lead_send', 'Send', ${user}, 'running') returning id`,
  )
  const scheduled_at = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00:00Z`
  const pacing = { per_day: 2 }
  const order = { departments: [department], job, scheduled_at, pacing }
  const not_available_till = new Date(Date.now() + 10 * 86_400_000).toISOString()
  await sending.plan(await sending.leads(3, { not_available_till }), order)
  await sending.plan(await sending.leads(1), order)
  await sending.plan(await sending.leads(2), order)
  const days = (await sending.sends(department))
    .filter(({ state }) => state !== 'skipped')
    .map((one) =>
      Math.floor((Date.parse(one.scheduled_at) - Date.parse(scheduled_at)) / 86_400_000),
    )
  expect(days).toEqual([0, 0, 0])
})

test('6.3: a rotation gives each department its share of the day, also of what it has counted before', async () => {
  const [first, second] = [await sending.department('success'), await sending.department('success')]
  const departments = [first, second]
  const counts = async () =>
    Promise.all(departments.map(async (id) => (await sending.sends(id)).length))
  // Long enough ago to be counted once and for all.
  await sending.plan(await sending.leads(6), { departments: [first] })
  await sending.query(`
    update sends set created_at = greatest(date_trunc('day', now()), now() - interval '5 minutes')
    where department = ${first}`)
  await sending.plan(await sending.leads(2), { departments })
  expect(await counts()).toEqual([6, 2])
  await sending.plan(await sending.leads(6), { departments })
  expect(await counts()).toEqual([7, 7])
})

describe('6.5: a lead that is put in line again', () => {
  /** A send that was left after a call with an unknown outcome, while its lead is being planned once more. */
  async function whilePlanned(act: (send: any) => Promise<unknown>) {
    const { backend } = sending.server
    const department = await sending.department('error')
    const leads = await sending.leads(1)
    await sending.plan(leads, { departments: [department] })
    await sending.work()
    const [send] = await sending.sends(department)
    await sending.query(`update sends set state = 'failed', holds = null where id = ${send.id}`)
    const order = { departments: [department], mode: 'manual', user: null } as const
    const acted = await transactAsProcess(backend, async (context) => {
      await planSends(leads, order, context)
      const acting = act(send)
      await othersWait(backend.database, context.sql)
      return { acting }
    })
    const answer = await acted.acting
    return { answer, sends: await sending.sends(department) }
  }

  test('while its broker tells that it has it, stands for it once', async () => {
    const { sends } = await whilePlanned(({ send_key, department }) => {
      const row = { ids: [send_key], email: null, phone: null, status: 'Hot', status_at: null }
      const deposit = { is_ftd: false, ftd_at: null, amount: null, currency: null }
      const integration = { id: null, name: 'Broker', department }
      return transactAsProcess(sending.server.backend, (context) =>
        applyRows(
          [{ ...row, ...deposit }],
          { ...integration, pull_active: true, ftd_active: true },
          'pull',
          context,
        ),
      )
    })
    expect(sends).toMatchObject([
      { state: 'sent', holds: null, broker_status: 'Hot' },
      { state: 'pending', holds: true },
    ])
  })

  test('while somebody sends it again, is refused to the second', async () => {
    const sender = await sending.server.user(['lead.history.view', 'lead.history.retry'], {
      is_sender: true,
    })
    const { answer, sends } = await whilePlanned(({ id }) =>
      sender.post(`/lead/history/${id}/retry`),
    )
    expect(answer).toMatchObject({ status: 409 })
    expect(sends).toMatchObject([{ state: 'failed' }, { state: 'pending', holds: true }])
  })
})

test('a send that no department could take tells what stood against each', async () => {
  const shut = await sending.department('success', { department: { needs_consent: true } })
  await sending.plan(await sending.leads(1), { departments: [shut] })
  expect((await sending.sends(shut))[0]).toMatchObject({
    state: 'skipped',
    plan: [{ department: shut, reason: 'Missing required field' }],
  })
})
