import { sql } from 'kysely'

import { recordAudit } from '../audit/audit.ts'
import { deleteFile } from '../files/store.ts'
import type { ChunkPlan, Job } from '../kernel/jobs.ts'
import type { JobContext, JobKind, JobNotes } from '../jobs/kind.ts'
import { addChunks } from '../jobs/control.ts'
import { badFile } from '../../csv/fileError.ts'
import type { RowsStep } from './rows/batch.ts'
import { forgetWork, readyToRead } from './rows/prefetch.ts'
import { forgetCreated } from './rows/createdBefore.ts'
import { importRows, refuseRows } from './rows/rows.ts'
import { prepare, type PrepareStep } from './rows/prepare.ts'
import { learnFirstRows, settleTable, type SettleStep } from './rows/settle.ts'
import { checkType, importType, loadTask } from './rows/task.ts'
import { type Counts } from './checkRun.ts'
import { forgetKeysOf } from './checkKeys.ts'
import { msg } from '../../texts/serverMsg.ts'
import { keepFile, type Ended, outcomeMessage, states } from './endOfImport.ts'

/**
 * Takes a file in: first looks through it to the end, so that a file that cannot be read changes nothing,
 * then imports its rows some hundreds at a time, each part with its checkpoint.
 */
export const importKind: JobKind = {
  type: importType,
  async ready({ payload }, backend) {
    if ((payload as Step).step === 'rows') await readyToRead(backend)
  },
  async run({ number, payload }, context) {
    const step = payload as Step
    const task = await loadTask(number, context)
    if (step.step === 'rows') {
      const done = await importRows(step, task, context.sql)
      await learnFirstRows(task, context.sql)
      return done
    }
    if (step.step === 'settle') {
      await settleTable(task, context.sql)
      return { processed: 0, failed: 0 }
    }
    await addChunks(context.sql, task.job, await prepare(step, task, context.sql))
    return { processed: 0, failed: 0 }
  },
  async abandon({ number, payload }, context) {
    const step = payload as Step
    if (step.step === 'settle') return { processed: 0, failed: 0 }
    if (step.step !== 'rows') throw badFile(msg('the_file_cannot_be_looked_through_split'))
    return refuseRows(step, await loadTask(number, context), context.sql)
  },
  async retry({ type, parameters }, { sql: database }) {
    await sql`
      update imports set state = case
          when ${type === checkType} then 'checking' when total > 0 then 'importing' else 'preparing' end,
        message = null, finished_at = null, updated_at = now()
      where id = ${Number(parameters['import'])}`.execute(database)
  },
  forOthers: ({ parameters, result }) => ({ parameters, result }),
  finish: (job, context) => finish(job, context),
}

/** The same to the last step: it saves nothing, and leaves what an import would do. */
export const checkKind: JobKind = {
  ...importKind,
  type: checkType,
  finish: (job, context) => finishCheck(job, context),
}

type Step = PrepareStep | RowsStep | SettleStep

/** Writes how it ended beside the import, and forgets what only the work needed. */
async function finish(
  job: Job,
  { backend, sql: database }: Pick<JobContext, 'backend' | 'sql'>,
): Promise<JobNotes> {
  forgetCreated(job.id)
  forgetWork(job.id)
  const id = Number(job.parameters['import'])
  await forgetKeysOf(id, database)
  const state = states[job.state] ?? 'done'
  const { rows } = await sql<Ended>`
    update imports set state = ${state}, message = ${job.message}, finished_at = now(),
      updated_at = now()
    where id = ${id}
    returning total, created, updated, refused, file, options ->> 'text' as text,
      options ->> 'encoding' as encoding, options -> 'follow' as follow`.execute(database)
  const ended = rows[0]
  if (!ended) return {}
  const { created, updated, refused, file, text, follow } = ended
  // What ends before its last step leaves as many records behind as the steps before it have made.
  if (state !== 'done' && created > 0) {
    const resource = backend.resource(String(job.parameters['resource']))
    await settleTable({ id, resource }, database)
  }
  if (follow && state === 'done' && created + updated > 0) {
    const parameters = { ...follow.parameters, import: id }
    const next = { ...follow, parameters, user_id: job.user, parent: job.id }
    const job_id = await backend.jobs.start(database, next)
    await recordAudit(database, {
      user_id: job.user,
      action: 'job_start',
      resource: String(job.parameters['resource']),
      job_id,
      detail: { type: next.type, import: id },
    })
  }
  // An import that failed may be tried again, for as long as its chunks are kept. What else ended needs no file: it
  // holds rows that were refused, and so what must not be kept.
  if (job.state === 'failed') await keepFile(file, database)
  else for (const one of [file, text]) if (one) await deleteFile(database, one)
  const result = { import: id, created, updated, refused }
  return job.state === 'failed' ? { result } : { result, message: outcomeMessage(ended) }
}

/** How long a file waits for its import to be ordered. */
const hoursKept = 24

/** Writes what was found beside the import, whose file waits for the order to take it in. */
async function finishCheck(
  job: Job,
  { sql: database }: Pick<JobContext, 'sql'>,
): Promise<JobNotes> {
  forgetWork(job.id)
  const id = Number(job.parameters['import'])
  await forgetKeysOf(id, database)
  const state = states[job.state] ?? 'checked'
  const message =
    state === 'cancelled' ? msg('the_check_was_cancelled_nothing_is_saved') : job.message
  const { rows } = await sql<Pick<Ended, 'file' | 'text'> & { checked: Counts | null }>`
    update imports set state = ${state}, message = ${message}, finished_at = now(),
      updated_at = now()
    where id = ${id}
    returning checked, file, options ->> 'text' as text`.execute(database)
  const ended = rows[0]
  if (!ended) return {}
  if (ended.text) await deleteFile(database, ended.text)
  await sql`
    update files set expires_at = least(expires_at, now() + ${hoursKept} * interval '1 hour')
    where id = ${ended.file}::uuid`.execute(database)
  const { created = 0, updated = 0, refused = 0 } = ended.checked ?? {}
  const result = { import: id, created, updated, refused }
  if (job.state === 'failed') return { result }
  const [counted, fresh, left] = [job.processed, created, refused].map((one) =>
    one.toLocaleString('en'),
  )
  return { result, message: msg('rows_checked_new_refused', { counted, fresh, left }) }
}

/** The chunk with which the job of an import begins. */
export function firstChunk(): ChunkPlan {
  const payload: PrepareStep = { step: 'decode', at: 0 }
  return { size: 0, payload }
}
