import { sql } from 'kysely'

import { parentField, type Resource } from '#schema'

import { quoted, tableOf } from '../../database/names.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Sql } from '../../kernel/database.ts'
import type { Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import { msg } from '../../../texts/serverMsg.ts'

/** Refuses to put a record of a tree below itself. Another write that moves one of the tree waits until this is committed. */
export async function refuseCircle(
  resource: Resource,
  { id }: Stored,
  changes: Row,
  database: Sql,
): Promise<void> {
  const name = parentField(resource)
  const parent = name && changes[name]
  if (!name || typeof parent !== 'number') return
  if (await standsAbove(resource, id, parent, database)) {
    throw invalid({ [name]: [msg('a_record_cannot_stand_below_itself')] })
  }
}

/** Whether a record of a tree is another one, or stands anywhere above it; nothing moves in the tree until this is committed. */
export async function standsAbove(
  resource: Resource,
  id: number,
  other: number,
  database: Sql,
): Promise<boolean> {
  const name = parentField(resource)
  if (!name) return false
  // Two moves that each see the tree before the other would make a circle together.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tree ${resource.name}`}, 0))`.execute(
    database,
  )
  const column = sql.raw(quoted(name))
  const { rows } = await sql<{ is_above: boolean }>`
    with recursive up as (
      select b.id, b.${column} as parent from ${tableOf(resource)} b where b.id = ${other}
      union select b.id, b.${column} from ${tableOf(resource)} b join up on b.id = up.parent
    ) select exists (select from up where id = ${id}) as is_above`.execute(database)
  return rows[0]?.is_above === true
}
