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
