import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { Query, Resource, User } from '#schema'

import type { Backend } from '../backend.ts'
import type { Sql } from '../database/database.ts'
import { prepared, preparedVariant } from '../database/prepared.ts'
import { countCap, estimateOf, knownEstimate, type Total } from './count.ts'
import { columnOf, quoted, tableOf } from './names.ts'
import { selectionOf, type Row } from './select.ts'
import { ruleCondition, whereOf, type AdmittedQuery } from './where.ts'

export interface Page {
  data: Row[]
  meta: {
    current_page: number
    per_page: number
    last_page: number
    total: number
    /** `estimate` when counting further would cost more than anybody gains. */
    total_is: Total['is']
    from: number | null
    to: number | null
  }
}

/** One page of the records that the user may list, with the labels of references and a capped total. */
export async function listRecords(
  backend: Backend,
  resource: Resource,
  user: User,
  query: AdmittedQuery,
  database: Sql = backend.database.sql,
): Promise<Page> {
  const where = whereOf(resource, user, query, resource.access.list(user))
  const { rows, total } = await readPage(backend, resource, user, { where, query, database })
  return { data: rows, meta: metaOf(query, rows.length, total) }
}

interface Wanted {
  readonly where: RawBuilder<SqlBool>
  readonly query: Query
  readonly database: Sql
}

/**
 * The ids of the page come first, from one table, then their rows by a statement that is planned once a connection:
 * planning the labels' joins anew would cost more than finding the page.
 */
async function readPage(
  backend: Backend,
  resource: Resource,
  user: User,
  wanted: Wanted,
): Promise<{ rows: Row[]; total: Total }> {
  const { ids, total } = await readIds(backend, resource, wanted)
  return {
    rows: await readRows(backend, resource, user, { ...wanted, ids }),
    total,
  }
}

/**
 * Few matches are found and counted in one scan. Where they are known, or turn out, to be more than the cap, the page
 * follows an index instead and the total is an estimate.
 */
async function readIds(
  backend: Backend,
  resource: Resource,
  { where, query, database }: Wanted,
): Promise<{ ids: number[]; total: Total }> {
  const known = knownEstimate(backend, resource, where)
  if (known === undefined) {
    const { rows } = await countedIds(resource, where, query).execute(database)
    const { ids = [], matched = 0 } = rows[0] ?? {}
    if (matched <= countCap) return { ids, total: { count: matched, is: 'exact' } }
  }
  const { rows } = await sql<{ id: number }>`
    select t.id from ${tableOf(resource)} t where ${where}
    order by ${orderOf(query)} limit ${query.perPage} offset ${offsetOf(query)}`.execute(database)
  const estimate = known ?? (await estimateOf(backend, resource, where, database))
  const count = Math.max(estimate, offsetOf(query) + rows.length, countCap + 1)
  return { ids: rows.map(({ id }) => id), total: { count, is: 'estimate' } }
}

/** The page's ids, cut from at most `countCap + 1` matches, with their number. */
function countedIds(
  resource: Resource,
  where: RawBuilder<SqlBool>,
  query: Query,
): RawBuilder<{ ids: number[]; matched: number }> {
  const names = new Set(['id', ...query.sort.map(({ name }) => name)])
  const keys = sql.raw([...names].map((name) => `t.${quoted(name)}`).join(', '))
  return sql`
    with found as materialized (
      select ${keys} from ${tableOf(resource)} t where ${where} limit ${countCap + 1}
    )
    select (select count(*) from found) as matched, array(
      select t.id from found t order by ${orderOf(query)}
      limit ${query.perPage} offset ${offsetOf(query)}
    ) as ids`
}

/** The rows of these ids in their order. What was deleted or taken from the user's sight meanwhile is left out. */
async function readRows(
  backend: Backend,
  resource: Resource,
  user: User,
  { ids, query: { fields }, database }: Wanted & { ids: readonly number[] },
): Promise<Row[]> {
  if (ids.length === 0) return []
  const { columns, joins, present } = selectionOf(backend, resource, user, fields)
  const rule = ruleCondition(resource, resource.access.list(user))
  const { rows } = await sql<Row>`${fields ? preparedVariant : prepared}
    select ${sql.raw(columns)} from ${tableOf(resource)} t ${joins}
    where t.id = any(${ids}::bigint[]) and ${rule}`.execute(database)
  const byId = new Map(rows.map((row) => [row['id'], row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [present(row)] : []
  })
}

const offsetOf = ({ page, perPage }: Query) => (page - 1) * perPage

/** The order asked for, made total by the id, in the direction an index can follow. */
export function orderOf({ sort }: Pick<Query, 'sort'>): RawBuilder<unknown> {
  const parts = sort.map(({ name, descending }) => direction(columnOf(name), descending))
  const last = sort.at(-1)
  if (!sort.some(({ name }) => name === 'id')) {
    parts.push(direction(columnOf('id'), last?.descending ?? true))
  }
  return sql.join(parts)
}

const direction = (column: RawBuilder<unknown>, descending: boolean) =>
  descending ? sql`${column} desc` : sql`${column} asc`

function metaOf(query: Query, count: number, total: Total): Page['meta'] {
  const offset = offsetOf(query)
  return {
    current_page: query.page,
    per_page: query.perPage,
    last_page: Math.max(1, Math.ceil(total.count / query.perPage)),
    total: total.count,
    total_is: total.is,
    from: count > 0 ? offset + 1 : null,
    to: count > 0 ? offset + count : null,
  }
}
