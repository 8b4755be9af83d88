import { sql } from 'kysely'

import type { ImportFound, ImportStarted } from '#contract'
import { readMessage, type Resource, type User } from '#schema'

import type { Sql } from '../kernel/database.ts'
import { conflict, forbidden, notFound } from '../kernel/errors.ts'
import { contextOf } from '../records/write/hooks.ts'
import type { Scope } from '../records/write/transact.ts'
import type { Counts } from './checkRun.ts'
import { firstChunk } from './importJob.ts'
import { isUndoable, mayUndo, undoDays } from './undo.ts'
import { storedOptions } from './storedOptions.ts'
import { remarksOf } from './remarks.ts'
import { checkType, importType } from './rows/task.ts'
import { msg } from '../../texts/serverMsg.ts'

export type WorkType = typeof checkType | typeof importType

interface OrderedImport {
  readonly id: number
  readonly name: string
  readonly file: string
  readonly sha256: string
}

const week = 7 * 24 * 60 * 60 * 1000

/** Puts the check of a file, or its import, in the queue and answers the job. */
export async function queueWork(
  resource: Resource,
  { id, name, file, sha256 }: OrderedImport,
  type: WorkType,
  { backend, user, author, sql: database, unitOfWork }: Scope,
): Promise<number> {
  const values = { things: resource.label, file: name }
  const job_id = await backend.jobs.start(database, {
    type,
    name: type === checkType ? msg('check_of', values) : msg('import_of', values),
    user_id: user.id,
    parameters: { import: id, resource: resource.name, file: name },
    chunks: [firstChunk()],
  })
  await sql`
    update imports set job = ${job_id}, state = 'uploaded', message = null, finished_at = null
    where id = ${id}`.execute(database)
  await sql`
    update files set expires_at = now() + ${week} * interval '1 ms' where id = ${file}`.execute(
    database,
  )
  const action = type === checkType ? 'import_check' : 'import_start'
  const detail = { import: id, sha256 }
  unitOfWork.audit({ ...author, action, resource: resource.name, job_id, detail })
  return job_id
}

/** Checks a file once more, or takes it in, as it was ordered. 409 when it is at work, was taken in, or is gone. */
export async function proceed(
  resource: Resource,
  id: number,
  type: WorkType,
  scope: Scope,
  asked?: unknown,
): Promise<ImportStarted> {
  const { user, sql: database } = scope
  const { rows } = await sql<OrderedImport & Standing>`
    select id, name, file, sha256, state, checked, created + updated + refused > 0 as has_rows,
      exists (select 1 from files where files.id = file::uuid and expires_at > now()) as has_file
    from imports where id = ${id} and "user" = ${user.id} and resource = ${resource.name}
    for update`.execute(database)
  const found = rows[0]
  if (!found) throw notFound()
  if (isAtWork(found.state)) throw conflict(msg('this_file_is_being_imported_already'))
  if (found.state === 'done' || found.state === 'undone' || found.has_rows)
    throw conflict(msg('this_file_was_taken_in_already'))
  if (!found.has_file) throw conflict(msg('the_uploaded_file_is_gone'))
  if (type === importType) await keepFollow(resource, found, asked, scope)
  return { id, job_id: await queueWork(resource, found, type, scope) }
}

interface Standing {
  readonly state: string
  readonly checked: Counts | null
  readonly has_file: boolean
  readonly has_rows: boolean
}

/** Keeps what is to be done with the records once all are in, which only a whole check lets somebody ask for. */
async function keepFollow(
  resource: Resource,
  { id, state, checked }: Pick<OrderedImport & Standing, 'id' | 'state' | 'checked'>,
  asked: unknown,
  scope: Scope,
): Promise<void> {
  const { followImport } = scope.backend.business.behaviors[resource.name] ?? {}
  if (asked === undefined || !followImport) {
    requireFollow(resource, scope)
    await sql`update imports set options = options - 'follow' where id = ${id}`.execute(scope.sql)
    return
  }
  if (state !== 'checked' || !checked) throw conflict(msg('check_the_whole_file_first'))
  const follow = await followImport.prepare(asked, checked, contextOf(scope))
  await sql`
    update imports set options = options || ${JSON.stringify({ follow })}::jsonb
    where id = ${id}`.execute(scope.sql)
}

