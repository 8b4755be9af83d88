import { sql, type RawBuilder, type SqlBool } from 'kysely'

import {
  asCondition,
  fieldOf,
  filtersMeant,
  kindOf,
  mayRead,
  parentField,
  rangedBy,
  reachedOf,
  searchedReferences,
  searchWords,
  treeOf,
  type Conditions,
  type Field,
  type Filter,
  type Query,
  type Resource,
  type User,
} from '#schema'

import type { StoredFilters } from '../../../kinds/field.ts'
import { serverKindOf } from '../../../kinds/kinds.server.ts'
import { columnOf, joinTable, quoted, tableOf } from '../../database/names.ts'
import type { FragmentShares } from './fragmentShares.ts'
import { sourceOf } from './source.ts'
import {
  type Condition,
  wordConditions,
  fragmentCondition,
  comparable,
  foundByFragments,
} from './searchWords.ts'

const yes: Condition = sql`true`

const no: Condition = sql`false`

/** A query of which `admit` has counted what it compares with masked values. Only such a one is read by. */
export interface AdmittedQuery extends Query {
  /** The search may compare its words with values of masked fields. */
  readonly looksIntoMasked: boolean
}

/**
 * What a list request matches, for a table called `t`: alive, let in by the rule, by the filter and by the search.
 * The query has been checked by `parseQuery`; the rule is the answer of the operation's rule.
 */
export function whereOf(
  resource: Resource,
  user: User,
  query: SearchQuery,
  rule: boolean | Filter,
): Condition {
  const conditions = [
    ruleCondition(resource, rule),
    ...Object.entries(query.filter).map(([name, one]) => fieldCondition(resource, name, one, user)),
    ...(query.where ? [filterCondition(resource, query.where, user)] : []),
    ...(query.search ? [searchCondition(resource, user, query)] : []),
  ]
  return every(conditions)
}

interface SearchQuery extends Pick<
  AdmittedQuery,
  'filter' | 'where' | 'search' | 'looksIntoMasked'
> {
  /** The search looks into the fields of the resource's own alone. */
  readonly isOwn?: true
  /** Fragments are looked up in the index of the search by their rarest parts. */
  readonly shares?: FragmentShares | undefined
}

/** The words are found in the record, or all of them in a record that a searched reference points at. */
function searchCondition(resource: Resource, user: User, query: SearchQuery): Condition {
  const words = searchWords(query.search)
  const found = (one: Resource) => {
    const found = (how: SearchQuery) => words.map((word) => wordConditions(one, user, word, how))
    const whole = found({ ...query, shares: undefined })
    return allWords(whole, query.shares && one === resource ? found(query) : whole)
  }
  const reached = query.isOwn ? [] : searchedReferences(resource)
  const behind = reached.map(({ name, field, target }): Condition => {
    const rule = mayRead(user, field) && target.access.list(user)
    return sql`${columnOf(name)} = any(array(
      select t.id from ${sourceOf(target)} t
      where ${every([ruleCondition(target, rule), found(target)])}
      order by t.id desc limit ${maxReached}))`
  })
  return some([found(resource), ...behind])
}

/**
 * Each of the words is found: all of them as fragments, which one look into the index of the search finds together, or one of
 * them as a whole value, which few records have.
 */
function allWords(
  words: readonly ReturnType<typeof wordConditions>[],
  narrowed: typeof words,
): Condition {
  const each = words.map(({ exact, fragments }) => some([...exact, ...fragments]))
  const mayBeFragments = words.every(({ fragments }) => fragments.length > 0)
  const together = every(narrowed.map(({ fragments }) => some(fragments)))
  const withWhole = words.flatMap(({ exact }, at) =>
    exact.length > 0 ? [every([some(exact), ...each.toSpliced(at, 1)])] : [],
  )
  return some([...(mayBeFragments ? [together] : []), ...withWhole])
}

/** Most records that a reference is looked up by, the newest: each of them is one look into its index. */
const maxReached = 10_000

