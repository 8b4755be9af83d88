import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { createWakeWorker, wakeNext } from '../../../../resources/sending/engine/wakePart.server.ts'
import type { Sql } from '../../../../src/server/kernel/database.ts'
import type { Client } from '../../../fixtures/server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'

let sending: Sending
let admin: Client
beforeAll(async () => {
  sending = await createSending()
  admin = await sending.server.as('Administrator')
}, 60_000)
afterAll(() => sending.close())

afterEach(async () => {
  await sending.clearLine()
  await sending.query(`delete from send_wakes`)
})

/** Sends of a department that wait for days, in a state and for a reason. */
async function waiting(count: number, row: Record<string, string | number>) {
  const department = await sending.department('success')
  const [last] = (await sending.leads(count)).slice(-1)
  const values = { state: "'waiting'", ...row }
  await sending.query(`
    insert into sends (uuid, lead, department, integration, broker, holds, send_key, next_attempt_at, ${Object.keys(values).join()})
    select uuid, l.id, ${department}, i.id, i.broker, true, uuid, now() + interval '3 days', ${Object.values(values).join()}
    from leads l join send_integrations i on i.department = ${department}
    where l.id > ${last! - count} and l.id <= ${last} order by l.id`)
  return department
}

const paused = (count: number) => waiting(count, { failure_status: `'Integration paused'` })

async function resume(department: number): Promise<void> {
  await sending.query(`update broker_departments set is_active = false where id = ${department}`)
  expect(await admin.post(`/broker/department/${department}/resume`)).toMatchObject({ status: 200 })
}

const counted = async (which: string): Promise<number> =>
  (await sending.query(`select count(*)::int as count from sends where ${which}`))[0].count
const due = (department: number) =>
  counted(`department = ${department} and next_attempt_at <= now()`)
const wakesLeft = async () => (await sending.query(`select from send_wakes`)).length

/** What the worker does until nothing is left to be woken. */
async function work(): Promise<void> {
  const worker = createWakeWorker(sending.server.backend)
  worker.start()
  await expect.poll(wakesLeft, { timeout: 30_000, interval: 100 }).toBe(0)
  await worker.stop()
}

test('a request wakes the first of many sends, and the worker the others in parts', async () => {
  const department = await paused(6_100)
  await resume(department)
  expect(await due(department)).toBe(1_000)
  await sending.server.backend.database.sql.transaction().execute(wakeNext)
  expect([await due(department), await wakesLeft()]).toEqual([6_000, 1])
  await work()
  expect(await due(department)).toBe(6_100)
}, 120_000)

test('a part whose process is killed is woken by the next one', async () => {
  const department = await paused(1_200)
  await resume(department)
  const killed = sending.server.backend.database.sql.transaction().execute(async (its: Sql) => {
    await wakeNext(its)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await due(department)).toBe(1_000)
  await work()
  expect(await due(department)).toBe(1_200)
}, 60_000)

test('what is put off while others are woken is left as it is', async () => {
  const department = await paused(1_100)
  await resume(department)
  const scheduled = sending.query(`
    update sends set scheduled_at = now() + interval '2 days' where id in (
      select id from sends where department = ${department} and next_attempt_at > now() limit 10)`)
  await scheduled
  await work()
  expect(await due(department)).toBe(1_090)
  expect(await counted(`department = ${department} and next_attempt_at = scheduled_at`)).toBe(10)
}, 60_000)

test('hours that are changed are followed by all that wait for them', async () => {
  const department = await waiting(1_300, { failure_status: `'Outside opening hours'` })
  const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][
    new Date(Date.now() + 86_400_000).getUTCDay()
  ]
  const give = (opening_hours: object[]) =>
    admin.put(`/broker/department/${department}`, { opening_hours })
  expect(await give([{ day, from: '09:00', to: '11:00' }])).toMatchObject({ status: 200 })
  await work()
  expect(
    await sending.query(
      `select distinct next_attempt_at::text as at from sends where department = ${department}`,
    ),
  ).toEqual([{ at: expect.stringContaining(' 09:00:00') }])
  await give([])
  await work()
  expect(await due(department)).toBe(1_300)
}, 60_000)

test('a job that goes on wakes its parked sends, and no others', async () => {
  const [{ id: job }] = await sending.query(
    `insert into jobs (type, name, "user", state) values ('sends.lead_send', 'Send', ${admin.id}, 'paused') returning id`,
  )
  const department = await waiting(1_300, { state: `'pending'`, job })
  const other = await waiting(5, { state: `'pending'` })
  expect((await admin.post(`/profile/job/${job}/resume`)).status).toBe(200)
  expect(await due(department)).toBe(1_000)
  await work()
  expect([await due(department), await due(other)]).toEqual([1_300, 0])
}, 60_000)

test.runIf(process.env['TEST_DATABASE_URL'])(
  'claims go on while sends are woken',
  async () => {
    const department = await paused(3_000)
    await resume(department)
    await sending.server.backend.database.sql.transaction().execute(async (its: Sql) => {
      await wakeNext(its)
      expect((await sending.claim(20)).claimed).toHaveLength(20)
    })
    expect(await due(department)).toBe(2_980)
  },
  60_000,
)
