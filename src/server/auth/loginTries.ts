import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { Database, Sql } from '../kernel/database.ts'
import { tooMany } from '../kernel/errors.ts'
import { msg } from '../../texts/serverMsg.ts'

/** So many wrong tries lock the key, which holds what they have in common. */
export interface Limit {
  readonly key: string
  readonly tries: number
  /**
   * Each further try waits twice as long as the one before, from 2 seconds to a quarter of an hour, and tries count
   * for a day. Otherwise tries within a quarter of an hour lock for as long again.
   */
  readonly grows?: true
}

export interface Counted {
  /** The tries of each limit, the counted one among them. */
  readonly counts: readonly { readonly limit: Limit; readonly count: number }[]
  /** Takes the try back, because it was right. */
  takeBack(sql: Sql): Promise<void>
}

const windowMinutes = 15

/** Tries are of before the clock was put back where they lie ahead by more than one try beside another does. */
const notAhead = sql`at < now() + interval '1 minute'`

const growingHours = 24

/**
 * Counts a try before it is made, so that parallel tries cannot pass together. Throws 429 with the message under
 * `field` while a key is locked; such a try is not counted.
 */
export async function countTry(
  { sql: database }: Pick<Database, 'sql'>,
  limits: readonly Limit[],
  field: string,
): Promise<Counted> {
  const keys = limits.map(({ key }) => digest(key)).sort()
  return database.transaction().execute(async (transaction) => {
    for (const key of keys) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`.execute(transaction)
    }
    const counts: Counted['counts'][number][] = []
    for (const limit of limits) {
      const { count, seconds } = await stateOf(transaction, limit)
      refuse(seconds, field)
      counts.push({ limit, count: count + 1 })
    }
    const { rows } = await sql<{ id: number }>`
      insert into login_failures (key) select unnest(${keys}::text[]) returning id
    `.execute(transaction)
    const ids = rows.map(({ id }) => id)
    return {
      counts,
      async takeBack(sqlOfWrite) {
        await sql`delete from login_failures where id = any(${ids}::bigint[])`.execute(sqlOfWrite)
      },
    }
  })
}

/** Notes a call that was refused. Returns how many there were of the key in the last minutes, this one among them. */
export async function countRefusal(
  database: Sql,
  { key, minutes }: { readonly key: string; readonly minutes: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with noted as (insert into login_failures (key) values (${digest(key)}))
    select 1 + count(*)::integer as count from login_failures
    where key = ${digest(key)} and at > now() - make_interval(mins => ${minutes})`.execute(database)
  return rows[0]?.count ?? 1
}

/** Forgets the wrong tries of a key, and everybody's that no longer count. */
export async function forgetTries(database: Sql, { key }: Pick<Limit, 'key'>): Promise<void> {
  await sql`
    delete from login_failures where key = ${digest(key)} or at < now() - interval '2 days'
  `.execute(database)
}

/** The longest lock after wrong passwords is far shorter. */
export async function forgetFailures(database: Sql): Promise<void> {
  await sql`delete from login_failures where at < now() - interval '2 days'`.execute(database)
}

interface State {
  /** Tries that count. */
  readonly count: number
  /** Until the key is free; 0 or less for one that is. */
  readonly seconds: number
}

async function stateOf(database: Sql, limit: Limit): Promise<State> {
  const { rows } = await (limit.grows ? growing(limit) : fixed(limit)).execute(database)
  return { count: rows[0]?.count ?? 0, seconds: rows[0]?.seconds ?? 0 }
}

/** The latest tries fill the window, and the last of them is still fresh. */
const fixed = ({ key, tries }: Limit) => sql<State>`
  select count(*) as count, case
    when count(*) >= ${tries} and max(at) - min(at) <= make_interval(mins => ${windowMinutes})
    then extract(epoch from max(at) - now() + make_interval(mins => ${windowMinutes}))
    else 0
  end as seconds
  from (
    select at from login_failures where key = ${digest(key)} and ${notAhead}
    order by at desc limit ${tries}
  ) latest`

const growing = ({ key, tries }: Limit) => sql<State>`
  select count(*) as count, case
    when count(*) >= ${tries}
    then extract(epoch from max(at) - now()) + least(2 ^ least(count(*) - ${tries} + 1, 20), 900)
    else 0
  end as seconds
  from login_failures
  where key = ${digest(key)} and at > now() - make_interval(hours => ${growingHours})
    and ${notAhead}`

function refuse(seconds: number, field: string): void {
  if (seconds <= 0) return
  const minutes = Math.ceil(seconds / 60)
  const message =
    seconds < 60
      ? msg('too_many_tries_try_again_in_seconds', { seconds: Math.ceil(seconds) })
      : minutes === 1
        ? msg('too_many_tries_try_again_in_1')
        : msg('too_many_tries_try_again_in_minutes', { minutes })
  throw tooMany(message, seconds, { [field]: [message] })
}

/** The table keeps no e-mail address, and no key of any length a visitor likes. */
const digest = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Whether the try that was counted is the one with which others begin to be refused, wherever they come from. */
export const isAttack = ({ counts }: Pick<Counted, 'counts'>): boolean =>
  counts.some(({ limit, count }) => limit.grows && count === limit.tries)

/** The limits that the counted try has reached. */
export const reachedLimits = ({ counts }: Pick<Counted, 'counts'>): Limit[] =>
  counts.filter(({ limit, count }) => count === limit.tries).map(({ limit }) => limit)
