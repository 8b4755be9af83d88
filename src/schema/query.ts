import type { User } from './access.ts'
import { isIndexed } from './check.ts'
import { ValueError, type Field, type Operator } from './field.ts'
import { kindOf } from './fields/index.ts'
import type { Conditions } from './filter.ts'
import { fieldOf } from './lookup.ts'
import type { Resource } from './resource.ts'
import { isMasked, mayRead } from './visible.ts'

/** What a list request asks for, every name and value checked against the declaration and the user. */
export interface Query {
  search: string
  /** Conditions by field, in the long form. */
  filter: Record<string, Conditions>
  sort: readonly { name: string; descending: boolean }[]
  page: number
  perPage: number
}

/** A query that the declaration does not know. The server answers 400. */
export class QueryError extends Error {}

export const perPageLimit = 200
/** Records beyond this offset are reached by filtering or by sorting the other way. */
export const offsetLimit = 1_000_000

type Text = string | readonly string[] | number | boolean | null | undefined

/**
 * Reads `?search=..&key=value&key_from=..&sort=-a,b&page=1&per_page=25` (specification 7, product.md 13).
 * Several values are separated by commas; in a body they may be an array. Throws QueryError.
 */
export function parseQuery(
  resource: Resource,
  user: User,
  input: Readonly<Record<string, unknown>>,
): Query {
  const query: Query = {
    search: '',
    filter: {},
    sort: parseSort(resource, user, resource.sort ?? '-id'),
    page: 1,
    perPage: 25,
  }
  for (const [key, value] of Object.entries(input)) {
    if (value === '' || value === undefined || value === null) continue
    if (key === 'search') query.search = single(key, value).trim().slice(0, 200)
    else if (key === 'page') query.page = whole(key, value, offsetLimit)
    else if (key === 'per_page') query.perPage = whole(key, value, perPageLimit)
    else if (key === 'sort') query.sort = parseSort(resource, user, single(key, value))
    else addCondition(resource, user, query.filter, key, value as Text)
  }
  if ((query.page - 1) * query.perPage > offsetLimit) {
    throw new QueryError('That page is too far away. Narrow the filter or sort the other way.')
  }
  return query
}

const suffixes = {
  from: 'range',
  to: 'range',
  not: 'equals',
  contains: 'contains',
  empty: 'empty',
} as const satisfies Record<string, Operator>

function addCondition(
  resource: Resource,
  user: User,
  filter: Query['filter'],
  key: string,
  value: Text,
): void {
  const [name, suffix] = splitKey(resource, key)
  const operator = suffix ? suffixes[suffix] : 'equals'
  const field = operandField(resource, user, name, operator)
  if (!field) throw new QueryError(`"${key}" is not a filter here.`)
  const condition = (filter[name] ??= {})
  const operand = (text: string) => operandOf(key, field, text)
  if (!suffix) condition.in = several(key, value).map(operand)
  else if (suffix === 'not') condition.not = several(key, value).map(operand)
  else if (suffix === 'empty') condition.empty = single(key, value) === 'true'
  else if (suffix === 'contains') condition.contains = single(key, value)
  else if (suffix === 'to') condition.to = endOf(field, operand(single(key, value)), value)
  else condition.from = operand(single(key, value))
}

/** A day as the end of a range of moments means the whole day. */
function endOf(field: Field, operand: unknown, value: Text): unknown {
  const isDay = field.kind === 'timestamp' && /^\d{4}-\d\d-\d\d$/.test(String(value))
  return isDay ? `${String(value)}T23:59:59.999Z` : operand
}

function splitKey(resource: Resource, key: string): [string, keyof typeof suffixes | undefined] {
  if (fieldOf(resource, key)) return [key, undefined]
  const cut = key.lastIndexOf('_')
  const suffix = key.slice(cut + 1)
  return Object.hasOwn(suffixes, suffix)
    ? [key.slice(0, cut), suffix as keyof typeof suffixes]
    : [key, undefined]
}

/** The field, when it exists, its kind has the operator, and the user may use it as an operand. */
function operandField(
  resource: Resource,
  user: User,
  name: string,
  operator: Operator,
): Field | undefined {
  const field = fieldOf(resource, name)
  if (!field || !mayRead(user, field) || !kindOf(field).operators.includes(operator))
    return undefined
  if (isMasked(user, field) && operator !== 'equals' && operator !== 'empty') return undefined
  if (resource.size === 'large' && !isIndexed(resource, name)) return undefined
  return field
}

function parseSort(resource: Resource, user: User, text: string): Query['sort'] {
  const sort = text.split(',').map((part) => {
    const descending = part.startsWith('-')
    const name = descending ? part.slice(1) : part
    const field = fieldOf(resource, name)
    const usable = field && mayRead(user, field) && !isMasked(user, field) && kindOf(field).sortable
    if (!usable || (resource.size === 'large' && !isIndexed(resource, name))) {
      throw new QueryError(`This list cannot be sorted by "${name}".`)
    }
    return { name, descending }
  })
  if (sort.length > 5) throw new QueryError('Sort by at most five fields.')
  return sort
}

function operandOf(key: string, field: Field, text: string): unknown {
  try {
    return kindOf(field).operand(text, field)
  } catch (error) {
    if (error instanceof ValueError) throw new QueryError(`${key}: ${error.message}.`)
    throw error
  }
}

/** Most values one filter may list; e-mail and id lists come in a POST body. */
const valuesLimit = 10_000

function several(key: string, value: Text): string[] {
  const values = Array.isArray(value)
    ? value.map((one) => scalar(key, one))
    : scalar(key, value).split(',')
  if (values.length > valuesLimit) throw new QueryError(`${key}: at most ${valuesLimit} values.`)
  return values.map((one) => one.trim()).filter(Boolean)
}

function single(key: string, value: unknown): string {
  if (Array.isArray(value)) throw new QueryError(`"${key}" may be given only once.`)
  return scalar(key, value)
}

function scalar(key: string, value: unknown): string {
  if (typeof value === 'object') throw new QueryError(`"${key}" must be plain text.`)
  return String(value)
}

function whole(key: string, value: unknown, most: number): number {
  const number = Number(single(key, value))
  if (!Number.isInteger(number) || number < 1 || number > most) {
    throw new QueryError(`${key} must be a whole number from 1 to ${most}.`)
  }
  return number
}
