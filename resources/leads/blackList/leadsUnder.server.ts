import { sql, type RawBuilder } from 'kysely'

import type { Context } from '#server'

import { type Listed, conditions } from './listedConditions.server.ts'

/** The ids after the first and up to the last. */
export interface IdRange {
  readonly after: number
  readonly upTo: number
}

interface Sought {
  readonly limit?: number
  /** Other leads are not looked at. */
  readonly among?: IdRange
}

/** The ids of the leads that entries forbid and that are not blocked yet. */
export async function leadsUnder(
  entries: readonly Listed[],
  { sql: database }: Pick<Context, 'sql'>,
  { among, limit }: Sought = {},
): Promise<number[]> {
  const open = sql`stage not in ('blocked', 'erased')`
  const isMeant = among ? sql`id > ${among.after} and id <= ${among.upTo} and ${open}` : open
  return idsOf(entries, isMeant, database, limit)
}

/** The ids of the leads under entries of which a condition holds. */
export async function idsOf(
  entries: readonly Listed[],
  condition: RawBuilder<unknown>,
  database: Context['sql'],
  limit = 1_000_000,
): Promise<number[]> {
  if (entries.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from leads
    where deleted_at is null and ${condition} and (${sql.join(conditions(entries), sql` or `)})
    order by id limit ${limit}`.execute(database)
  return rows.map(({ id }) => id)
}
