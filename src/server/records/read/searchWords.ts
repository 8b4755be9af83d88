import { sql, type RawBuilder, type SqlBool } from 'kysely'

import {
  kindOf,
  type Field,
  type Resource,
  type User,
  indexForm,
  isHidden,
  mayRead,
  mayUnmask,
  ownSearched,
  searchedValue,
  searchForm,
  wholeValue,
} from '#schema'

import { columnOf, lookedUp, ordered } from '../../database/names.ts'
import { rarestParts, type FragmentShares } from './fragmentShares.ts'
import { searchedText } from '../../database/migration/searchIndex.ts'

export type Condition = RawBuilder<SqlBool>

type Named = readonly [name: string, field: Field]

/** What a word of the search box is compared with: one of these must hold. */
export interface WordConditions {
  /** It is the whole value of a field. */
  readonly exact: readonly WholeValue[]
  /** It stands somewhere in a field. */
  readonly fragments: readonly MatchConditions[]
}

export interface WholeValue {
  readonly name: string
  readonly column: RawBuilder<unknown>
  readonly value: RawBuilder<unknown>
  readonly type: string
}

/** What says that a record matches. */
export interface MatchConditions {
  /** What the indexes of a large resource find it by. */
  readonly looked: Condition
  /** The same where that says it all; else this alone does. */
  readonly compared: Condition
}

interface WordQuery {
  /** All of the words. */
  readonly search: string
  readonly looksIntoMasked: boolean
  /** Fragments are looked up in the index of the search by their rarest parts. */
  readonly shares?: FragmentShares | undefined
  /** How the words are given to the database. */
  readonly operand?: Operand | undefined
}

/** How one word of the search box stands in the fields that the user may read. */
export function wordConditions(
  resource: Resource,
  user: User,
  word: string,
  { search, looksIntoMasked, shares, operand = planned }: WordQuery,
): WordConditions {
  // A record without a title is shown by its number, like #123.
  const [, number] = /^#?(\d{1,15})$/.exec(word) ?? []
  const exact: WholeValue[] = []
  const isValue = (name: string, column: RawBuilder<unknown>, value: unknown, type: string) =>
    exact.push({ name, column, value: operand(value, type), type })
  if (number) isValue('id', sql`t.id`, Number(number), 'bigint')
  const equals = (name: string, field: Field, value: unknown) =>
    isValue(name, comparable(resource, name, field), value, kindOf(field).column(field) ?? 'text')
  const isAnywhere = (part: string) => containsAnywhere(resource, part, operand)
  const fragmentsByText = new Map<string, { fragment: string; named: Named[] }>()
  for (const named of ownSearched(resource)) {
    const [name, field] = named
    if (!mayRead(user, field)) continue
    if (!mayUnmask(user, field) && isHidden(field, word)) {
      // A masked field is looked into for whole values only, each of which has been counted.
      const value = looksIntoMasked ? wholeValue(field, word) : undefined
      if (value !== undefined) equals(name, field, value)
      continue
    }
    const value = operandOf(field, word)
    if (value === undefined) continue
    if (!isFragment(resource, field, word)) {
      const isFound = resource.size !== 'large' || indexForm(resource, name) !== undefined
      if (isFound) equals(name, field, value)
      continue
    }
    const fragment = String(value)
    const same = fragmentsByText.get(caseless(fragment)) ?? { fragment, named: [] }
    same.named.push(named)
    fragmentsByText.set(caseless(fragment), same)
  }
  const fragments = [...fragmentsByText.values()].map(({ fragment, named }) => {
    const isAll = named.length === fragmentFields(resource).length
    const each = named.map(([name]) => contains(columnOf(name), fragment, operand))
    const some = sql<SqlBool>`(${sql.join(each, sql` or `)})`
    if (resource.size !== 'large') return { looked: some, compared: some }
    const rarest = shares && rarestParts(shares, fragment, search)
    const parts = (rarest ?? [fragment]).map(isAnywhere)
    const looked = sql<SqlBool>`(${sql.join(parts, sql` and `)})`
    if (isAll && !rarest) return { looked, compared: looked }
    const whole = isAll ? contains(textBesideIndex(resource), fragment, operand) : some
    return { looked, compared: whole }
  })
  return { exact, fragments }
}

/** A fragment in one field; in a large resource by the index of all of them. */
export function fragmentCondition(resource: Resource, named: Named, fragment: string): Condition {
  const [name] = named
  const own = contains(columnOf(name), fragment)
  const isIndexed =
    resource.size === 'large' && fragmentFields(resource).some(([one]) => one === name)
  return isIndexed ? sql`(${containsAnywhere(resource, fragment)} and ${own})` : own
}

/** A column as the index that finds its values has it. */
export function comparable(resource: Resource, name: string, field: Field): RawBuilder<unknown> {
  const form = resource.size === 'large' ? indexForm(resource, name) : undefined
  if (form === 'order') return sql.raw(ordered(name, field, 't'))
  const isLookedUp = form === 'lookup' && field.options.index === 'lookup'
  return isLookedUp ? sql.raw(lookedUp(name, field, 't')) : columnOf(name)
}

/** Most values for each of which the search index is asked. */
const maxFound = 20

/** Whole values of a large resource's field that has no index of its own but is searched for fragments. */
export function foundByFragments(
  resource: Resource,
  [name]: Named,
  values: readonly unknown[],
): Condition | undefined {
  const isSearched = fragmentFields(resource).some(([one]) => one === name)
  const isOwn = resource.size !== 'large' || indexForm(resource, name) !== undefined
  if (isOwn || !isSearched || values.length === 0 || values.length > maxFound) return undefined
  return sql`(${sql.join(
    values.map((value) => containsAnywhere(resource, String(value))),
    sql` or `,
  )})`
}

const fragmentFields = (resource: Resource): Named[] =>
  ownSearched(resource).filter(([, field]) => searchForm(field) === 'fragment')

/** A fragment in the one text that the search index of a large resource has of each record. */
const containsAnywhere = (resource: Resource, fragment: string, operand?: Operand): Condition =>
  contains(sql.raw(`(${searchedText(ownSearched(resource), 't')})`), fragment, operand)

/** The same text in a form that no index has. */
const textBesideIndex = (resource: Resource) =>
  sql.raw(`(${searchedText(ownSearched(resource), 't')} || '')`)

/** The fragment as it stands: `%`, `_` and `\` have no meaning of their own. */
function contains(
  column: RawBuilder<unknown>,
  fragment: string,
  operand: Operand = planned,
): Condition {
  const pattern = `%${fragment.replace(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`${column} ilike ${operand(pattern, 'text')}`
}

/** A value in a statement, of a type of PostgreSQL. */
export type Operand = (value: unknown, type: string) => RawBuilder<unknown>

const planned: Operand = (value) => sql`${value}`

/** The planner does not see the value: the statement is planned once for all of them. */
export const unplanned: Operand = (value, type) => sql`(select ${value}::${sql.raw(type)})`

/** What no index can find must be the whole value. */
function isFragment(resource: Resource, field: Field, word: string): boolean {
  const isFound = resource.size !== 'large' || hasTrigram.test(word)
  return searchForm(field) === 'fragment' && isFound
}

/** Three letters or digits, of which one or two may be the border of a word inside the fragment. */
const hasTrigram = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u

const caseless = (text: string) => (/^[ -~]*$/.test(text) ? text.toLowerCase() : text)

const operandOf = (field: Field, word: string): unknown =>
  searchForm(field) ? searchedValue(field, word) : undefined
