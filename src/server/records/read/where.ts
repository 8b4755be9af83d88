import { sql, type SqlBool } from 'kysely'

import {
  asCondition,
  fieldOf,
  filtersMeant,
  mayRead,
  rangedBy,
  reachedBy,
  reachedOf,
  searchedReferences,
  searchWords,
  type Conditions,
  type Filter,
  type Query,
  type Resource,
  type User,
} from '#schema'

import type { StoredFilters } from '../../../kinds/derivation.ts'
import { serverKindOf } from '../../../kinds/kinds.server.ts'
import { columnOf, joinTable } from '../../database/names.ts'
import type { FragmentShares } from './fragmentShares.ts'
import { sourceOf } from './source.ts'
import {
  type Condition,
  type MatchConditions,
  type Operand,
  type WholeValue,
  type WordConditions,
  wordConditions,
} from './searchWords.ts'
import {
  columnConditions,
  every,
  joinConditions,
  listConditions,
  no,
  some,
  yes,
} from './storedConditions.ts'

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
  readonly operand?: Operand
  /** What no record is, beside the search: the planner expects some, though of the words it may expect no match at all. */
  readonly unforeseen?: Condition
}

/** The words are found in the record, or all of them in a record that a searched reference points at. */
function searchCondition(resource: Resource, user: User, query: SearchQuery): Condition {
  const words = searchWords(query.search)
  const found = (one: Resource, how: SearchQuery) =>
    allWords(words.map((word) => wordConditions(one, user, word, how)))
  const reached = query.isOwn ? [] : searchedReferences(resource)
  const behind = reached.map(({ name, field, target }): Condition => {
    const rule = mayRead(user, field) && target.access.list(user)
    const matches = found(target, { ...query, shares: undefined })
    return sql`${columnOf(name)} = any(array(
      select t.id from ${sourceOf(target)} t
      where ${every([ruleCondition(target, rule), together(matches)])}
      order by t.id desc limit ${maxReached}))`
  })
  const more = [...behind, ...(query.unforeseen ? [query.unforeseen] : [])]
  const own = found(resource, query)
  // What is behind a reference is looked for once.
  return behind.length > 0
    ? some([together(own), ...more])
    : together({ looked: some([own.looked, ...more]), compared: some([own.compared, ...more]) })
}

const together = ({ looked, compared }: MatchConditions): Condition =>
  looked === compared ? looked : every([looked, compared])

/**
 * Each of the words is found: all of them as fragments, which one look into the index of the search finds together, or one of
 * them as a whole value, which few records have. What the indexes look for is told apart from what the records that they
 * find are compared with: PostgreSQL then compares these with no part of a word for a second time.
 */
function allWords(words: readonly WordConditions[]): MatchConditions {
  const each = words.map(({ exact, fragments }) =>
    some([...wholeValues(exact), ...fragments.map(({ compared }) => compared)]),
  )
  const mayBeFragments = words.every(({ fragments }) => fragments.length > 0)
  const withWhole = words.flatMap(({ exact }, at) =>
    exact.length > 0 ? [every([some(wholeValues(exact)), ...each.toSpliced(at, 1)])] : [],
  )
  const whole = (of: keyof MatchConditions) =>
    every(words.map(({ fragments }) => some(fragments.map((one) => one[of]))))
  const compared = some([...(mayBeFragments ? [whole('compared')] : []), ...withWhole])
  const isNarrowed = words.some(({ fragments }) =>
    fragments.some((one) => one.looked !== one.compared),
  )
  if (!mayBeFragments || !isNarrowed) return { looked: compared, compared }
  const exact = wholeValues(words.flatMap((word) => word.exact))
  return { looked: some([whole('looked'), ...exact]), compared }
}

/** Whether a record has one of some values, of each field together: so PostgreSQL looks for them, of whatever version. */
function wholeValues(values: readonly WholeValue[]): Condition[] {
  const names = [...new Set(values.map(({ name }) => name))]
  return names.flatMap((name) => {
    const [first, ...more] = values.filter((one) => one.name === name)
    if (!first) return []
    const { column, value, type } = first
    const all = sql.join([first, ...more].map((one) => one.value))
    return more.length === 0
      ? [sql`${column} = ${value}`]
      : [sql`${column} = any(array[${all}]::${sql.raw(type)}[])`]
  })
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
  const seen = user ? ruleCondition(target, reachedBy(target, name, user)) : yes
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
