import { sql, type RawBuilder } from 'kysely'

import { uniqueGroup, type Field, type Resource } from '#schema'

import type { Sql } from '../../../kernel/database.ts'
import { prepared } from '../../../database/connection.ts'
import type { Row } from '../../read/select.ts'

// The one order in which every transaction locks, so that none waits for another in a circle:
//
//   1. the chunk of its job,
//   2. records, by id ascending: a bulk action holds all of its chunk before it changes the first,
//   3. keys of records, sorted, in one statement: one record's by its hooks, those of a file's rows or of a chunk at once,
//   4. the sums of `statistics`, by name and time, once and last (`statistics.ts`), and the audit log, which never waits,
//   5. the row of its import, then that of its job.
//
// A change locks its record before its keys, since these follow from what the record is; imports and creations hold no
// record when they ask for keys. What still meets, as an undo of many records may, PostgreSQL ends with 40P01: jobs try
// such a chunk again without counting it, requests at once (`database/retry.ts`).

/** Fields of which no two records share all values; an empty one is like no other unless `nullsAreSame`. */
export type Key = ReturnType<typeof uniqueGroup>

export function keysOf({ import: declared, fields, unique = [] }: Resource): Key[] {
  const single = Object.entries<Field>(fields).filter(([, { options }]) => options.unique)
  const names = new Set([...(declared?.keys ?? []), ...single.map(([name]) => name)])
  return [...[...names].map((name) => [name]), ...unique].map(uniqueGroup)
}

/** Returns one text for the values of a key, or undefined when one of them is empty and like no other. */
export function keyOf(values: Row, { names, nullsAreSame }: Key): string | undefined {
  const parts = names.map((name) => (values[name] === '' ? null : (values[name] ?? null)))
  if (parts.includes(null) && !nullsAreSame) return undefined
  return parts.length === 1 ? String(parts[0]) : JSON.stringify(parts)
}

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

/** Takes away the rows of keys that no record has. Returns how many. */
export async function forgetKeys(database: Sql): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from key_locks where hash = any(array(
      select hash from key_locks order by hash for update skip locked
    ))`.execute(database)
  return Number(numAffectedRows ?? 0)
}
