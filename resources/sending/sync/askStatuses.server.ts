import { sql } from 'kysely'

import type { Sql } from '#server'

import { nightly } from './nightly.ts'

/** Has these integrations asked as soon as a worker is free, for at least so many days. */
export async function askStatuses(
  ids: readonly number[],
  days: number,
  database: Sql,
): Promise<void> {
  await sql`
    update send_integrations set pull_asked = greatest(pull_asked, ${Math.min(days, nightly)}::int, pull_days)
    where id = any(${[...ids]}::bigint[])`.execute(database)
}
