import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'

export type Row = Readonly<Record<string, unknown>>

/** Inserts many rows in one statement. The keys of the first row are the columns of all. */
export async function insertRows(
  database: Sql,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).map((name) => sql.ref(name))
  if (columns.length === 0) return
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns)})
    select ${sql.join(columns)}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
  `.execute(database)
}

/** Inserts the pairs of a join table. */
export async function insertPairs(
  database: Sql,
  table: string,
  pairs: readonly (readonly [record: number, target: number])[],
): Promise<void> {
  const rows = pairs.map(([record_id, target_id]) => ({ record_id, target_id }))
  await insertRows(database, table, rows)
}

/** The ids of a table by one of its columns. Throws for a value that is not there. */
export async function idsBy(
  database: Sql,
  table: string,
  column: string,
): Promise<(value: string) => number> {
  const { rows } = await sql<{ id: number; value: string }>`
    select id, ${sql.ref(column)} as value from ${sql.table(table)}`.execute(database)
  const ids = new Map(rows.map(({ id, value }) => [value, id]))
  return (value) => {
    const id = ids.get(value)
    if (id === undefined) throw new Error(`${table}: no "${value}"`)
    return id
  }
}
