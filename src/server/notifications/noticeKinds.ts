import { sql } from 'kysely'

import type { NoticeKind } from '#contract'

import type { Sql } from '../kernel/database.ts'
import type { EngineEvent } from './noticeTexts.ts'

/** What concerns the own account is told always: a person who takes it over must not silence it. */
const alwaysTold: readonly EngineEvent[] = [
  'new_device',
  'sign_in_attack',
  'account_attacked',
  'password_changed',
  'email_changed',
]

/**
 * The kinds of notifications that a user has had within half a year or has turned off, by the title of the one about the
 * newest thing: the index of what a person was told is stepped through from one kind to the next, whatever there is of each.
 */
export async function listKinds(database: Sql, userId: number): Promise<NoticeKind[]> {
  const { rows } = await sql<NoticeKind>`
    with recursive own as (
      select id, coalesce(quiet_events, '{}') as quiet from users where id = ${userId}
    ), told as (
      select min(event) as event from notifications where "user" = ${userId}
      union all
      select (
        select min(event) from notifications where "user" = ${userId} and event > told.event
      ) from told where told.event is not null
    )
    select kind.event, coalesce(last.title, kind.event) as title, kind.event = any(own.quiet) as is_quiet
    from own
      cross join lateral (
        select event from told where event is not null union select unnest(own.quiet)
      ) kind
      left join lateral (
        select title from notifications n where n."user" = own.id and n.event = kind.event
        order by record_id desc limit 1
      ) last on true
    where kind.event <> all(${[...alwaysTold]}::text[])
    order by title, event`.execute(database)
  return rows
}
