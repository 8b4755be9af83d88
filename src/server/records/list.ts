import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { Query, Resource, User } from '#schema'

import type { Backend } from '../backend.ts'
import { countOf, type Total } from './count.ts'
import { columnOf, tableOf } from './names.ts'
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

/** One page of the records that the user may list, with the labels of references, in one statement. */
export async function listRecords(
  backend: Backend,
  resource: Resource,
  user: User,
  query: Query,
): Promise<Page> {
  const where = whereOf(resource, user, query, resource.access.list(user))
  const selection = selectionOf(backend, resource, user)
  const { rows } = await pageStatement(resource, selection, where, query).execute(
    backend.database.sql,
  )
  const offset = offsetOf(query)
  const total = await countOf(backend, resource, where, { offset, rows: rows.length, query })
  return { data: rows.map(selection.present), meta: metaOf(query, offset, rows.length, total) }
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

function metaOf(query: Query, offset: number, count: number, total: Total): Page['meta'] {
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
