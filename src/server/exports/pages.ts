import { sql } from 'kysely'

import type { Query, Resource, User } from '#schema'

import type { Backend } from '../backend.ts'
import type { Sql } from '../database/database.ts'
import type { ChunkPlan } from '../jobs/jobs.ts'
import { orderOf } from '../records/list.ts'
import { quoted, tableOf } from '../records/names.ts'
import { ruleCondition, whereOf } from '../records/where.ts'
import { columnsOf } from './columns.ts'

/** Most records of one file (specification 9, product.md 10.6). */
export const rowsLimit = 200_000

/** Records of one chunk. The embedded database does nothing else meanwhile; a server has time. */
const pageSizes = { embedded: 2_500, postgres: 50_000 }

/** The ids of a page, in order, as PostgreSQL writes an array: they never become JavaScript values. */
export interface PagePayload {
  readonly ids: string
}

/**
 * The records that match now, in order, cut into pages. Each is in the file once, whatever is changed while
 * the file is written. `isCut` tells that there are more than a file may hold.
 */
export async function planPages(
  { database: { kind } }: Backend,
  resource: Resource,
  user: User,
  query: Query,
  database: Sql,
): Promise<{ pages: ChunkPlan[]; isCut: boolean }> {
  const { list, export: rule } = resource.access
  const size = pageSizes[kind]
  const { rows } = await sql<{ page: number; size: number; ids: string }>`
    select page, count(*) as size, array_agg(id order by place)::text as ids from (
      select id, place, ((place - 1) / ${size}::integer)::integer as page from (
        select id, row_number() over () as place from (
          select t.id from ${tableOf(resource)} t
          where ${whereOf(resource, user, query, rule(user))} and ${ruleCondition(resource, list(user))}
          order by ${orderOf(query)} limit ${rowsLimit + 1}
        ) found
      ) numbered
    ) paged group by page order by page`.execute(database)
  const kept = rows.filter(({ page }) => page * size < rowsLimit)
  return {
    pages: kept.map(({ size, ids }) => ({ size, payload: { ids } })),
    isCut: kept.length < rows.length,
  }
}

interface Page {
  readonly backend: Backend
  readonly resource: Resource
  readonly user: User
  readonly columns: readonly string[]
  readonly delimiter: string
  /** As an array of PostgreSQL. */
  readonly ids: string
  readonly sql: Sql
}

/** The lines of a page as CSV, of the records that the user may still export. */
export async function* readPage(page: Page): AsyncIterable<Uint8Array> {
  const { backend, resource, user, columns, delimiter } = page
  const { cells, joins } = columnsOf(backend, resource, user, columns)
  const ids = await allowedIds(page)
  const alive = resource.softDelete ? 'and t.deleted_at is null' : ''
  const from = `from unnest('${ids}'::bigint[]) with ordinality as page (id, place)
    join ${quoted(resource.name)} t on t.id = page.id ${alive} ${joins} order by page.place`
  if (backend.database.kind === 'postgres') {
    yield* backend.database.copyOut(
      `copy (select ${cells.join(', ')} ${from}) to stdout (format csv, delimiter '${delimiter}')`,
    )
    return
  }
  // The one connection is in a transaction, where Kysely cannot stream a COPY.
  const line = cells.map(quotedCell).join(` || '${delimiter}' || `)
  const { rows } = await sql<{ line: string }>`
    select ${sql.raw(line)} || chr(10) as line ${sql.raw(from)}`.execute(page.sql)
  yield Buffer.from(rows.map(({ line }) => line).join(''))
}

const quotedCell = (cell: string) =>
  `coalesce('"' || replace((${cell})::text, '"', '""') || '"', '')`

/** The page's ids without those that the rules have taken from the user since. */
async function allowedIds({ resource, user, ids, sql: database }: Page): Promise<string> {
  if (!/^\{[\d,]*\}$/.test(ids)) throw new Error('a page of an export has no ids')
  const rules = [resource.access.list(user), resource.access.export(user)]
  if (rules.every((rule) => rule === true)) return ids
  const conditions = rules.map((rule) => ruleCondition(resource, rule))
  const { rows } = await sql<{ ids: string | null }>`
    select array_agg(t.id order by page.place)::text as ids
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join ${tableOf(resource)} t on t.id = page.id
    where ${sql.join(conditions, sql` and `)}`.execute(database)
  return rows[0]?.ids ?? '{}'
}
