import type { ExportRequest } from '#contract'
import {
  fieldOf,
  hiddenOperand,
  mayRead,
  mayReadSome,
  mayUnmask,
  QueryError,
  redactedKeys,
  redactedSearch,
  searchedFields,
  labelOf,
  type Field,
  type Resource,
  type User,
  isMaskedInFiles,
  kindOf,
  readableNames,
  type Query,
} from '#schema'

import type { Backend } from '../kernel/backend.ts'
import { RequestError, badRequest, forbidden } from '../kernel/errors.ts'
import type { Job } from '../kernel/jobs.ts'
import { msg } from '../../texts/serverMsg.ts'
import { readQuery } from '../records/read/admit.ts'

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
  const reader = cellsFor(resource, user, request)
  const masked = columns.filter((name) => {
    const field = fieldOf(resource, name)
    return field !== undefined && isMaskedInFiles(reader, field)
  })
  // A reason asks for all in the clear: a file that is masked in silence would be found out too late.
  if (request.reason && masked.length > 0) {
    const labels = masked.map((name) => labelOf(name, fieldOf(resource, name)))
    throw forbidden(msg('you_may_have_these_columns_only_masked', { fields: labels.join(', ') }))
  }
  return { query, columns, masked }
}

/** A request that does not say what contacts are needed for gets the cells of a user who may not have them in a file. */
export function cellsFor(
  { fields }: Resource,
  user: User,
  { reason }: Pick<ExportRequest, 'reason'>,
): User {
  if (reason) return user
  const rights = Object.values<Field>(fields).map(
    ({ options }) => options.exportBy ?? options.unmaskBy,
  )
  const permissions = [...user.permissions].filter((name) => !rights.includes(name))
  return { ...user, permissions: new Set(permissions) }
}

function exportable(resource: Resource, user: User): string[] {
  const names = ['id', ...readableNames(resource, user), 'created_at', 'updated_at']
  return names.filter((name) => isExportable(resource, user, name))
}

function isExportable(resource: Resource, user: User, name: string): boolean {
  const field = fieldOf(resource, name)
  if (field === undefined || field.options.outOfFiles || kindOf(field).writeOnly) return false
  return mayReadSome(user, field)
}

export type ExportParameters = ExportRequest & {
  resource: string
  asked_at?: string
  /** The language of the user who asked, in which the columns are called. */
  locale?: string
  /** Whether the search was let into masked fields when the export was asked for. */
  looks_into_masked?: boolean
}

/** An export as others may read of it: no operand of a field that they may not read, none that is shown masked. */
export function requestForOthers(request: ExportParameters, reader: User, backend: Backend) {
  const resource = backend.business.resources.find(({ name }) => name === request.resource)
  if (!resource || resource.access.list(reader) === false) return {}
  const isOpen = (field: Field | undefined) => field !== undefined && mayRead(reader, field)
  const mayLook = searchedFields(resource).every(
    ([, field]) => isOpen(field) && mayUnmask(reader, field),
  )
  return {
    resource: resource.name,
    filter: redactedKeys(resource, request.filter ?? {}, isOpen),
    ...(request.search && {
      search: mayLook ? redactedSearch(resource, request.search) : hiddenOperand,
    }),
    columns: (request.columns ?? []).filter((name) => isOpen(fieldOf(resource, name))),
  }
}

/** The time zone in which the times of a file are written: the user's own unless another was chosen. */
export const zoneOf = ({ timezone }: Pick<ExportRequest, 'timezone'>, user: User): string =>
  timezone ?? user.timezone ?? 'UTC'

export const parametersOf = ({ parameters }: Job) => parameters as unknown as ExportParameters

/** What an export means by now. Throws RequestError where its user may not have it any more. */
export function checkedNow(resource: Resource, user: User, request: ExportParameters): Export {
  const { asked_at } = request
  try {
    return checkExport(resource, user, request, asked_at ? new Date(asked_at) : undefined)
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    throw new RequestError(403, msg('you_may_not_export_this_any_more'))
  }
}

export function stillAllowed(job: Job, user: User, backend: Backend): Export | undefined {
  const request = parametersOf(job)
  try {
    return checkedNow(backend.resource(request.resource), user, request)
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}
