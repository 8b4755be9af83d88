import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'

import { memoizeByObject, type Resource } from '#schema'

import { quoted } from '../../../database/names.ts'
import type { Backend } from '../../../kernel/backend.ts'
import type { Sql } from '../../../kernel/database.ts'

/** How many records have a value in a column, as PostgreSQL counted some time ago. */
export interface CountedValues {
  readonly some: number
  readonly none: number
  /** Those of the frequent values, as texts. */
  readonly byValue: Readonly<Record<string, number>>
}

const cacheOf = memoizeByObject<Backend, LRUCache<string, CountedValues>>(
  () => new LRUCache({ max: 500, ttl: 600_000 }),
)

const unknown: CountedValues = { some: 0, none: 0, byValue: {} }

/** It may be wrong: what is done by it may take longer, and must have the same end. */
export async function countedValues(
  backend: Backend,
  { name: table, view }: Resource,
  column: string,
  database: Sql,
): Promise<CountedValues> {
  // PostgreSQL counts the records of tables.
  if (view) return unknown
  const cache = cacheOf(backend)
  const key = `${table} ${column}`
  const known = cache.get(key)
  if (known) return known
  const { rows } = await sql<CountedValues>`
    select records * (1 - null_frac) as "some", records * null_frac as "none", (
      select coalesce(json_object_agg(value, records * share), '{}')
      from unnest(most_common_vals::text::text[], most_common_freqs) as common (value, share)
    ) as "byValue"
    from pg_stats, (
      select reltuples::float8 as records from pg_class where oid = ${quoted(table)}::regclass
    ) counted
    where schemaname = current_schema() and tablename = ${table} and attname = ${column}`.execute(
    database,
  )
  const counted = rows[0] ?? unknown
  cache.set(key, counted)
  return counted
}
