import { sql } from 'kysely'

import { fingerprints, type Context } from '#server'

import { lead, type Lead } from '../lead/lead.ts'
import { blackList, type BlackListEntry } from './blackList.ts'
import { leadsUnder } from './leadsUnder.server.ts'
import { contactOf, listedValue } from './listedKeys.server.ts'

type Why = Pick<BlackListEntry, 'reason' | 'origin'>
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

/** Puts the people of leads on the black list, and blocks all leads that they have. */
export async function blockPeople(
  leads: readonly (Person & Pick<Lead, 'id'>)[],
  why: Why,
  context: Context,
): Promise<void> {
  if (leads.length === 0) return
  const entries = await keepOut(leads, why, context)
  const others = await leadsUnder(entries, context)
  await blockLeads([...new Set([...leads.map(({ id }) => id), ...others])], context)
}

/** Entries that block leads which are there already, as long as they hold. */
export const blocksLeads = sql`block_existing and scope = 'all' and deleted_at is null
  and (expires_at is null or expires_at > now())`

/** Blocks those of some leads whom an entry could not find when it was made, as their keys were not made yet. */
export async function blockListed(ids: readonly number[], context: Context): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select l.id from leads l
    where l.id = any(${ids}::bigint[]) and l.stage not in ('blocked', 'erased') and l.deleted_at is null
      and exists (
        select from (select hash from black_list where ${blocksLeads}) b
        where b.hash collate "C" in (l.email_hmac, l.phone_hmac, l.alt_email_hmac, l.alt_phone_hmac)
      )`.execute(context.sql)
  await blockLeads(
    rows.map(({ id }) => id),
    context,
  )
}

/** Blocks leads; those that are erased stay so. */
export async function blockLeads(ids: readonly number[], { records }: Context): Promise<void> {
  await records(lead).updateAll(ids, (held) => {
    const left = held.filter(({ stage }) => stage !== 'erased')
    return new Map(left.map(({ id }) => [id, { stage: 'blocked' as const }]))
  })
}
