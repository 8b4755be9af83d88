import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { BlackListEntry } from './blackList.ts'

export type Listed = Pick<BlackListEntry, 'type' | 'value' | 'hash'>

/** Which leads are those of entries; each finds an index, but for those of `isLookedFor`. */
export function conditions(entries: readonly Listed[]): RawBuilder<SqlBool>[] {
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
