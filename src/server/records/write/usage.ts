import { sql } from 'kysely'

import type { Sql } from '../../kernel/database.ts'
import { conflict } from '../../kernel/errors.ts'
import { msg } from '../../../texts/serverMsg.ts'

interface Place {
  readonly table: string
  readonly column: string
}

/**
 * Refuses to delete what join tables and living records still point at. References in columns need no word
 * here: the database refuses those itself.
 */
export async function refuseWhileUsed(
  database: Sql,
  thing: string,
  id: number,
  ...places: Place[]
): Promise<void> {
  const uses = places.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.table(table)} where ${sql.ref(column)} = ${id})`,
  )
  const { rows } = await sql<{ is_used: boolean }>`
    select ${sql.join(uses, sql` or `)} as is_used`.execute(database)
  if (rows[0]?.is_used) throw conflict(msg('this_is_in_use_and_cannot_be', { thing }))
}
