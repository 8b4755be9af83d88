import { sql } from 'kysely'

import type { Resource, User } from '#schema'

import { conflict, notFound } from '../../kernel/errors.ts'
import type { Scope } from '../../records/write/transact.ts'
import { msg } from '../../../texts/serverMsg.ts'

export const undoType = 'import_undo'

/** Days within which an import may be taken back. */
export const undoDays = 7

export const mayUndo = ({ import: declared }: Resource, user: User, owner: number): boolean => {
  const { own } = declared?.undo ?? {}
  if (mayUndoAll({ import: declared }, user)) return true
  return own !== undefined && owner === user.id && user.permissions.has(own)
}

/** Whether a user may undo the imports of everybody, whatever fields they may set by hand. */
export const mayUndoAll = ({ import: declared }: Pick<Resource, 'import'>, user: User): boolean => {
  const { all } = declared?.undo ?? {}
  return all !== undefined && user.permissions.has(all)
}

/** What was told of records has had its effects elsewhere. */
export const isUndoable = sql`options ->> 'mode' is distinct from 'outcomes'`

interface Found {
  readonly user: number
  readonly name: string
  readonly state: string
  readonly is_recent: boolean
  readonly has_done: boolean
}

/** Puts the undoing of an import in the queue and answers its job. */
export async function startUndo(resource: Resource, id: number, scope: Scope): Promise<number> {
  const { backend, user, author, sql: database, unitOfWork } = scope
  const { rows } = await sql<Found>`
    select "user", name, state, created + updated > 0 and ${isUndoable} as has_done,
      finished_at > now() - ${undoDays} * interval '1 day' as is_recent
    from imports where id = ${id} and resource = ${resource.name} for update`.execute(database)
  const found = rows[0]
  if (!found || !mayUndo(resource, user, found.user)) throw notFound()
  if (!['done', 'cancelled', 'failed'].includes(found.state) || !found.has_done) {
    throw conflict(msg('nothing_of_it_can_be_undone_any'))
  }
  if (!found.is_recent) throw conflict(msg('an_import_can_be_undone_for_days', { days: undoDays }))
  const job_id = await backend.jobs.start(database, {
    type: undoType,
    name: msg('undoing_of', { things: resource.label, file: found.name }),
    user_id: user.id,
    parameters: { import: id, resource: resource.name, file: found.name },
  })
  await sql`
    update imports set state = 'undoing', undo_job = ${job_id}, updated_at = now()
    where id = ${id}`.execute(database)
  const detail = { import: id }
  unitOfWork.audit({ ...author, action: 'import_undo', resource: resource.name, job_id, detail })
  return job_id
}
