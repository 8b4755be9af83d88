import { shortenedMessage } from '#schema'
import { sql } from 'kysely'

import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import { notify } from '../notifications/notify.ts'
import { noticeTexts } from '../notifications/noticeTexts.ts'
import { lockJob } from './claim.ts'
import type { Job, JobState } from '../kernel/jobs.ts'
import type { JobKind, JobNotes } from './kind.ts'
import { msg } from '../../texts/serverMsg.ts'

const atWork: readonly JobState[] = ['queued', 'running', 'paused', 'cancelling']

type KindOf = (type: string) => JobKind | undefined

export interface Ending {
  readonly backend: Backend
  readonly sql: Sql
  readonly kindOf: KindOf
}

/** What people are told of an unexpected error. */
export const unexpected = msg('stopped_by_an_unexpected_error_the_log')

/**
 * Ends a job that has nothing left to do, in the state its numbers say.
 * Of several workers the one that holds the job's row last sees that nothing is left.
 */
export async function settleJob(id: number, ending: Ending): Promise<void> {
  const job = await lockJob(ending.sql, id)
  if (job?.state === 'cancelling') await dropChunks(ending.sql, id)
  else if (job?.state !== 'running' || job.pending > 0) return
  if (await hasWork(ending.sql, id)) return
  if (job.state === 'cancelling' && (await takeBack(job, ending)) > 0) return
  await endJob(job, stateAtEnd(job), {}, ending)
}

/** How many items are under way elsewhere that nothing can take back. */
async function takeBack(job: Job, { kindOf, ...context }: Ending): Promise<number> {
  return (await kindOf(job.type)?.takeBack?.(job, context)) ?? 0
}

/** Asks until nothing more can be taken back: a job that ends now is not asked again. */
async function takeAllBack(job: Job, ending: Ending): Promise<void> {
  let left = await takeBack(job, ending)
  let before = Infinity
  while (left > 0 && left < before) {
    before = left
    left = await takeBack(job, ending)
  }
}

function stateAtEnd({ state, failed }: Job): JobState {
  if (state === 'cancelling') return 'cancelled'
  return failed > 0 ? 'finished_with_errors' : 'finished'
}

/** Ends a job that cannot go on. What other workers have in hand they finish. */
export async function failJob(id: number, message: string, ending: Ending): Promise<void> {
  const job = await lockJob(ending.sql, id)
  if (!job || !atWork.includes(job.state)) return
  await dropChunks(ending.sql, id)
  await takeAllBack(job, ending)
  await endJob(job, 'failed', { message }, ending)
}

/** Asks a job to end, and those that go on with its work. False when all have ended already. */
export async function cancelWithFollowers(id: number, ending: Ending): Promise<boolean> {
  const isCancelled = await cancelJob(id, ending)
  const { rows } = await sql<{ id: number }>`
    select id from jobs where parent = ${id} order by id`.execute(ending.sql)
  const followers: boolean[] = []
  for (const one of rows) followers.push(await cancelWithFollowers(one.id, ending))
  return isCancelled || followers.includes(true)
}

/** Asks a job to end. False when it has ended already. */
async function cancelJob(id: number, ending: Ending): Promise<boolean> {
  const job = await lockJob(ending.sql, id)
  if (!job || !atWork.includes(job.state)) return false
  await sql`
    update jobs set state = 'cancelling', updated_at = clock_timestamp()
    where id = ${id}`.execute(ending.sql)
  await settleJob(id, ending)
  return true
}

/** Takes away the chunks that no process has in hand. */
async function dropChunks(database: Sql, job: number): Promise<void> {
  await sql`
    update job_chunks set state = 'cancelled' where (job_id, number) in (
      select job_id, number from job_chunks where job_id = ${job} and state = 'pending'
      for update skip locked
    )`.execute(database)
}

async function hasWork(database: Sql, job: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from job_chunks where job_id = ${job} and state = 'pending' limit 1`.execute(database)
  return rows.length > 0
}

async function endJob(job: Job, state: JobState, notes: JobNotes, ending: Ending): Promise<void> {
  const { sql: database } = ending
  const ended = { ...job, state, message: notes.message ?? job.message }
  await sql`
    update jobs set state = ${state}, updated_at = clock_timestamp(), processed = total - pending,
      progress = case when total = 0 and ${state} like 'finished%' then 100
        else coalesce(round((total - pending) * 100.0 / nullif(total, 0)), 0) end,
      finished_at = case when ${state} = 'cancelled' then null else clock_timestamp() end,
      cancelled_at = case when ${state} = 'cancelled' then clock_timestamp() end
    where id = ${job.id}`.execute(database)
  await noteJob(database, job.id, { ...notes, ...(await endNotes(ended, ending)) })
  await tellUser(database, ended)
}

/** The user who cancelled a job knows; how the others end their user is told. */
async function tellUser(database: Sql, job: Job): Promise<void> {
  const { id, state, name, processed, failed, message } = job
  if (state !== 'finished' && state !== 'finished_with_errors' && state !== 'failed') return
  const event = `job_${state}` as const
  const values = { name, processed, failed, reason: message ?? '' }
  const about = { resource: 'jobs', id }
  await notify(database, { event, ...noticeTexts[event], values, about, to: [job.user] })
}

/** What the kind has to say at the end. Of a job that failed it may not keep the failure from being told. */
async function endNotes(job: Job, ending: Ending): Promise<JobNotes | void> {
  const { backend, sql: database, kindOf } = ending
  const finish = async () => kindOf(job.type)?.finish?.(job, { backend, sql: database })
  if (job.state !== 'failed') return finish()
  await sql`savepoint last_words`.execute(database)
  try {
    return await finish()
  } catch (error) {
    backend.log.error({ err: error, job_id: job.id }, 'a failed job could not end in order')
    await sql`rollback to savepoint last_words`.execute(database)
  }
}

/** Writes what a step has to tell; a result is added to what is there. */
export async function noteJob(database: Sql, id: number, notes: JobNotes): Promise<void> {
  const { message, result, result_file, error_file, undoableForMs } = notes
  if (!message && !result && !result_file && !error_file && !undoableForMs) return
  await sql`
    update jobs set
      message = coalesce(${message === undefined ? null : shortenedMessage(message, 500)}, message),
      result = case when ${result !== undefined} then
        coalesce(result, '{}') || ${JSON.stringify(result ?? {})}::jsonb else result end,
      result_file = coalesce(${result_file ?? null}, result_file),
      error_file = coalesce(${error_file ?? null}, error_file),
      undoable_until = coalesce(now() + ${undoableForMs ?? null}::integer * interval '1 ms', undoable_until)
    where id = ${id}`.execute(database)
}
