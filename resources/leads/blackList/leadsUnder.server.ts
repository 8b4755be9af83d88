import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { Context } from '#server'

import type { BlackListEntry } from './blackList.ts'

type Listed = Pick<BlackListEntry, 'type' | 'value' | 'hash'>

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

/** Which leads are those of entries; each finds an index, but for those of `isLookedFor`. */
function conditions(entries: readonly Listed[]): RawBuilder<SqlBool>[] {
  const hashes = (type: string) =>
    entries.filter((one) => one.type === type).flatMap(({ hash }) => hash ?? [])
  const values = (type: string) =>
    entries.filter((one) => one.type === type).map(({ value }) => value)
  return [
    ...['email_hmac', 'alt_email_hmac'].map((name) => among(name, hashes('email'))),
    ...['phone_hmac', 'alt_phone_hmac'].map((name) => among(name, hashes('phone'))),
    ...(values('email_domain').length > 0
      ? emails.map((name) => underDomain(name, values('email_domain')))
      : []),
    ...values('phone_prefix').flatMap((prefix) =>
      phones.map((name) => sql<SqlBool>`starts_with(${name}, ${prefix})`),
    ),
    ...(hashes('sha256').length > 0 ? [underPlain(hashes('sha256'))] : []),
  ]
}

const emails = [sql.ref('email'), sql.ref('alt_email')]
const phones = [sql.ref('phone'), sql.ref('alt_phone')]

const among = (column: string, hashes: readonly string[]) =>
  sql<SqlBool>`${sql.ref(column)} collate "C" = any(${hashes}::text[])`

const underDomain = (email: RawBuilder<unknown>, domains: readonly string[]) =>
  sql<SqlBool>`split_part(${email}, '@', 2) = any(${domains}::text[])`

const underPlain = (hashes: readonly string[]) => {
  const texts = [
    ...emails,
    sql.ref('email_key'),
    ...phones.flatMap((phone) => [phone, sql`substr(${phone}, 2)`]),
  ]
  const all = texts.map(
    (text) => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex') = any(${hashes}::text[])`,
  )
  return sql<SqlBool>`${sql.join(all, sql` or `)}`
}
