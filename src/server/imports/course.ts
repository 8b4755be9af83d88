import { sql } from 'kysely'

import type { ImportStarted } from '#contract'
import type { Resource } from '#schema'

import { conflict, notFound } from '../kernel/errors.ts'
import type { Scope } from '../records/write/transact.ts'
import { importType } from './rows/task.ts'
import { msg } from '../../texts/serverMsg.ts'
import { type WorkType, type OrderedImport, queueWork } from './queueWork.ts'
import { type Standing, keepFollow } from './keepFollow.ts'

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

export const isAtWork = (state: string) =>
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
