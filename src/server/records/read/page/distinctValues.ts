import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'

import { memoizeByObject, type Resource } from '#schema'

import type { Backend } from '../../../kernel/backend.ts'
import type { Sql } from '../../../kernel/database.ts'

const cacheOf = memoizeByObject<Backend, LRUCache<string, boolean>>(
  () => new LRUCache({ max: 500, ttl: 600_000 }),
)

/** So many records have one value at most, on average. */
const fewAlike = 10

/**
 * Whether hardly two records of a resource have the same value in a column, as PostgreSQL has counted. A statement that asks
 * for such a value is planned once for all of them.
 */
export async function hasDistinctValues(
  backend: Backend,
  { name: table }: Resource,
  column: string,
  database: Sql,
): Promise<boolean> {
  const cache = cacheOf(backend)
  const key = `${table} ${column}`
  const known = cache.get(key)
  if (known !== undefined) return known
  // Below zero it is a share of the records.
  const { rows } = await sql<{ isDistinct: boolean }>`
    select n_distinct <= ${-1 / fewAlike}::float8 as "isDistinct" from pg_stats
    where schemaname = current_schema() and tablename = ${table} and attname = ${column}`.execute(
    database,
  )
  const isDistinct = rows[0]?.isDistinct ?? false
  cache.set(key, isDistinct)
  return isDistinct
}
