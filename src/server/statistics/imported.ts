import { sql } from 'kysely'

import type { Resource } from '#schema'

import type { Sql } from '../kernel/database.ts'
import { addRows } from '../records/write/statistics.ts'
import { factsOfRecords, factsOfRefusals, together } from './records.ts'

/** What became of some rows of an import. */
interface Imported {
  readonly import: number
  /** The records that they became. */
  readonly ids: readonly number[]
  readonly refused: number
}

/** Counts what an import has just written, in its transaction. */
export async function countImported(
  resource: Resource,
  { import: id, ids, refused }: Imported,
  database: Sql,
): Promise<void> {
  const created = sql`t.id = any(${[...ids]}::bigint[])`
  const facts = [
    ...(ids.length > 0 ? factsOfRecords(resource, created) : []),
    ...(refused > 0 ? factsOfRefusals(resource, sql`i.id = ${id}`, sql`${refused}::bigint`) : []),
  ]
  if (facts.length > 0) await addRows(together(facts), database)
}
