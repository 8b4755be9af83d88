import { afterAll, beforeAll, expect, test } from 'vitest'

import { failJob } from '../../../../src/server/jobs/end.ts'
import { sendJob } from '../../../../resources/sending/engine/sendJob.server.ts'
import type { Client } from '../../../fixtures/server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'

let sending: Sending
let admin: Client
beforeAll(async () => {
  sending = await createSending()
  admin = await sending.server.as('Administrator')
}, 60_000)
afterAll(() => sending.close())

/** A job whose sends all wait, some of them already due. */
async function waitingJob(count: number): Promise<number> {
  const department = await sending.department('success')
  const [{ id }] = await sending.query(`
    insert into jobs (type, name, "user", state, total, pending)
    values ('sends.lead_send', 'Send', ${admin.id}, 'running', ${count}, ${count}) returning id`)
  const leads = await sending.leads(count)
  await sending.query(`
    insert into sends (uuid, lead, department, integration, broker, holds, send_key, next_attempt_at, state, job)
    select uuid, l.id, ${department}, i.id, i.broker, true, uuid, now() + (l.id % 2) * interval '3 days', 'waiting', ${id}
    from leads l join send_integrations i on i.department = ${department}
    where l.id >= ${leads[0]} and l.id <= ${leads.at(-1)} order by l.id`)
  await sending.query(
    `update leads set stage = 'queued', sends_count = 1 where id in (select lead from sends where job = ${id})`,
  )
  return id
}

const counted = async (job: number, which: string): Promise<number> =>
  (
    await sending.query(
      `select count(*)::int as count from sends where job = ${job} and (${which})`,
    )
  )[0].count
const stateOf = async (job: number) =>
  (await sending.query(`select state, processed, pending from jobs where id = ${job}`))[0]
const queued = async (job: number) =>
  (
    await sending.query(
      `select count(*)::int as count from leads where stage = 'queued' and id in (select lead from sends where job = ${job})`,
    )
  )[0].count

// Before the workers run, which call what is due.
test('a job that fails takes all of them back before it ends, but for what may have been accepted', async () => {
  const job = await waitingJob(1_200)
  await sending.query(`
    with called as (
      update sends set attempts = 1 where id = (select max(id) from sends where job = ${job}) returning id
    ) insert into send_attempts (send, number, started_at, outcome, doubt)
      select id, 1, now(), 'retry', 'taken' from called`)
  const kind = sendJob('lead.send')
  const { backend } = sending.server
  await backend.database.sql.transaction().execute((sql) =>
    failJob(job, 'stopped', {
      backend,
      sql,
      kindOf: () => ({ type: 'sends.lead_send', ...kind }) as never,
    }),
  )
  expect(await stateOf(job)).toMatchObject({ state: 'failed' })
  expect(await counted(job, `state = 'cancelled'`)).toBe(1_199)
  expect(await counted(job, `state = 'unknown' and holds and next_attempt_at is null`)).toBe(1)
}, 120_000)

test('a cancelled job takes its sends back in parts, and none of them is called meanwhile', async () => {
  const job = await waitingJob(2_300)
  expect((await admin.post(`/profile/job/${job}/cancel`)).status).toBe(200)
  expect(await stateOf(job)).toMatchObject({ state: 'cancelling' })
  expect([await counted(job, `state = 'cancelled'`), await queued(job)]).toEqual([1_000, 1_300])
  expect((await sending.claim(100)).claimed).toEqual([])
  await sending.server.backend.jobs.work()
  await expect.poll(() => stateOf(job), { timeout: 60_000 }).toMatchObject({ state: 'cancelled' })
  expect([await counted(job, `state = 'cancelled'`), await queued(job)]).toEqual([2_300, 0])
  expect(await counted(job, `next_attempt_at is not null or holds`)).toBe(0)
}, 120_000)
