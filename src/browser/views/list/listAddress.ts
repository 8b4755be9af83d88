import type { SortPayload } from 'react-admin'

import { mayFilter, perPageLimit, systemFields, targetOf, type Field, type Resource } from '#schema'

import { type FilterValues, isKeyOf, isPrivate } from '../../client/records/filterValues.ts'
import { firstOrder } from '../../client/records/order.ts'
import { longFilterStore } from '../../client/storage/longFilterStore.ts'

interface Parts {
  readonly view?: number | string
  readonly filter: object
  readonly sort: SortPayload
  readonly perPage: number
}

/** What stands behind a list's path, every part said, so that a later change of one part leaves the others. */
export function searchText({ view, filter, sort, perPage }: Parts): string {
  const query = new URLSearchParams({
    ...(view !== undefined && { view: String(view) }),
    filter: JSON.stringify(filter),
    sort: sort.field,
    order: sort.order,
    page: '1',
    perPage: String(perPage),
  })
  return `?${query}`
}

/** The address of a list as it is without any view. Not empty: an empty one stands for where the user was last. */
export const standardSearch = (resource: Resource, perPage: number): string =>
  searchText({ filter: {}, sort: firstOrder(resource), perPage })

/**
 * Returns what stands behind a list's path as the list reads it: no more rows than the server gives at once, and what somebody
 * has typed like a question to the API, `?state=waiting,failed`, within the filter.
 */
export function tidySearch(resource: Resource, search: string): string {
  const query = new URLSearchParams(search)
  const typed = [...query].filter(([key]) => isFilterKey(resource, key))
  const asked = Number(query.get('perPage') ?? 1)
  const perPage = Math.min(Math.max(Math.trunc(asked) || 1, 1), perPageLimit)
  if (typed.length === 0 && perPage === asked) return search
  if (perPage !== asked) query.set('perPage', String(perPage))
  for (const [key] of typed) query.delete(key)
  if (typed.length > 0) query.set('filter', JSON.stringify(withTyped(resource, query, typed)))
  return `?${query}`
}

/** What else stands in a list's address. */
const reserved: ReadonlySet<string> = new Set([
  'filter',
  'displayedFilters',
  'sort',
  'order',
  'page',
  'perPage',
  'view',
])

function isFilterKey(resource: Resource, key: string): boolean {
  if (reserved.has(key)) return false
  const { fields, filters = [] } = resource
  const own = Object.keys(fields).filter((name) =>
    operators.some((operator) => mayFilter(resource, name, operator)),
  )
  return ['search', ...Object.keys(systemFields), ...filters, ...own].some((name) =>
    isKeyOf(name, key),
  )
}

const operators = ['equals', 'range', 'contains', 'empty'] as const

function withTyped(resource: Resource, query: URLSearchParams, typed: [string, string][]): object {
  const values = typed.map(([key, text]) => [key, operandOf(resource.fields[key], text)])
  const filter: FilterValues = { ...filterIn(query, resource), ...Object.fromEntries(values) }
  return longFilterStore.shortened(filter, (key, value) => isPrivate(resource, key, value))
}

function filterIn(query: URLSearchParams, resource: Resource): FilterValues {
  try {
    return JSON.parse(query.get('filter') ?? '') as FilterValues
  } catch {
    return (resource.filter ?? {}) as FilterValues
  }
}

/** Several values stand with commas between, and records by their ids. */
function operandOf(field: Field | undefined, text: string): string | number | (string | number)[] {
  const target = field && targetOf(field)
  const values = text.split(',').map((one) => (target && /^\d+$/.test(one) ? Number(one) : one))
  return values.length > 1 && field ? values : (values[0] ?? text)
}
