import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'

import type { Query, Resource, User } from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { prepared, preparedVariant } from '../../database/connection.ts'
import { type Total, findPage, isByTime, sumsFor } from './page.ts'
import { tableOf } from '../../database/names.ts'
import { selectionOf, type Row } from './select.ts'
import { ruleCondition, whereOf, type AdmittedQuery } from './where.ts'
import { firstRows } from './wholeList.ts'
import { heavy, light, type Work } from '../../kernel/fairShare.ts'

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
  const rule = resource.access.list(user)
  const where = whereOf(resource, user, query, rule)
  const wanted = { where, query, mayListAll: rule === true, database }
  const sums = sumsFor(resource, wanted)
  if (sums && isByTime(query) && query.page === 1) {
    const selection = selectionOf(backend, resource, user, query.fields)
    const { rows } = await firstRows({ ...wanted, resource, sums }, selection).execute(database)
    const count = rows[0]?.['~total'] ?? 0
    return {
      data: rows.map((row) => selection.present(row)),
      meta: metaOf(query, rows.length, { count, is: 'exact' }),
    }
  }
  // The ids come first, from one table, then their rows by a statement that is planned once a connection:
  // planning the labels' joins anew would cost more than finding the page.
  const { ids, total } = await findPage(backend, resource, user, wanted)
  const rows = await readRows(backend, resource, user, { ids, query, database })
  return { data: rows, meta: metaOf(query, rows.length, total) }
}

/** The rows of these ids in their order. What was deleted or taken from the user's sight meanwhile is left out. */
async function readRows(
  backend: Backend,
  resource: Resource,
  user: User,
  { ids, query: { fields }, database }: { ids: readonly number[]; query: Query; database: Sql },
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

/** Of each statement of a wide list: such lists share few places. */
export const wideTimeoutMs = 10_000

/** What a list takes: looking for words or fragments in a large table is heavy work. */
export const listWork =
  (resource: Resource) =>
  ({ query, body }: FastifyRequest): Work =>
    isWide(resource, body ?? query) ? heavy : light

/** What a bulk act takes: by a filter it counts and reads whatever matches. */
export const bulkWork =
  ({ size }: Resource) =>
  ({ body }: FastifyRequest): Work =>
    size === 'large' && isRecord(body) && 'filter' in body ? heavy : light

function isWide({ size }: Resource, input: unknown): boolean {
  if (size !== 'large' || !isRecord(input)) return false
  const { search, where, ...filter } = input
  const isSearch = typeof search === 'string' && search !== ''
  return (
    isSearch ||
    Object.keys(filter).some((key) => key.endsWith('_contains')) ||
    (where !== undefined && JSON.stringify(where).includes('contains'))
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