/** Throws 403 for those who may take nothing in without doing more with it. */
export function requireFollow({ name }: Resource, { backend, user }: Scope): void {
  if (backend.business.behaviors[name]?.followImport?.isRequired?.(user)) throw forbidden()
}

const isAtWork = (state: string) =>
  ['uploaded', 'checking', 'preparing', 'importing', 'undoing'].includes(state)

/** Ends the work on a file after the rows at hand. */
export async function cancelImport(resource: Resource, id: number, scope: Scope): Promise<void> {
  const { backend, user, sql: database } = scope
  const { rows } = await sql<{ job: number }>`
    select job from imports
    where id = ${id} and "user" = ${user.id} and resource = ${resource.name}`.execute(database)
  if (!rows[0]) throw notFound()
  const isCancelled = await backend.jobs.cancel(database, rows[0].job)
  if (!isCancelled) throw conflict(msg('this_job_has_ended_or_is_being'))
}

/** Refused rows that are shown at once; all of them are in the report. */
const shownProblems = 100

/** How an import of one's own stands: what was done, or what its check has found, with the first problems. */
export async function findImport(
  resource: Resource,
  user: User,
  id: number,
  database: Sql,
): Promise<ImportFound> {
  const { rows } = await sql<Found>`
    select id, name, state, job as job_id, total, created, updated, refused, undone, undo_job, checked,
      (select max(jobs.id) from jobs where parent = imports.job) as follow_job, message, note, options, "user",
      state in ('done', 'cancelled', 'failed') and created + updated > 0 and ${isUndoable}
        and finished_at > now() - ${undoDays} * interval '1 day' as is_undoable,
      exists (select 1 from files where files.id = file::uuid and expires_at > now()) as has_file,
      exists (select 1 from jobs where jobs.id = imports.job and type = ${checkType}) as is_check
    from imports
    where id = ${id} and resource = ${resource.name}`.execute(database)
  const found = rows[0]
  const isOwn = found?.user === user.id
  const mayTakeBack = found !== undefined && mayUndo(resource, user, found.user)
  if (!found || !(isOwn || mayTakeBack)) throw notFound()
  const options = storedOptions.parse(found.options)
  const { headers, mode, duplicates, mapping, settings, date_order, decimal_sign } = options
  const { options: _options, user: _owner, is_undoable, ...course } = found
  const reasons = sql<Reason>`
    select code, count(*) as count, min(reason) as example from import_failures
    where import_id = ${id} group by code order by count desc, code`
  const problems = sql<ImportFound['problems'][number]>`
    select row_number, code, reason, cells from import_failures
    where import_id = ${id} order by row_number limit ${shownProblems}`
  return {
    ...course,
    may_undo: is_undoable && mayTakeBack,
    headers,
    mode,
    duplicates,
    order: isOwn ? { mapping, settings, date_order, decimal_sign } : null,
    // While rows are refused by the second, they are not read. Their cells are for the person who brought them.
    remarks: isAtWork(course.state) ? [] : await remarksOf(id, database),
    reasons: isAtWork(course.state)
      ? []
      : shownReasons((await reasons.execute(database)).rows, isOwn),
    problems: !isOwn || isAtWork(course.state) ? [] : (await problems.execute(database)).rows,
  }
}

/** A reason that quotes a cell, or names the record that stands in its way, is for the person who brought the file. */
const shownReasons = (reasons: readonly Reason[], isOwn: boolean): Reason[] =>
  reasons.map((one) => (isOwn || quotesNothing(one.example) ? one : { ...one, example: '' }))

function quotesNothing(reason: string): boolean {
  const { _: _english, ...values } = readMessage(reason)?.args ?? { reason }
  return Object.keys(values).length === 0
}

type Reason = ImportFound['reasons'][number]

interface Found extends Omit<
  ImportFound,
  'headers' | 'mode' | 'duplicates' | 'order' | 'reasons' | 'problems' | 'remarks' | 'may_undo'
> {
  readonly user: number
  readonly is_undoable: boolean
  readonly checked: Counts | null
  readonly options: unknown
}
