import { sql } from 'kysely'

import type { Sql } from '#server'

/** Lets the sends go on that wait for integrations which are active again. */
export async function wakeSends(integrations: readonly number[], database: Sql): Promise<void> {
  await sql`
    update sends set next_attempt_at = now()
    where integration = any(${[...integrations]}::bigint[]) and state = 'waiting'
      and next_attempt_at > now()
      and failure_status in ('Integration paused', 'Authorization error')`.execute(database)
}
