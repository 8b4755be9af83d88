import { sql, type RawBuilder } from 'kysely'

import type { Resource } from '#schema'

import type { Sql } from '../../../kernel/database.ts'
import { prepared } from '../../../database/connection.ts'
import type { Row } from '../../read/select.ts'
import { type Key, keysOf, keyOf } from './keys.ts'

/**
 * Holds the keys of records until the transaction ends: a write of a record with one of the same keys waits, other
 * writes do not. What a later statement of the transaction reads, others that held a key have committed. Returns what had
 * been committed before it waited, as a snapshot of the database; undefined where there is no key.
 */
export async function lockKeys(
  resource: Resource,
  records: readonly Row[],
  database: Sql,
  others: readonly Key[] = [],
): Promise<string | undefined> {
  const insert = keyLocks(resource, records, others)
  if (!insert) return undefined
  const { rows } = await sql<{ before: string }>`${prepared}
    with locked as (${insert}) select pg_current_snapshot()::text as before`.execute(database)
  return rows[0]?.before
}

/** The same as a part of a statement; what that statement itself reads may be older than the locks. */
export function keyLocks(
  resource: Resource,
  records: readonly Row[],
  others: readonly Key[] = [],
): RawBuilder<unknown> | undefined {
  const keys = [...keysOf(resource), ...others]
  const texts = records.flatMap((values) =>
    keys.flatMap((one) => {
      const key = keyOf(values, one)
      return key === undefined ? [] : [`${resource.name} ${one.names.join(' ')} ${key}`]
    }),
  )
  if (texts.length === 0) return undefined
  // An insert waits for an uncommitted row of the same key, an update for the lock of a row that is there. Advisory locks
  // would do the same, but two thousand of them fill the lock table of the server.
  return sql`
    insert into key_locks (hash)
    select distinct hashtextextended(key, 0) as hash from unnest(${texts}::text[]) as key order by hash
    on conflict (hash) do update set hash = excluded.hash where false`
}
