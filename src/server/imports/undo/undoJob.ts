import { sql } from 'kysely'

import { targetOf, type Field, type Resource } from '#schema'

import {
  skippedIds,
  skippedMessage,
  skippedOf,
  tellSkipped,
  warningsWith,
} from '../../jobs/skipped.ts'
import type { JobContext, JobKind } from '../../jobs/kind.ts'
import type { Backend, Context } from '../../kernel/backend.ts'
import type { ChunkPlan } from '../../kernel/jobs.ts'
import type { Sql } from '../../kernel/database.ts'
import { forbidden } from '../../kernel/errors.ts'
import { parts } from '../../records/bulk/item.ts'
import { contextOf } from '../../records/write/hooks.ts'
import { withUnitOfWork } from '../../records/write/transact.ts'
import { removeAll, restoreAll } from './takeRecordsBack.ts'
import { mayUndo, undoDays, undoType } from './undo.ts'
import { recordsOfImport, type Updated } from '../write/updated.ts'

/** Records of one chunk: what was created, or what was changed. */
interface UndoStep {
  readonly created?: readonly number[]
  readonly updated?: readonly Updated[]
  /** What is kept of its refused rows; none of it counts as taken back. */
  readonly refused?: readonly number[]
}

/** Takes back what an import has done, as far as it was not changed since. */
export const undoKind: JobKind = {
  type: undoType,

  async plan({ job, backend, sql: database }) {
    const chunks = [
      ...chunksOf(await recordsOfImport(importOf(job), database)),
      ...parts(await keptRefused(job, backend, database)).map((ids) => plan({ refused: ids }, 0)),
    ]
    return { chunks }
  },

  async run({ payload }, context) {
    const { job, user, backend, sql: database } = context
    const resource = backend.resource(String(job.parameters['resource']))
    await checkRight(resource, context)
    const { created = [], updated = [], refused = [] } = payload as UndoStep
    const author = { user_id: user.id, job_id: job.id }
    const scope = { backend, user, author, isConfirmed: true, sql: database }
    const followed: string[] = []
    const failures = await withUnitOfWork(
      database,
      async (unitOfWork) => {
        const within = { ...scope, unitOfWork }
        if (refused.length > 0) await refusedOf(job, backend)?.undone?.(refused, contextOf(within))
        const kept = [
          ...(await removeAll({ resource, undoneImport: importOf(job), job }, created, within)),
          ...(await restoreAll(resource, updated, within)),
        ]
        const ids = [...created, ...updated.map(({ id }) => id)]
        if (ids.length > 0) followed.push(...(await followUndo(ids, job, contextOf(within))))
        return kept
      },
      scope,
    )
    const processed = created.length + updated.length
    await sql`
      update imports set undone = undone + ${processed - failures.length}::integer, updated_at = now()
      where id = ${importOf(job)}`.execute(database)
    const notes = await tellSkipped(failures, context)
    const result = { ...notes.result, ...warningsWith(followed, job).result }
    return { processed, failed: failures.length, ...notes, ...(followed.length > 0 && { result }) }
  },

  async failedPart(job, { sql: database }) {
    const ids = new Set(await skippedIds(job, database))
    // Another undo may be at work meanwhile.
    const { numAffectedRows } = await sql`
      update imports set state = 'undoing', undo_job = ${job.id}, updated_at = now()
      where id = ${importOf(job)} and ${ids.size > 0}::boolean and state in ('done', 'undone')
        and finished_at > now() - ${undoDays} * interval '1 day'`.execute(database)
    if (!numAffectedRows) return []
    const { created, updated } = await recordsOfImport(importOf(job), database)
    const failed = {
      created: created.filter((id) => ids.has(id)),
      updated: updated.filter(({ id }) => ids.has(id)),
    }
    return chunksOf(failed)
  },

  async finish(job, { sql: database }) {
    const { file, skipped = {} } = skippedOf(job)
    const isOver = job.state === 'finished' || job.state === 'finished_with_errors'
    // What kept all of its records may go away: then it can be undone after all.
    await sql`
      update imports set state = case when ${isOver}::boolean and undone > 0 then 'undone' else 'done' end,
        updated_at = now()
      where id = ${importOf(job)}`.execute(database)
    if (!file) return {}
    await sql`update files set size = stored where id = ${file}`.execute(database)
    return { error_file: file, message: skippedMessage(skipped) }
  },
}

const importOf = ({ parameters }: JobContext['job']) => Number(parameters['import'])

const chunksOf = ({
  created,
  updated,
}: Awaited<ReturnType<typeof recordsOfImport>>): ChunkPlan[] => [
  ...parts(created).map((ids) => plan({ created: ids }, ids.length)),
  ...parts(updated).map((some) => plan({ updated: some }, some.length)),
]

const plan = (payload: UndoStep, size: number): ChunkPlan => ({ size, payload })

const behaviorOf = ({ parameters }: JobContext['job'], { business }: Backend) =>
  business.behaviors[String(parameters['resource'])]

const refusedOf = (job: JobContext['job'], backend: Backend) => behaviorOf(job, backend)?.refused

/** Has the business take back what else came of records. Returns what it tells of that. */
const followUndo = async (ids: readonly number[], job: JobContext['job'], context: Context) =>
  (await behaviorOf(job, context.backend)?.afterUndo?.(
    ids,
    { import: importOf(job), job: job.id },
    context,
  )) ?? []

/** The records that keep the rows which an import refused, where they do not outlive it. */
async function keptRefused(
  job: JobContext['job'],
  backend: Backend,
  database: Sql,
): Promise<number[]> {
  const { into, undone } = refusedOf(job, backend) ?? {}
  const by = Object.entries<Field>(into?.fields ?? {}).find(
    ([, one]) => targetOf(one) === 'imports',
  )
  if (!into || !undone || !by) return []
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(into.name)} where ${sql.ref(by[0])} = ${importOf(job)}
    order by id`.execute(database)
  return rows.map(({ id }) => id)
}

/** Ends the job when the user may no longer undo the import. */
async function checkRight(
  resource: Resource,
  { job, user, sql: database }: JobContext,
): Promise<void> {
  const { rows } = await sql<{ user: number }>`
    select "user" from imports where id = ${importOf(job)}`.execute(database)
  if (!rows[0] || !mayUndo(resource, user, rows[0].user)) throw forbidden()
}
