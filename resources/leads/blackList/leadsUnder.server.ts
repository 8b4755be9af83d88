import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { Context } from '#server'

import type { BlackListEntry } from './blackList.ts'

type Listed = Pick<BlackListEntry, 'type' | 'value' | 'hash'>

/** The ids of the leads that entries forbid and that are not blocked yet. */
export async function leadsUnder(
  entries: readonly Listed[],
  { sql: database }: Pick<Context, 'sql'>,
  limit = 1_000_000,
): Promise<number[]> {
  return idsOf(entries, sql`stage not in ('blocked', 'erased')`, limit, database)
}

/** The ids of the leads under entries of which a condition holds. */
export async function idsOf(
  entries: readonly Listed[],
  condition: RawBuilder<unknown>,
  limit: number,
  database: Context['sql'],
): Promise<number[]> {
  if (entries.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from leads
    where deleted_at is null and ${condition} and (${sql.join(conditions(entries), sql` or `)})
    order by id limit ${limit}`.execute(database)
  return rows.map(({ id }) => id)
}

/** Which leads are those of entries; each finds an index where there is one for it. */
function conditions(entries: readonly Listed[]): RawBuilder<SqlBool>[] {
  const hashes = (type: string) =>
    entries.filter((one) => one.type === type).flatMap(({ hash }) => hash ?? [])
  const values = (type: string) =>
    entries.filter((one) => one.type === type).map(({ value }) => value)
  return [
    sql`email_hmac collate "C" = any(${hashes('email')}::text[])`,
    sql`phone_hmac collate "C" = any(${hashes('phone')}::text[])`,
    ...(values('email_domain').length > 0
      ? [sql<SqlBool>`split_part(email, '@', 2) = any(${values('email_domain')}::text[])`]
      : []),
    ...values('phone_prefix').map((prefix) => sql<SqlBool>`starts_with(phone, ${prefix})`),
    ...(hashes('sha256').length > 0 ? [underPlain(hashes('sha256'))] : []),
  ]
}

const underPlain = (hashes: readonly string[]) => sql<SqlBool>`
  encode(sha256(convert_to(email, 'UTF8')), 'hex') = any(${hashes}::text[])
  or encode(sha256(convert_to(email_key, 'UTF8')), 'hex') = any(${hashes}::text[])
  or encode(sha256(convert_to(phone, 'UTF8')), 'hex') = any(${hashes}::text[])
  or encode(sha256(convert_to(substr(phone, 2), 'UTF8')), 'hex') = any(${hashes}::text[])`
