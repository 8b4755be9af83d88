import { sql } from 'kysely'

import type { ImportFound } from '#contract'
import { readMessage, type Resource, type User } from '#schema'

import type { Sql } from '../kernel/database.ts'
import { notFound } from '../kernel/errors.ts'
import type { Counts } from './checkRun.ts'
import { isUndoable, mayUndo, undoDays } from './undo/undo.ts'
import { storedOptions } from './storedOptions.ts'
import { remarksOf } from './remarks.ts'
import { checkType } from './rows/task.ts'
import { isAtWork } from './course.ts'

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
