import { sql, type RawBuilder } from 'kysely'

import { fieldOf, isFromFunction, targetOf, type Field, type Resource, type User } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'
import type { ChunkPlan } from '../kernel/jobs.ts'
import { orderOf } from '../records/read/order.ts'
import { ruleCondition, whereOf, type AdmittedQuery } from '../records/read/where.ts'
import { sourceOf } from '../records/read/source.ts'

/** Most records of one file. */
export const rowsLimit = 200_000

/** Records of one chunk on the embedded database, which does nothing else meanwhile. */
const pageSize = 2_500

/**
 * What one chunk writes: the records with these ids, in order, as PostgreSQL writes an array; or everything
 * at once, which a server streams in seconds beside its other work.
 */
export interface Page {
  readonly ids?: string
}

/** A list of records as one user may export it. */
export interface Exported {
  readonly backend: Backend
  readonly resource: Resource
  readonly user: User
  /** Who the cells are made for: may see less of them. */
  readonly cells: User
  readonly columns: readonly string[]
  readonly query: AdmittedQuery
  /** The time zone of its times; UTC unless given. */
  readonly zone?: string
  readonly sql: Sql
}

/** How the lines of a file look. */
export interface Layout {
  readonly delimiter: string
  /** Is filled with the ids of the records that were read so far. */
  readonly written: number[]
}

/** Whether a behavior, or a function of a field, decides what a reader gets of a record, or the server has words for it: then a file holds what the list shows, not what is stored. */
export const isPresented = ({ backend, resource, columns }: Exported): boolean =>
  backend.business.behaviors[resource.name]?.present !== undefined ||
  columns.some((name) => isMade(fieldOf(resource, name)) || isWorded(fieldOf(resource, name)))

const isMade = (field: Field | undefined) => field !== undefined && isFromFunction(field)

/** Whether the server has written it as a message, or the names of the records that stand in it. */
export const isWorded = (field: Field | undefined): boolean =>
  field !== undefined && (targetOf(field) === 'jobs' || 'worded' in field.options)

/** `isCut` tells that more match than a file may hold. */
export async function planPages(
  exported: Exported,
): Promise<{ chunks: ChunkPlan[]; isCut: boolean }> {
  const isEmbedded = exported.backend.database.kind === 'embedded'
  if (isEmbedded || isPresented(exported)) return planByIds(exported)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${matching(exported, sql`1`, rowsLimit + 1)}) counted
  `.execute(exported.sql)
  const count = rows[0]?.count ?? 0
  const size = Math.min(count, rowsLimit)
  return { chunks: [{ size, payload: {} satisfies Page }], isCut: count > size }
}

/** Each record that matches now is in the file once, whatever is changed while the file is written. */
async function planByIds(exported: Exported): Promise<{ chunks: ChunkPlan[]; isCut: boolean }> {
  const { rows } = await sql<{ page: number; size: number; ids: string }>`
    select page, count(*) as size, array_agg(id order by place)::text as ids from (
      select id, place, ((place - 1) / ${pageSize}::integer)::integer as page from (
        select id, row_number() over () as place
        from (${inOrder(exported, sql`t.id`, rowsLimit + 1)}) found
      ) numbered
    ) paged group by page order by page`.execute(exported.sql)
  const pages = rows.filter(({ page }) => page * pageSize < rowsLimit)
  return {
    chunks: pages.map(({ size, ids }) => ({ size, payload: { ids } satisfies Page })),
    isCut: pages.length < rows.length,
  }
}

/** The records that the filter matches and both rules let in, in order. */
export function inOrder(exported: Exported, columns: RawBuilder<unknown>, limit: number) {
  return matching(exported, columns, limit, sql`order by ${orderOfExport(exported)}`)
}

export const orderOfExport = (exported: Exported) => orderOf(exported)

function matching(
  { resource, user, query }: Exported,
  columns: RawBuilder<unknown>,
  limit: number,
  order = sql``,
): RawBuilder<unknown> {
  const { list, export: rule } = resource.access
  return sql`
    select ${columns} from ${sourceOf(resource)} t
    where ${whereOf(resource, user, query, rule(user))} and ${ruleCondition(resource, list(user))}
    ${order} limit ${sql.lit(limit)}`
}
