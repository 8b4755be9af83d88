import { z } from 'zod'

import {
  fieldOf,
  mayReadSome,
  mayUnmask,
  parseQuery,
  QueryError,
  searchedFields,
  type Field,
  type Resource,
  type User,
} from '#schema'
import { msg } from '../../texts/serverMsg.ts'

const name = z.string().min(1).max(60)

/** Keys of a list request that have a place of their own beside the filter. */
const ownPlace = new Set(['search', 'sort', 'page', 'per_page'])

const shape = z.strictObject({
  filter: z
    .record(name, z.unknown())
    .refine((filter) => !Object.keys(filter).some((key) => ownPlace.has(key)))
    .optional(),
  search: z.string().max(200).optional(),
  /** As in a list request: `-created_at,name`. */
  sort: z.string().max(300).optional(),
  /** The names of the columns shown, in order. */
  columns: z.array(name).min(1).max(200).optional(),
  density: z.enum(['comfortable', 'compact', 'dense']).optional(),
  per_page: z.literal([10, 25, 50, 100]).optional(),
})

/** How a list is looked at: in the words of a list request, with its columns and its density. */
export type ViewSettings = z.output<typeof shape>

/** What is wrong with the settings of a view of this list for this user, undefined when nothing is. */
export function settingsFault(resource: Resource, user: User, given: unknown): string | undefined {
  const { success, data } = shape.safeParse(given)
  if (!success) return 'A view holds a filter, search, sort, columns, density and page size only'
  const column = data.columns?.find((one) => !isColumn(resource, user, one))
  if (column !== undefined) return msg('this_list_has_no_column', { column })
  const { filter = {}, search, sort } = data
  return queryFault(resource, user, { ...filter, search, sort })
}

/**
 * The list for filters that somebody else wrote: what this user sees masked, in it or in what it points at, is no filter
 * here, because the filter would tell the value in the clear.
 */
function listForOthers(resource: Resource, user: User): Resource {
  const fields = Object.entries<Field>(resource.fields)
  return {
    ...resource,
    fields: Object.fromEntries(fields.filter(([, field]) => mayUnmask(user, field))),
    peer(name) {
      const target = resource.peer?.(name)
      return target && listForOthers(target, user)
    },
  }
}

const isOnlyNames = /^[\p{L}\p{M}\s'’-]*$/u

/**
 * Whether a user may know what somebody else searched for. Where the search looks into masked fields, anything but names
 * may be a contact or a part of one.
 */
const mayKnowSearch = (resource: Resource, user: User, search: string): boolean =>
  isOnlyNames.test(search) || searchedFields(resource).every(([, field]) => mayUnmask(user, field))

/** The settings as a user may follow them, and how many filters, searches and sorts had to go. */
export function settingsFor(
  resource: Resource,
  user: User,
  { filter = {}, search, sort, columns, ...rest }: ViewSettings,
  { isOwn }: { isOwn: boolean },
): ViewSettings & { dropped?: number } {
  const filtered = isOwn ? resource : listForOthers(resource, user)
  const maySearch = search === undefined || isOwn || mayKnowSearch(resource, user, search)
  const may = (query: Record<string, unknown>) => queryFault(filtered, user, query) === undefined
  const filters = Object.entries(filter)
  const allowed = filters.filter(([key, value]) => may({ [key]: value }))
  const maySort = sort === undefined || may({ sort })
  const shown = columns?.filter((one) => isColumn(resource, user, one))
  const dropped =
    filters.length - allowed.length + [maySort, maySearch].filter((one) => !one).length
  return {
    ...rest,
    filter: Object.fromEntries(allowed),
    ...(search !== undefined && maySearch && { search }),
    ...(sort !== undefined && maySort && { sort }),
    ...(shown?.length && { columns: shown }),
    ...(dropped > 0 && { dropped }),
  }
}

function isColumn(resource: Resource, user: User, one: string): boolean {
  const field = fieldOf(resource, one)
  return field !== undefined && resource.list.includes(one) && mayReadSome(user, field)
}

function queryFault(
  resource: Resource,
  user: User,
  query: Record<string, unknown>,
): string | undefined {
  try {
    parseQuery(resource, user, query)
    return undefined
  } catch (error) {
    if (error instanceof QueryError) return error.text
    throw error
  }
}
