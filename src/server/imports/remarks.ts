import { sql } from 'kysely'

import type { ImportFound } from '#contract'

import type { Sql } from '../kernel/database.ts'
import type { Batch } from './rows/convert.ts'
import type { Refusal } from './write/refusal.ts'

/** Rows that are named for each remark: the first of the file. */
const shownRows = 20

/** Adds what was noticed of the rows of a batch that are not refused, in one statement. */
export async function noteRemarks(
  id: number,
  { candidates }: Batch,
  refused: readonly Refusal[],
  database: Sql,
): Promise<void> {
  const gone = new Set(refused.map(({ row }) => row.number))
  const all = new Map<string, { code: string; rows: number[] }>()
  for (const { row, remarks = [] } of candidates) {
    for (const { code, message } of gone.has(row.number) ? [] : remarks) {
      const known = all.get(message) ?? { code, rows: [] }
      all.set(message, known)
      known.rows.push(row.number)
    }
  }
  if (all.size === 0) return
  const remarks = [...all].map(([message, { code, rows }]) => {
    return { message, code, count: rows.length, rows: rows.slice(0, shownRows) }
  })
  await sql`
    insert into import_remarks as r (import_id, message, code, count, rows)
    select ${id}, message, code, count, rows
    from jsonb_to_recordset(${JSON.stringify(remarks)}::jsonb)
      as given (message text, code text, count integer, rows integer[])
    on conflict (import_id, message) do update set count = r.count + excluded.count,
      rows = (r.rows || excluded.rows)[1:${sql.lit(shownRows)}]`.execute(database)
}

/** What was noticed, the most frequent first. */
export async function remarksOf(id: number, database: Sql): Promise<ImportFound['remarks']> {
  const { rows } = await sql<ImportFound['remarks'][number]>`
    select code, message, count, rows from import_remarks
    where import_id = ${id} order by count desc, code`.execute(database)
  return rows
}

export async function forgetRemarksOf(id: number, database: Sql): Promise<void> {
  await sql`delete from import_remarks where import_id = ${id}`.execute(database)
}
