import { sql } from 'kysely'

import { fingerprints, type Context } from '#server'

import type { Lead } from '../lead/lead.ts'
import { blackList, type BlackListEntry } from './blackList.ts'
import { contactOf, listedValue } from './listedKeys.server.ts'

export type Why = Pick<BlackListEntry, 'reason' | 'origin'>

/** What the black list wants to know of a lead. */
export type Person = Partial<
  Pick<Lead, 'email_key' | 'phone_key' | 'alt_email' | 'alt_phone' | 'is_test'>
>

type Listed = Pick<BlackListEntry, 'type' | 'value' | 'hash'>

/**
 * Puts the people of leads on the black list by every e-mail and phone, unless they stand there for good already. What a
 * person asks for is taken beside what others wanted. Returns the entries under which they stand.
 */
export async function keepOut(
  people: readonly Person[],
  why: Why,
  { backend, records, sql: database, user }: Context,
): Promise<Listed[]> {
  const fingerprint = fingerprints(backend)
  const wanted = people.flatMap(contactsOf).map(({ type, value }) => ({
    type,
    ...listedValue(type, value, fingerprint),
  }))
  const all = [...new Map(wanted.map((entry) => [entry.hash, entry])).values()]
  const { rows } = await sql<{ hash: string }>`
    select hash from black_list
    where hash collate "C" = any(${all.map(({ hash }) => hash)}::text[])
      and scope = 'all' and expires_at is null and deleted_at is null
      and (origin = 'request' or ${why.origin === 'request'} = false)`.execute(database)
  const known = new Set(rows.map(({ hash }) => hash))
  const author = user.id > 0 ? user.id : null
  const added = all.filter(({ hash }) => !known.has(hash))
  await records(blackList).createAll(
    added.map((entry) => ({
      ...entry,
      ...why,
      scope: 'all',
      block_existing: false,
      user: author,
    })),
  )
  return all
}

/** The contacts of a person; a test lead stands for no person. */
function contactsOf({ email_key, phone_key, alt_email, alt_phone, is_test }: Person) {
  const all = is_test ? [] : [email_key, phone_key, alt_email, alt_phone]
  return all.flatMap((text) => (text && contactOf(text)) || [])
}
