import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { Query, Resource, User } from '#schema'

import type { Backend } from '../backend.ts'
import { countCap, countOf, estimateOf, knownEstimate, type Total } from './count.ts'
import { columnOf, quoted, tableOf } from './names.ts'
import { selectionOf, type Row, type Selection } from './select.ts'
import { whereOf } from './where.ts'

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
  query: Query,
): Promise<Page> {
  const where = whereOf(resource, user, query, resource.access.list(user))
  const selection = selectionOf(backend, resource, user)
  const { rows, total } = await readPage(backend, resource, { selection, where, query })
  return { data: rows.map(selection.present), meta: metaOf(query, rows.length, total) }
}

interface Wanted {
  readonly selection: Selection
  readonly where: RawBuilder<SqlBool>
  readonly query: Query
}

/**
 * Few matches are found and counted in one scan. Where they are known, or turn out, to be more than the cap, the page
 * follows an index instead and the total is an estimate.
 */
async function readPage(
  backend: Backend,
  resource: Resource,
  wanted: Wanted,
): Promise<{ rows: Row[]; total: Total }> {
  const { selection, where, query } = wanted
  const database = backend.database.sql
  const known = knownEstimate(backend, resource, where)
  if (known === undefined) {
    const { rows } = await countedStatement(resource, selection, where, query).execute(database)
    const matched = rows[0] ? Number(rows[0]['matched']) : await countOf(backend, resource, where)
    if (matched <= countCap) return { rows, total: { count: matched, is: 'exact' } }
  }
  const { rows } = await pageStatement(resource, selection, where, query).execute(database)
  const estimate = known ?? (await estimateOf(backend, resource, where))
  const seen = offsetOf(query) + rows.length
  return { rows, total: { count: Math.max(estimate, seen, countCap + 1), is: 'estimate' } }
}

/** The page is cut before labels are joined, so that a far page joins no row it does not show. */
export function pageStatement(
  resource: Resource,
  { columns, joins }: Selection,
  where: RawBuilder<SqlBool>,
  query: Query,
): RawBuilder<Row> {
  const order = orderOf(query)
  return sql<Row>`
    select ${sql.raw(columns)} from (
      select t.* from ${tableOf(resource)} t where ${where}
      order by ${order} limit ${query.perPage} offset ${offsetOf(query)}
    ) t ${joins} order by ${order}`
}

/** The same page cut from at most `countCap + 1` matches, with their number in each row as `matched`. */
function countedStatement(
  resource: Resource,
  { columns, joins }: Selection,
  where: RawBuilder<SqlBool>,
  query: Query,
): RawBuilder<Row> {
  const order = orderOf(query)
  const names = new Set(['id', ...query.sort.map(({ name }) => name)])
  const keys = sql.raw([...names].map((name) => `t.${quoted(name)}`).join(', '))
  return sql<Row>`
    with found as materialized (
      select ${keys} from ${tableOf(resource)} t where ${where} limit ${countCap + 1}
    )
    select ${sql.raw(columns)}, (select count(*) from found) as matched from (
      select t.id from found t order by ${order} limit ${query.perPage} offset ${offsetOf(query)}
    ) page join ${tableOf(resource)} t on t.id = page.id ${joins} order by ${order}`
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