/** The records that a rule lets in, deleted ones left out. */
export function ruleCondition(resource: Resource, rule: boolean | Filter): Condition {
  if (rule === false) return no
  const alive = resource.softDelete ? [sql<SqlBool>`t.deleted_at is null`] : []
  return every([...alive, ...(rule === true ? [] : [filterCondition(resource, rule)])])
}

/**
 * A filter of a rule or hook as SQL, with the meaning of `matches`. One that a user gave finds nothing behind references
 * to records that they do not see.
 */
export function filterCondition(resource: Resource, filter: Filter, user?: User): Condition {
  const conditions = Object.entries(filter).map(([key, one]): Condition => {
    const parts = () => (one as Filter[]).map((part) => filterCondition(resource, part, user))
    if (key === 'all') return every(parts())
    if (key === 'any') return some(parts())
    return fieldCondition(resource, key, asCondition(one), user)
  })
  return every(conditions)
}

function every(conditions: readonly Condition[]): Condition {
  const needed = conditions.filter((one) => one !== yes)
  if (needed.length < 2) return needed[0] ?? yes
  return sql`(${sql.join(needed, sql` and `)})`
}

function some(conditions: readonly Condition[]): Condition {
  if (conditions.length < 2) return conditions[0] ?? no
  return sql`(${sql.join(conditions, sql` or `)})`
}

function fieldCondition(
  resource: Resource,
  name: string,
  condition: Conditions,
  user?: User,
): Condition {
  const reached = reachedOf(resource, name)
  if (reached) return reachedConditions(resource, reached, condition, user)
  const field = fieldOf(resource, name)
  if (!field) throw new Error(`${resource.name}: a filter names the unknown field "${name}"`)
  const hasOnly = (known: ReadonlySet<string>) =>
    Object.keys(condition).every((operator) => known.has(operator))
  const stored = rangedBy(field)
  if (stored && hasOnly(ranges)) {
    const today = new Date().toISOString().slice(0, 10)
    return fieldCondition(resource, stored.field, stored.range(condition, today))
  }
  const meant = filtersMeant(field)
  if (meant && hasOnly(values)) return meantCondition(resource, meant, condition)
  const { storage } = serverKindOf(field)
  if (storage === 'join') return joinConditions(resource, name, condition)
  return storage === 'list'
    ? listConditions(name, condition)
    : columnConditions(resource, name, field, condition)
}

/** Values of a derived choice, as what they mean of stored fields. */
function meantCondition(
  resource: Resource,
  filters: StoredFilters['filters'],
  { in: wanted, not: unwanted }: Conditions,
): Condition {
  const now = new Date().toISOString()
  const among = (values: readonly unknown[]) =>
    some(
      values.flatMap((value) => {
        const filter = filters[String(value)]
        return filter ? [filterCondition(resource, filter(now))] : []
      }),
    )
  const unlike = unwanted && sql<SqlBool>`not coalesce(${among(unwanted)}, false)`
  return every([...(wanted ? [among(wanted)] : []), ...(unlike ? [unlike] : [])])
}

const ranges: ReadonlySet<string> = new Set(['from', 'to'])

const values: ReadonlySet<string> = new Set(['in', 'not'])

/** Conditions on what a reference points at: where it points nowhere, or out of the user's sight, there is no value. */
function reachedConditions(
  resource: Resource,
  { by, name, target, pointing }: NonNullable<ReturnType<typeof reachedOf<Resource>>>,
  { not, notParts, empty, ...given }: Conditions,
  user: User | undefined,
): Condition {
  const seen = user ? ruleCondition(target, target.access.list(user)) : yes
  const some = (one: Conditions) => sql`(
    select t.id from ${sourceOf(target)} t where ${every([seen, fieldCondition(target, name, one)])})`
  const among = (one: Conditions): Condition =>
    serverKindOf(pointing).storage === 'join'
      ? sql`t.id in (
          select j.record_id from ${sql.raw(joinTable(resource, by))} j where j.target_id in ${some(one)})`
      : sql`${columnOf(by)} in ${some(one)}`
  const unlike = (one: Conditions): Condition => sql`not coalesce(${among(one)}, false)`
  const conditions: Condition[] = []
  if (Object.keys(given).length > 0) conditions.push(among(given))
  if (not || notParts)
    conditions.push(unlike({ in: not ?? [], ...(notParts && { parts: notParts }) }))
  if (empty !== undefined) conditions.push((empty ? unlike : among)({ empty: false }))
  return every(conditions)
}

