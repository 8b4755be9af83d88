import { sql } from 'kysely'

import { uniqueGroup, type Field, type Resource } from '#schema'

import type { Sql } from '../../../kernel/database.ts'
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

/** Takes away the rows of keys that no record has. Returns how many. */
export async function forgetKeys(database: Sql): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from key_locks where hash = any(array(
      select hash from key_locks order by hash for update skip locked
    ))`.execute(database)
  return Number(numAffectedRows ?? 0)
}
