import { sql } from 'kysely'

import type { ExportRequest } from '#contract'
import {
  fieldOf,
  isMaskedInFiles,
  kindOf,
  mayRead,
  readableNames,
  type Query,
  type Resource,
  type User,
} from '#schema'

import { badRequest, forbidden } from '../kernel/errors.ts'
import { readQuery } from '../records/read/admit.ts'
import { msg } from '../../texts/serverMsg.ts'
import type { Sql } from '../kernel/database.ts'
import type { Job } from '../kernel/jobs.ts'
import { auditors, notify, words } from '../notifications/notify.ts'

/** What a request means for one user at this moment. */
export interface Export {
  readonly query: Query
  readonly columns: readonly string[]
  /** The columns whose values leave only masked. */
  readonly masked: readonly string[]
}

/**
 * Checks every operand and column against what the user may read. Asked again before each chunk and each
 * download; a period like `today` keeps the meaning it had when the export was asked for. Throws QueryError, or RequestError with 400 or 403.
 */
export function checkExport(
  resource: Resource,
  user: User,
  request: ExportRequest,
  askedAt = new Date(),
): Export {
  const { list, export: rule } = resource.access
  if (list(user) === false || rule(user) === false) throw forbidden()
  // The keys of a list hold search and order too, unless the request says them apart.
  const { filter, search = filter['search'], sort = filter['sort'] } = request
  const query = readQuery(resource, user, { ...filter, search, sort }, askedAt)
  const columns = [...new Set(request.columns ?? exportable(resource, user))]
  const unknown = columns.find((name) => !isExportable(resource, user, name))
  if (unknown !== undefined) throw badRequest(msg('is_not_a_column_here', { unknown }))
  const masked = columns.filter((name) => {
    const field = fieldOf(resource, name)
    return field !== undefined && isMaskedInFiles(user, field)
  })
  return { query, columns, masked }
}

function exportable(resource: Resource, user: User): string[] {
  const names = ['id', ...readableNames(resource, user), 'created_at', 'updated_at']
  return names.filter((name) => isExportable(resource, user, name))
}

function isExportable(resource: Resource, user: User, name: string): boolean {
  const field = fieldOf(resource, name)
  return field !== undefined && mayRead(user, field) && !kindOf(field).writeOnly
}

/** More rows than this with contacts in the clear are told (product.md 10.6). */
const rowsUntold = 10_000

interface Exported {
  readonly resource: Resource
  readonly columns: readonly string[]
  readonly masked: readonly string[]
}

/** Tells the auditors of a finished export that took many values out which are masked for others. */
export async function tellBigExport(database: Sql, job: Job, exported: Exported): Promise<void> {
  if (job.processed <= rowsUntold || !holdsContacts(exported)) return
  const { rows } = await sql<{ name: string }>`
    select name from users where id = ${job.user}`.execute(database)
  const values = { who: rows[0]?.name ?? '', name: job.name, rows: job.processed }
  const about = { resource: 'jobs', id: job.id }
  await notify(database, { event: 'big_export', ...words.big_export, values, about, to: auditors })
}

/** Whether an export writes values in the clear that are masked for others. */
export function holdsContacts({ resource, columns, masked }: Exported): boolean {
  return columns.some((name) => {
    const options = fieldOf(resource, name)?.options
    return !masked.includes(name) && (options?.unmaskBy ?? options?.exportBy) !== undefined
  })
}
