import { sql } from 'kysely'

import type { Skipped } from '#contract'
import { mayRead, shown, type Actions, type Fields, type Resource, type User } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import type { Job } from '../kernel/jobs.ts'
import type { JobKind, JobNotes } from './kind.ts'
import { skippedIds, skippedOf, skippedMessage, tellSkipped, warningsWith } from './skipped.ts'
import { requireConfirmedFor } from '../records/bulk/bulk.ts'
import { chunksOf, type Item } from '../records/bulk/item.ts'
import { applyToAll, type BulkAction } from '../records/bulk/bulkRun.ts'
import { undoingsOf } from '../records/undo/undoings.ts'

/** What a chunk is to do: records to act on, or those that were out of reach from the start. */
interface Payload {
  readonly items?: readonly Item[]
  readonly skipped?: readonly Skipped[]
}

/** Bulk actions above a hundred records, a chunk at a time, with the rights the user has by then. */
export const bulkKind: JobKind = {
  type: 'bulk',

  async run({ payload }, context) {
    const { job, user, backend, sql: database } = context
    const { items = [], skipped = [] } = payload as Payload
    const author = { user_id: user.id, job_id: job.id }
    const action = job.parameters as unknown as BulkAction
    const scope = { backend, user, author, isConfirmed: true, sql: database }
    const { done, failures } = await applyToAll(action, items, scope)
    const all = [...skipped, ...failures]
    const counts = { processed: items.length + skipped.length, failed: all.length }
    const notes = await tellSkipped(all, context)
    const warnings = done.flatMap(({ warning }) => warning ?? [])
    const result = { ...notes.result, ...warningsWith(warnings, job).result }
    return { ...counts, ...notes, ...(warnings.length > 0 && { result }) }
  },

  forOthers: ({ parameters, result }, reader, backend) => ({
    parameters: actionForOthers(parameters as unknown as BulkAction, reader, backend),
    result,
  }),

  async failedPart(job, { backend, sql: database, isConfirmed }) {
    const action = (job.parameters ?? {}) as Partial<BulkAction>
    const { act, values = {} } = action
    const resource = backend.business.resources.find(({ name }) => name === action.resource)
    // An undo takes back one version alone: what it refused it would refuse again.
    if (!resource || act === undefined || act === 'undo' || act === 'restore') return []
    requireConfirmedFor(resource, { resource: resource.name, act, values }, { isConfirmed })
    const ids = await skippedIds(job, database)
    const isChange = act === 'update'
    return chunksOf(isChange ? await asTheyAre(resource, ids, database) : ids.map((id) => ({ id })))
  },

  async finish(job, { backend, sql: database }) {
    const { file, skipped = {} } = skippedOf(job)
    const undoable = await undoableOf(job, backend, database)
    if (!file) return undoable
    await sql`update files set size = stored where id = ${file}`.execute(database)
    return { ...undoable, error_file: file, message: skippedMessage(skipped) }
  },
}

/** A change that is asked for again is decided on what the records are by then. */
async function asTheyAre(
  { name }: Resource,
  ids: readonly number[],
  database: Sql,
): Promise<Item[]> {
  const { rows } = await sql<{ id: number; version: number | null }>`
    select asked.id, t.version
    from unnest(${ids}::bigint[]) as asked (id) left join ${sql.table(name)} t using (id)
    order by asked.id`.execute(database)
  return rows.map(({ id, version }) => ({ id, ...(version !== null && { version }) }))
}

/** The values of an action, without those of fields that the reader may not read or that are shown masked. */
function actionForOthers(
  { resource: name, act: action, values }: BulkAction,
  reader: User,
  backend: Backend,
) {
  const resource = backend.business.resources.find((one) => one.name === name)
  if (!resource || resource.access.list(reader) === false) return { act: action }
  const fields = inputFields(resource, action)
  const open = Object.entries(values ?? {}).flatMap(([field, value]) => {
    const declared = fields[field]
    return declared && mayRead(reader, declared) ? [[field, shown(declared, value)]] : []
  })
  return { resource: name, act: action, values: Object.fromEntries(open) }
}

const inputFields = ({ fields, actions = {} }: Resource, action: string): Fields =>
  action === 'update' ? fields : ((actions as Actions)[action]?.input ?? {})

const undoableForMs = 86_400_000

/** How long a job may be undone that has written anything which can be taken back. */
async function undoableOf(job: Job, { business }: Backend, database: Sql): Promise<JobNotes> {
  const { resource: name, act: action = '' } = job.parameters as Partial<BulkAction>
  const resource = business.resources.find((one) => one.name === name)
  if (!resource || job.processed <= job.failed) return {}
  const isUndoable =
    undoingsOf(resource).some(({ undoes }) => undoes === action) ||
    (action in (resource.actions ?? {}) && (await hasChanged(job.id, resource, action, database)))
  return isUndoable ? { undoableForMs } : {}
}

/** Whether an action left changes that can be undone: it may have written nothing, or something else. */
async function hasChanged(id: number, resource: Resource, action: string, database: Sql) {
  const { rows } = await sql`
    select from job_chunks c
      cross join lateral jsonb_array_elements(c.payload -> 'items') item
      join audit_log a on a.resource = ${resource.name}
        and a.record_id = (item ->> 'id')::bigint and a.job_id = c.job_id
    where c.job_id = ${id} and c.state = 'done'
      and a.action = 'update' and a.detail ->> 'action' = ${action}
    limit 1`.execute(database)
  return rows.length > 0
}
