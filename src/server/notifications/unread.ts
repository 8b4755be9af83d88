import { sql } from 'kysely'

import type { Profile } from '#contract'
import { countCap } from '#schema'

import type { Sql } from '../kernel/database.ts'

/** The bell goes to the rest when there are more. */
const shown = 3

/** What a user has not read yet: the latest, and how many. The index has the unread ones after each other, the latest first. */
export async function readUnread(
  database: Sql,
  userId: number,
): Promise<Pick<Profile, 'notifications' | 'total_notifications'>> {
  const unread = sql`from notifications where "user" = ${userId} and read_at is null`
  const { rows } = await sql<Profile['notifications'][number] & { total: number }>`
    select id, updated_at, jsonb_build_object(
      'title', title, 'message', message, 'event', event, 'values', "values", 'count', count
    ) as data, (select count(*) from (select ${unread} limit ${countCap}) counted) as total
    ${unread} order by read_at, updated_at desc, id desc limit ${shown}`.execute(database)
  return {
    notifications: rows.map(({ id, data, updated_at }) => ({ id, data, updated_at })),
    total_notifications: rows[0]?.total ?? 0,
  }
}

/** Marks one message, or all, as read. Returns how many were not yet. */
export async function markRead(database: Sql, userId: number, id?: number): Promise<number> {
  const chosen = id === undefined ? sql`true` : sql`id = ${id}`
  const { numAffectedRows } = await sql`
    update notifications set read_at = now()
    where "user" = ${userId} and read_at is null and ${chosen}`.execute(database)
  return Number(numAffectedRows ?? 0)
}

const daysKept = 180

/** Messages of half a year ago are not looked for. */
export async function forgetNotices(database: Sql): Promise<void> {
  await sql`
    delete from notifications where updated_at < now() - make_interval(days => ${daysKept})
  `.execute(database)
}
