import { sql } from 'kysely'

import { deviceOf } from './device.ts'
import type { Visitor } from './sessions.ts'
import type { Sql } from '../kernel/database.ts'
import { notify } from '../notifications/notify.ts'
import { words } from '../notifications/noticeTexts.ts'

/** A user agent without its numbers: a browser that was updated is no new device. */
const kindOf = (column: string) => sql`regexp_replace(${sql.ref(column)}, '[0-9._]+', '', 'g')`

/**
 * Tells a user of a sign-in with a browser they did not use within half a year. Called before the sign-in is
 * written down. The first of all is no news.
 */
export async function tellNewDevice(
  database: Sql,
  userId: number,
  { ip, user_agent = '' }: Visitor,
): Promise<void> {
  const kind = user_agent.replaceAll(/[0-9._]+/g, '')
  const { rows } = await sql`
    select from users
    where id = ${userId} and last_login_at is not null and not exists (
      select from sessions where user_id = ${userId} and ${kindOf('user_agent')} = ${kind}
    ) and not exists (
      select from audit_log
      where user_id = ${userId} and action = 'login' and at > now() - interval '180 days'
        and ${kindOf('user_agent')} = ${kind}
    )`.execute(database)
  if (rows.length === 0) return
  const values = { ...deviceOf(user_agent), ip }
  await notify(database, { event: 'new_device', ...words.new_device, values, to: [userId] })
}
