import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { TabCount } from '#contract'
import type { Resource } from '#schema'

import { withStatementTimeout } from '../../../database/connection.ts'
import { faultOf } from '../../../database/faults.ts'
import type { Backend } from '../../../kernel/backend.ts'
import type { Sql } from '../../../kernel/database.ts'
import { sourceOf } from '../source.ts'

/** Records of one value are counted up to here. */
export const cap = 1_000

/** How long counting may take, where the database ends a statement by the clock. */
const timeoutMs = 1_500

/** Reads with little time. Returns undefined where that is not enough. */
export async function readInTime<Answer>(
  { database }: Backend,
  read: (connection: Sql) => Promise<Answer>,
): Promise<Answer | undefined> {
  return withStatementTimeout(database, timeoutMs, read).catch((error: unknown) => {
    if (faultOf(error) === 'timeout') return undefined
    throw error
  })
}

/** What a tab stands for, and the condition of its records; without one they are not counted. */
export interface Tab {
  readonly value: TabCount['value']
  readonly where: RawBuilder<SqlBool> | undefined
}

/** Counts all tabs in one statement. A list that takes too long is shown without counts. */
export async function countTabs(
  backend: Backend,
  resource: Resource,
  tabs: readonly Tab[],
): Promise<TabCount[]> {
  const source = sourceOf(resource)
  const parts = tabs.flatMap(({ where }, at) =>
    where
      ? [
          sql`select ${sql.lit(at)}::int as at, count(*)::int as count
          from (select from ${source} t where ${where} limit ${sql.lit(cap + 1)}) found`,
        ]
      : [],
  )
  const counts = new Map<number, number>()
  if (parts.length > 0) {
    const statement = sql<{ at: number; count: number }>`${sql.join(parts, sql` union all `)}`
    const found = await readInTime(backend, (connection) => statement.execute(connection))
    for (const { at, count } of found?.rows ?? []) counts.set(at, count)
  }
  return tabs.map(({ value }, at) => {
    const count = counts.get(at)
    return {
      value,
      count: count === undefined ? null : Math.min(count, cap),
      is_more: count !== undefined && count > cap,
    }
  })
}