function columnConditions(
  resource: Resource,
  name: string,
  field: Field,
  one: Conditions,
): Condition {
  const column = comparable(resource, name, field)
  const type = sql.raw(kindOf(field).column(field) ?? 'text')
  const conditions: Condition[] = []
  const containing = (part: string) => fragmentCondition(resource, [name, field], part)
  if (one.in) {
    const found = foundByFragments(resource, [name, field], one.in)
    const whole = every([...(found ? [found] : []), isOneOf(column, one.in, type)])
    const parts = (one.parts ?? []).map(containing)
    conditions.push(parts.length > 0 ? some([whole, ...parts]) : whole)
  }
  if (one.below) conditions.push(isBelow(name, treeOf(resource, field), one.below))
  if (one.not) conditions.push(sql`(${column} is null or ${column} <> all(${one.not}::${type}[]))`)
  for (const part of one.notParts ?? []) {
    conditions.push(sql`(${column} is null or not (${containing(part)}))`)
  }
  if (one.from !== undefined) conditions.push(sql`${column} >= ${one.from}`)
  if (one.to !== undefined) conditions.push(sql`${column} <= ${one.to}`)
  if (one.contains !== undefined) {
    conditions.push(containing(one.contains))
  }
  if (one.empty !== undefined) conditions.push(isEmpty(columnOf(name), one.empty))
  return every(conditions)
}

/** Points at one of the records of a tree, or at one below them. */
function isBelow(name: string, tree: Resource | undefined, ids: readonly unknown[]): Condition {
  if (!tree) throw new Error(`"${name}" points at no tree`)
  const table = tableOf(tree)
  const parent = sql.raw(quoted(parentField(tree) ?? ''))
  return sql`${columnOf(name)} in (
    with recursive below as (
      select b.id from ${table} b where b.id = any(${ids}::bigint[])
      union select b.id from ${table} b join below on b.${parent} = below.id
    ) select id from below)`
}

function isOneOf(
  column: RawBuilder<unknown>,
  values: readonly unknown[],
  type: RawBuilder<unknown>,
): Condition {
  if (values.length === 0) return no
  return values.length === 1
    ? sql`${column} = ${values[0]}`
    : sql`${column} = any(${values}::${type}[])`
}

const isEmpty = (column: RawBuilder<unknown>, empty: boolean): Condition =>
  empty ? sql`${column} is null` : sql`${column} is not null`

function listConditions(name: string, one: Conditions): Condition {
  const column = columnOf(name)
  const conditions: Condition[] = []
  if (one.in) conditions.push(sql`${column} && ${one.in}::text[]`)
  if (one.not) conditions.push(sql`not coalesce(${column} && ${one.not}::text[], false)`)
  if (one.empty !== undefined) {
    conditions.push(sql`(coalesce(cardinality(${column}), 0) = 0) = ${one.empty}`)
  }
  return every(conditions)
}

function joinConditions(resource: Resource, name: string, one: Conditions): Condition {
  const table = sql.raw(joinTable(resource, name))
  const rows = (ids?: readonly unknown[]): Condition => {
    const among = ids ? sql`and j.target_id = any(${ids}::bigint[])` : sql``
    return sql`exists (select 1 from ${table} j where j.record_id = t.id ${among})`
  }
  const conditions: Condition[] = []
  if (one.in) conditions.push(rows(one.in))
  if (one.not) conditions.push(sql`not ${rows(one.not)}`)
  if (one.empty !== undefined) conditions.push(one.empty ? sql`not ${rows()}` : rows())
  return every(conditions)
}
