import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import { keyOf } from '../records/write/validation/keys.ts'
import type { SameRule } from '../records/write/validation/same.ts'
import type { Candidate } from './rows/convert.ts'
import { sharedLabels } from './write/duplicates.ts'
import type { Refusal } from './write/refusal.ts'
import type { Task } from './rows/task.ts'
import { msg } from '../../texts/serverMsg.ts'

/**
 * Takes the keys of the rows of a file that is only checked, in the place of the records that would hold them. Refuses the
 * rows that share one with a row of an earlier chunk.
 */
export async function takeKeys(
  { id, resource, rule: { keys, mark } }: Task & { readonly rule: SameRule },
  candidates: readonly Candidate[],
  database: Sql,
): Promise<{ fresh: Candidate[]; refused: Refusal[] }> {
  if (mark) return { fresh: [...candidates], refused: [] }
  const all = candidates.flatMap(({ row, values }, place) =>
    keys.flatMap((one, key) => {
      const value = keyOf(values, one)
      return value === undefined ? [] : [{ place, key, value, row: row.number }]
    }),
  )
  // A look into the index for each: joining as it likes, the database reads all of a table that grows.
  const { rows } = await sql<{ place: number; key: number; earlier: number }>`
    select given.place, given.key, known.row_number as earlier
    from unnest(${all.map(({ place }) => place)}::integer[], ${all.map(({ key }) => key)}::smallint[],
      ${all.map(({ value }) => value)}::text[]) as given (place, key, value)
    cross join lateral (
      select row_number from import_keys
      where import_id = ${id} and key = given.key and value = md5(given.value)::uuid limit 1
    ) known`.execute(database)
  const found = new Map(rows.map((one) => [one.place, one]))
  const refused = [...found.values()].flatMap(({ place, key, earlier }): Refusal[] => {
    const { row, values } = candidates[place] ?? {}
    if (!row || !values) return []
    const label = sharedLabels(resource, keys[key], values)
    const reason = msg('same_as_in_row', { label, earlier })
    return [{ row, code: 'duplicate_in_file', reason }]
  })
  const taken = all.filter(({ place }) => !found.has(place))
  await sql`
    insert into import_keys (import_id, key, value, row_number)
    select ${id}, key, md5(value)::uuid, row_number
    from unnest(${taken.map(({ key }) => key)}::smallint[], ${taken.map(({ value }) => value)}::text[],
      ${taken.map(({ row }) => row)}::integer[]) as taken (key, value, row_number)
    on conflict do nothing`.execute(database)
  return { fresh: candidates.filter((_, place) => !found.has(place)), refused }
}

export async function forgetKeysOf(id: number, database: Sql): Promise<void> {
  await sql`delete from import_keys where import_id = ${id}`.execute(database)
}
