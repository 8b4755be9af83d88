import {
  createUserCache,
  fieldOf,
  type User,
  mayRead,
  mayReadSome,
  mayUnmask,
  systemFields,
} from '../access.ts'
import type { Field, Fields } from '../../kinds/field.ts'
import { searchComparisons, type Comparison } from './compare.ts'
import { isSortable } from './indexed.ts'
import { cleanLine } from '../../kinds/take.ts'
import type { Filter } from './filter.ts'
import {
  addCondition,
  QueryError,
  several,
  single,
  type Asker,
  type ConditionsByField,
} from './operand.ts'
import type { Resource } from '../resource.ts'
import { msg } from '../../texts/msg.ts'
import { parseWhere } from './where.ts'

/** What a list request asks for, every name and value checked against the declaration and the user. */
export interface Query {
  search: string
  filter: ConditionsByField
  /** Groups of conditions that must hold besides the filter. */
  where?: Filter
  sort: readonly { name: string; descending: boolean }[]
  /** The declared fields that the answer holds beside those every record has; all readable ones when not given. */
  fields?: readonly string[]
  page: number
  perPage: number
  /** What is compared with values of masked fields. Nothing may be read before the server has let it through. */
  comparisons: readonly Comparison[]
}

export const perPageLimit = 200

/** Records farther than this from both ends of a list are reached by a filter, or in the order of creation. */
export const offsetLimit = 1_000_000

/**
 * Records are counted one by one, and sorted by what no index follows, up to here; beyond, the planner's estimate and
 * the sorts that an index follows must do.
 */
export const countCap = 10_000

const pageLimit = 100_000_000

/** Most characters of the search box that are looked at. */
export const searchLimit = 200

/**
 * Reads `?search=..&key=value&key_from=..&sort=-a,b&fields=a,b&page=1&per_page=25`.
 * Several values are separated by commas; in a body they may be an array. Empty values ask for nothing. Periods
 * like `created_at=last_7_days` mean the days they name at the moment `at`, in the user's time zone.
 * Throws QueryError, with the same words for a field that the user may not use and one that does not exist.
 */
export function parseQuery(
  resource: Resource,
  user: User,
  input: Readonly<Record<string, unknown>>,
  at: Date = new Date(),
): Query {
  const clock = { at, zone: user.timezone ?? 'UTC' }
  const asker: Asker = { resource, user, clock, comparisons: [] }
  const texts = { search: '', sort: '', page: '1', per_page: '25' }
  const filter: Query['filter'] = {}
  const { where, fields, ...plain } = input
  for (const [key, value] of Object.entries(plain)) {
    if (!Object.hasOwn(texts, key)) {
      addCondition(asker, filter, key, isBlank(value) ? undefined : value)
    } else if (!isBlank(value)) {
      texts[key as keyof typeof texts] = typeof value === 'string' ? value : single(key, value)
    }
  }
  const page = whole('page', texts.page, pageLimit)
  const perPage = whole('per_page', texts.per_page, perPageLimit)
  const sort = texts.sort ? parseSort(resource, user, texts.sort) : defaultSort(resource, user)
  const search = texts.search && cleanLine(texts.search.slice(0, searchLimit))
  const groups = isBlank(where) ? {} : { where: parseWhere(asker, where) }
  const columns = isBlank(fields) ? {} : { fields: parseFields(resource, user, fields) }
  const comparisons = [
    ...asker.comparisons,
    ...(search ? searchComparisons(resource, user, search) : []),
  ]
  return { search, filter, ...groups, sort, ...columns, page, perPage, comparisons }
}

const isBlank = (value: unknown) => value === '' || value === undefined || value === null

/** In the order of the declaration, so that one set of fields is one statement. */
function parseFields(resource: Resource, user: User, value: unknown): readonly string[] {
  const asked = new Set(several('fields', value))
  for (const name of asked) {
    const field = ownField(resource, name)
    const isShown = everyRecordHas.has(name) || (field !== undefined && mayReadSome(user, field))
    if (!isShown) throw new QueryError(msg('this_list_has_no_field', { name }))
  }
  return Object.keys(resource.fields).filter((name) => asked.has(name))
}

/** No answer holds what stands behind a reference, and no list is sorted by it. */
const ownField = (resource: Resource, name: string) =>
  name.includes('.') ? undefined : fieldOf(resource, name)

const everyRecordHas = new Set([...Object.keys(systemFields), 'version'])

function parseSort(resource: Resource, user: User, text: string): Query['sort'] {
  const sort = text.split(',').map((part) => {
    const descending = part.startsWith('-')
    const name = descending ? part.slice(1) : part
    if (!sortableNames(resource, user).has(name)) {
      throw new QueryError(msg('this_list_cannot_be_sorted_by', { name }))
    }
    return { name, descending }
  })
  if (sort.length > 5) throw new QueryError(msg('sort_by_at_most_five_fields'))
  return sort
}

/** The declared order, unless it would tell the user about a field that is hidden from him. */
function defaultSort(resource: Resource, user: User): Query['sort'] {
  const name = resource.sort?.replace(/^-/, '')
  return name && sortableNames(resource, user).has(name)
    ? parseSort(resource, user, resource.sort ?? '')
    : [{ name: 'id', descending: true }]
}

const namesByUser = createUserCache<ReadonlySet<string>>(1_000)

/** The fields by which a user may put records in order. */
const sortableNames = (resource: Resource, user: User): ReadonlySet<string> =>
  namesByUser(user, resource, () => {
    const fields: Fields = { ...systemFields, ...resource.fields }
    const usable = Object.entries<Field>(fields).filter(
      ([, field]) => mayRead(user, field) && mayUnmask(user, field) && isSortable(field),
    )
    return new Set(usable.map(([name]) => name))
  })

function whole(key: string, text: string, max: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > max) {
    throw new QueryError(msg('must_be_a_whole_number_from_1', { name: key, max }))
  }
  return number
}
