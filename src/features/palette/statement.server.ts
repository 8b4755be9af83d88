import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { mayRead, mayUnmask, targetOf, titleFields, type Resource, type User } from '#schema'

import type { Backend } from '../../server/kernel/backend.ts'
import { columnOf } from '../../server/database/names.ts'
import { selectionOf, type Row } from '../../server/records/read/select.ts'
import { titleSql } from '../../server/records/read/titles.ts'
import { ruleCondition, whereOf } from '../../server/records/read/where.ts'
import { isAmong, type Days } from '../../server/records/read/page/days.ts'
import { sourceOf } from '../../server/records/read/source.ts'

/** What a search looks for: words, a record's number, or both where the only word is a number. */
export interface SearchTerms {
  /** Empty when only the number is asked for: `#123`. */
  readonly searchText: string
  readonly id: number | undefined
}

/** What is looked for in one resource. */
export interface AdmittedSearch extends SearchTerms {
  /** The words may be compared with values of masked fields. */
  readonly looksIntoMasked: boolean
  /** Only these records are looked through for the words. */
  readonly newest?: Days
}

/** Most records of one resource in an answer. */
export const maxRecords = 5

/** The newest matches, among which the best are chosen. */
const maxMatches = 200

/**
 * The best matches among the records that the user may list, one more than an answer holds, as the lists search:
 * by the same conditions and indexes. `~show` and `~edit` say whether the user may open and change each.
 */
export function searchStatement(
  backend: Backend,
  resource: Resource,
  user: User,
  wanted: AdmittedSearch,
): RawBuilder<Row> {
  const { columns, joins } = selectionOf(backend, resource, user)
  const may = (operation: 'show' | 'edit') =>
    ruleCondition(resource, resource.access[operation](user))
  const order = orderOf(resource, user, wanted)
  return sql<Row>`
    with found as materialized (${sql.join(branches(resource, user, wanted), sql` union `)})
    select ${columns}, ${may('show')} as "~show", ${may('edit')} as "~edit"
    from (
      select t.* from ${sourceOf(resource)} t join found on found.id = t.id
      order by ${order} limit ${maxRecords + 1}
    ) t ${joins} order by ${order}`
}

/** The record of that number has a branch of its own: it must not hide behind many that only contain the digits. */
function branches(
  resource: Resource,
  user: User,
  { searchText, id, looksIntoMasked, newest }: AdmittedSearch,
): RawBuilder<unknown>[] {
  const rule = resource.access.list(user)
  const branch = (where: RawBuilder<SqlBool>) =>
    sql`(select t.id from ${sourceOf(resource)} t where ${where} order by t.id desc limit ${maxMatches})`
  const byId = sql<SqlBool>`t.id = ${id} and ${ruleCondition(resource, rule)}`
  const search = { filter: {}, search: searchText, looksIntoMasked, isOwn: true } as const
  const where = whereOf(resource, user, search, rule)
  const byText = newest ? sql<SqlBool>`${where} and ${isAmong(newest)}` : where
  return [...(id === undefined ? [] : [branch(byId)]), ...(searchText ? [branch(byText)] : [])]
}

/** The record of that number, then titles that begin with the words, then the newest. */
function orderOf(
  resource: Resource,
  user: User,
  { searchText, id }: SearchTerms,
): RawBuilder<unknown> {
  const titles = titleFields(resource).filter((name) => isInTheClear(resource, user, name))
  const parts: RawBuilder<unknown>[] = []
  if (id !== undefined) parts.push(sql`${columnOf('id')} = ${id} desc`)
  if (searchText && titles.length > 0) {
    const title = sql.raw(`lower(${titleSql(resource, titles, 't')})`)
    parts.push(sql`starts_with(${title}, ${searchText.toLowerCase()}) desc`)
  }
  return sql.join([...parts, sql`${columnOf('id')} desc`])
}

/** What is hidden from a user must not show in an order, either. */
function isInTheClear(resource: Resource, user: User, name: string): boolean {
  const field = resource.fields[name]
  if (field === undefined || targetOf(field) !== undefined) return false
  return mayRead(user, field) && mayUnmask(user, field)
}
