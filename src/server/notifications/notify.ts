import { sql, type RawBuilder } from 'kysely'

import { createPlural, renderMessage } from '#schema'

import { holdersOf } from '../database/permissionNames.ts'
import type { Sql } from '../kernel/database.ts'
import type { Context } from '../kernel/backend.ts'
import { type NoticeTexts, noticeTexts, type EngineEvent } from './noticeTexts.ts'

/** Something that people are told of, in English and as the values from which a translation is made. */
export interface Notice extends NoticeTexts {
  readonly event: string
  /** What the placeholders of title and message stand for. No value that anybody may see only masked. */
  readonly values?: Readonly<Record<string, string | number>>
  /** The record it is about. */
  readonly about?: { readonly resource: string; readonly id: number }
  /** Ids of users, or the holders of a permission. */
  readonly to: readonly number[] | { readonly permission: string }
  /** Users who were told of the same since then are not told again; ISO text, or `-infinity`. */
  readonly onceSince?: string
}

/**
 * Tells people, in the transaction of the fact. The same event for the same thing within an
 * hour stays one message, which counts and is unread again. To those who have turned the event off it comes read.
 */
export async function notify(database: Sql, notice: Notice): Promise<void> {
  const { event, about, values = {}, onceSince = null } = notice
  const title = filled(notice.title, values).slice(0, 120)
  const message = filled(notice.message, values).trim().slice(0, 500)
  const valuesText = JSON.stringify(values)
  const [resource, id] = [about?.resource ?? null, about?.id ?? null]
  // Of these the index has the person, the event and the record.
  const isSame = about
    ? sql`n.event = ${event} and n.record_id = ${id} and n.resource = ${resource}`
    : sql`n.event = ${event} and n.record_id is null and n.resource is null`
  await sql`
    with people as (
      select id, case when ${event} = any(quiet_events) then clock_timestamp() end as read_at
      from users where is_active and deleted_at is null and ${isMeant(notice.to)}
        and not exists (
          select from notifications n
          where n."user" = users.id and ${isSame} and n.updated_at >= ${onceSince}::timestamptz
        )
    ), known as (
      update notifications n set count = n.count + 1, title = ${title}, message = ${message},
        "values" = ${valuesText}::jsonb, read_at = people.read_at, updated_at = clock_timestamp(),
        version = n.version + 1
      from people
      where n."user" = people.id and ${isSame} and n.created_at > clock_timestamp() - interval '1 hour'
      returning n."user"
    )
    insert into notifications ("user", event, title, message, "values", resource, record_id, read_at)
    select id, ${event}, ${title}, ${message}, ${valuesText}::jsonb, ${resource}, ${id}, read_at from people
    where id not in (select "user" from known)`.execute(database)
}

function isMeant(to: Notice['to']): RawBuilder<unknown> {
  if ('permission' in to) return sql`id in (${holdersOf(to.permission)})`
  return sql`id = any(${[...to]}::bigint[])`
}

const plural = createPlural('en')

const isDay = /^\d{4}-\d{2}-\d{2}$/
/** `Nov 05, 2026`, as the console writes days in English. */
const day = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  timeZone: 'UTC',
})

function filled(text: string, values: NonNullable<Notice['values']>): string {
  const { count } = values
  const form = plural(text, typeof count === 'number' ? count : undefined)
  return form.replaceAll(/%\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole
    if (typeof value === 'number') return value.toLocaleString('en')
    return isDay.test(value) ? day.format(Date.parse(value)) : renderMessage(value)
  })
}

/** Who watches over what others do. */
export const auditors = { permission: 'audit.view' } as const

type AccessEvent = Extract<EngineEvent, `${'role' | 'permission' | 'user_roles'}_${string}`>

/** Tells the auditors that somebody may do more or less than before. */
export function tellAuditors(
  { sql, user }: Pick<Context, 'sql' | 'user'>,
  event: AccessEvent,
  { resource, id, name }: { resource: string; id: number; name: string },
): Promise<void> {
  const values = { who: user.name, name }
  return notify(sql, {
    event,
    ...noticeTexts[event],
    values,
    about: { resource, id },
    to: auditors,
  })
}

type AccountEvent = Extract<EngineEvent, 'password_changed' | 'email_changed'>

/** Tells a user that what they sign in with was changed, by them or by somebody else. */
export const tellAccountChanged = (
  database: Sql,
  userId: number,
  event: AccountEvent,
): Promise<void> => notify(database, { event, ...noticeTexts[event], to: [userId] })

/** Tells a user, and the auditors, that somebody tries many passwords for the account. */
export async function tellAttack(database: Sql, userId: number): Promise<void> {
  const about = { resource: 'users', id: userId }
  await notify(database, {
    event: 'sign_in_attack',
    ...noticeTexts.sign_in_attack,
    about,
    to: [userId],
  })
  const { rows } = await sql<{ name: string }>`
    select name from users where id = ${userId}`.execute(database)
  const values = { name: rows[0]?.name ?? '' }
  await notify(database, {
    event: 'account_attacked',
    ...noticeTexts.account_attacked,
    values,
    about,
    to: auditors,
  })
}
