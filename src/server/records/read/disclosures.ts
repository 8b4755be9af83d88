import { sql } from 'kysely'

import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { tooMany } from '../../kernel/errors.ts'
import { msg } from '../../../texts/serverMsg.ts'

/** Whose disclosures are counted, and where. */
interface Asker {
  readonly user: { readonly id: number }
  readonly sql: Sql
  readonly backend: { readonly config: Pick<Backend['config'], 'revealLimit'> }
}

/** What one user has used up of the last hour's limit. */
export interface Allowance {
  readonly limit: number
  readonly left: number
  /** Seconds until one more is left. */
  readonly retryAfter: number
  /** The keys of comparisons that were made within the hour: to make them again costs nothing. */
  readonly keys: ReadonlySet<string>
}

interface Disclosure {
  readonly key: string | null
  readonly counts: boolean
  readonly seconds: number
}

/** Holds off the user's other disclosures until the transaction ends, so that parallel ones cannot pass the limit. */
export async function lockAllowance(asker: Asker): Promise<Allowance> {
  const { user, sql: database } = asker
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`disclosures ${user.id}`}, 0))`.execute(
    database,
  )
  await sql`
    delete from disclosures
    where user_id = ${user.id} and at <= clock_timestamp() - interval '1 hour'`.execute(database)
  return allowanceOf(asker)
}

/** The same without a lock: true for what is known, and a guess for what is left. */
export async function allowanceOf({ user, sql: database, backend }: Asker): Promise<Allowance> {
  const { revealLimit: limit } = backend.config
  const { rows } = await sql<Disclosure>`
    select key, counts,
      extract(epoch from at + interval '1 hour' - clock_timestamp())::float8 as seconds
    from disclosures
    where user_id = ${user.id} and at > clock_timestamp() - interval '1 hour'
    order by at`.execute(database)
  const counted = rows.filter(({ counts }) => counts)
  return {
    limit,
    left: Math.max(0, limit - counted.length),
    retryAfter: Math.ceil(counted[0]?.seconds ?? 0),
    keys: new Set(rows.flatMap(({ key }) => key ?? [])),
  }
}

/** Takes down what the user disclosed: one row for each key, null for what has none. */
export async function addDisclosures(
  userId: number,
  keys: readonly (string | null)[],
  { counts }: { counts: boolean },
  database: Sql,
): Promise<void> {
  if (keys.length === 0) return
  await sql`
    insert into disclosures (user_id, key, counts)
    select ${userId}, key, ${counts} from unnest(${[...keys]}::text[]) as key`.execute(database)
}

/** Counts one action that shows values in the clear. Returns what is left after it; throws 429 when nothing was. */
export async function countDisclosure(
  asker: Asker,
): Promise<{ readonly left: number; readonly limit: number }> {
  const allowance = await lockAllowance(asker)
  assertLeft(allowance, 1)
  await addDisclosures(asker.user.id, [null], { counts: true }, asker.sql)
  return { left: allowance.left - 1, limit: allowance.limit }
}

/** Throws 429 unless so many more are left. */
export function assertLeft({ left, limit, retryAfter }: Allowance, wanted: number): void {
  if (left >= wanted) return
  const minutes = Math.max(1, Math.ceil(retryAfter / 60))
  throw tooMany(msg('you_may_look_up_masked_values_within', { max: limit, minutes }), retryAfter)
}

/**
 * Most contacts of files that one user who sees them masked has compared within an hour, a row each: an honest file of
 * 200,000 rows is checked twice, and a number of which a mask hides seven digits takes twenty hours.
 */
const contactsLimit = 500_000

/** Counts contacts of a file, also of parts that come at once. Throws 429 when the hour has no room for so many. */
export async function countContacts(
  userId: number,
  contacts: number,
  database: Sql,
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`contacts of ${userId}`}, 0))`.execute(database)
  const { rows } = await sql<{ counted: number; seconds: number }>`
    select coalesce(sum(contacts), 0)::integer as counted,
      extract(epoch from max(at) + interval '1 hour' - clock_timestamp())::float8 as seconds
    from disclosures
    where user_id = ${userId} and contacts > 0 and at > clock_timestamp() - interval '1 hour'
  `.execute(database)
  const { counted = 0, seconds = 0 } = rows[0] ?? {}
  if (counted + contacts > contactsLimit) {
    const max = contactsLimit.toLocaleString('en')
    const minutes = Math.max(1, Math.ceil(seconds / 60))
    throw tooMany(msg('you_see_contacts_masked_and_may_have', { max, minutes }), Math.ceil(seconds))
  }
  await sql`
    insert into disclosures (user_id, counts, contacts) values (${userId}, false, ${contacts})
  `.execute(database)
}
