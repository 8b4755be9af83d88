import { sql, type RawBuilder } from 'kysely'

import {
  createUserCache,
  fieldOf,
  indexForm,
  kindOf,
  type Field,
  type Query,
  type Resource,
  type User,
  targetOf,
} from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import { literal, joinTable, quoted, ordered, isJoin } from '../../database/names.ts'
import { sourceOf } from './source.ts'
import { pathSql, visibleTitles } from './titles.ts'

/** A part of an order, as SQL over the table `t`. */
export interface SortKey {
  readonly text: string
  readonly descending: boolean
  /** Records without a value come last, in either direction. */
  readonly isOptional?: boolean
}

type Sort = Query['sort']

/** What is put in order, and for whom: users who may not know what a record is called have its id in that place. */
export interface Ordering {
  readonly backend: Backend
  readonly resource: Resource
  readonly user: User
  readonly query: Pick<Query, 'sort'>
}

interface Order {
  /** As `order by` takes it over the table `t`. */
  readonly keys: RawBuilder<unknown>
  /** Selects the columns that it needs of the records `t`. */
  readonly unsorted: RawBuilder<unknown>
}

/** Made once for each order that a user asks for. */
const orders = createUserCache<Order>(200)

/** The order asked for, as `order by` takes it over the table `t`. */
export const orderOf = (ordering: Ordering): RawBuilder<unknown> => cachedOrder(ordering).keys

/** Selects, of the records `t`, the columns by which an order is made. */
export const unsortedSql = (ordering: Ordering): RawBuilder<unknown> =>
  cachedOrder(ordering).unsorted

function cachedOrder({ backend, resource, user, query: { sort } }: Ordering): Order {
  const key = `${resource.name} ${JSON.stringify(sort)}`
  return orders(user, key, () => {
    const sorted = sort.map(({ name }) => name).filter((name) => !isJoin(resource, name))
    const names = new Set(['id', 'created_at', ...sorted])
    const columns = [...names].map((name) => `t.${quoted(name)}`).join(', ')
    return {
      keys: keysOf({ backend, resource, user, query: { sort } }),
      unsorted: sql`select ${sql.raw(columns)} from ${sourceOf(resource)} t`,
    }
  })
}

function keysOf({ query: { sort }, ...ordering }: Ordering): RawBuilder<unknown> {
  const { backend, resource } = ordering
  const keys = sort.flatMap(({ name, descending }) =>
    textsOf(ordering, name).map((text) => ({
      text,
      descending,
      isOptional: isJoin(resource, name) || fieldOf(resource, name)?.options.optional === true,
    })),
  )
  return orderSql([...keys, ...lastKeys(backend, resource, sort)])
}

export function orderSql(
  keys: readonly SortKey[],
  { isReversed = false } = {},
): RawBuilder<unknown> {
  const parts = keys.map(({ text, descending, isOptional }) => {
    const direction = descending === isReversed ? 'asc' : 'desc'
    return `${text} ${direction}${isOptional ? ' nulls last' : ''}`
  })
  return sql.raw(parts.join(', '))
}

/**
 * What makes an order total: the id, in the direction of what it stands behind; in the groups of a large resource the
 * time before it, the newest first where the groups are sorted by a name.
 */
export function lastKeys(backend: Backend, resource: Resource, sort: Sort): SortKey[] {
  const last = sort.at(-1)
  const isGroup = last !== undefined && isGrouped(resource, last.name)
  const isNamed = last !== undefined && groupsOf(backend, resource, last.name) !== undefined
  const descending = isNamed || (last?.descending ?? true)
  return (isGroup ? ['created_at', 'id'] : ['id'])
    .filter((name) => !sort.some((one) => one.name === name))
    .map((name) => ({ text: `t.${quoted(name)}`, descending }))
}

const isGrouped = (resource: Resource, name: string) =>
  resource.size === 'large' && indexForm(resource, name) === 'groups'

/** By what the records of a large resource are grouped: the records of a small one, or the few values there can be. */
export interface Groups {
  readonly field: Field
  readonly target: Resource | undefined
}

/** Undefined where a field does not group the records, and where there are too many groups to go through them. */
export function groupsOf(backend: Backend, resource: Resource, name: string): Groups | undefined {
  const field = fieldOf(resource, name)
  if (!field || !isGrouped(resource, name) || field.options.index === 'sparse') return undefined
  const target = targetOf(field)
  if (target === undefined) return { field, target }
  const one = backend.resource(target)
  return one.size === 'large' ? undefined : { field, target: one }
}

/** References are sorted by what they are called, choices as they are declared, texts as people read them. */
function textsOf({ backend, resource, user }: Omit<Ordering, 'query'>, name: string): string[] {
  const field = fieldOf(resource, name)
  const column = `t.${quoted(name)}`
  if (!field) return [column]
  const target = targetOf(field)
  if (target === undefined) return [placeOf(field, column) ?? ordered(name, field, 't')]
  const title = titleOf(backend.resource(target), user)
  if (isJoin(resource, name)) {
    const first = title ? `string_agg(${title}, ', ' order by ${title})` : 'min(o.id)'
    const pointed = `${joinTable(resource, name)} j join ${quoted(target)} o on o.id = j.target_id`
    return [`(select ${first} from ${pointed} where j.record_id = t.id)`]
  }
  return title === undefined
    ? [column]
    : [`(select ${title} from ${quoted(target)} o where o.id = ${column})`, column]
}

/** The place of a value among the few there can be. */
function placeOf(field: Field, column: string): string | undefined {
  const values = kindOf(field).values?.(field)
  if (!values) return undefined
  return `array_position(${literal(values, `${kindOf(field).column(field)}[]`)}, ${column})`
}

/**
 * What the records `o` of a small resource are sorted by where others point at them; undefined where the user may not
 * know what they are called.
 */
export function titleOf(target: Resource, user: User): string | undefined {
  const titles = target.size === 'large' ? undefined : visibleTitles(target, user)
  return titles && `${pathSql(target, titles, 'o')} COLLATE "und-x-icu"`
}
