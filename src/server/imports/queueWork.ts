import { sql } from 'kysely'

import type { Resource } from '#schema'

import type { Scope } from '../records/write/transact.ts'
import { firstChunk } from './importJob.ts'
import { checkType, importType } from './rows/task.ts'
import { msg } from '../../texts/serverMsg.ts'

export type WorkType = typeof checkType | typeof importType

export interface OrderedImport {
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
