import { sql } from 'kysely'

import { normaliseEmail } from '#schema'
import { fingerprints, type Backend, type Sql } from '#server'

import { contactOf } from '../blackList/listedKeys.server.ts'
import { contactKey } from '../failedLead/writtenKeys.server.ts'
import type { Lead } from '../lead/lead.ts'
import { writtenWays, phoneTexts } from './writtenWays.server.ts'

const columns = [
  'id',
  'stage',
  'is_test',
  'first_name',
  'last_name',
  'email',
  'email_key',
  'email_hmac',
  'phone',
  'phone_key',
  'phone_hmac',
  'alt_email',
  'alt_email_hmac',
  'alt_phone',
  'alt_phone_hmac',
] as const

/** What of a lead tells whose it is. */
type Known = Pick<Lead, (typeof columns)[number]>

/** A way to reach a person: by its fingerprint, and as it is written where that is still kept. */
interface Contact {
  readonly type: 'email' | 'phone'
  readonly hash: string | null
  readonly texts: readonly (string | null)[]
}

/** By what a person is looked for: one of the leads, a contact that somebody gave, or both. */
export interface Sought {
  readonly lead?: number
  readonly contacts: readonly Contact[]
}

/** All that is kept of one person. */
export interface Person {
  /** Deleted ones among them. */
  readonly leads: readonly Known[]
  /** The ids of the failed leads that are not empty yet. */
  readonly failed: readonly number[]
}

/** The person of a lead; a test lead has a person of its own. */
export const personOf = (lead: Known): Sought => ({ lead: lead.id, contacts: contactsOf(lead) })

/** The person with an e-mail or a phone; undefined for a text that is neither. */
export function personBy(text: string, backend: Backend): Sought | undefined {
  const found = contactOf(text)
  if (!found) return undefined
  const { type, value } = found
  const written = type === 'email' ? normaliseEmail(text) : value
  return { contacts: [{ type, hash: fingerprints(backend)(value), texts: [written, value] }] }
}

function contactsOf(lead: Known): Contact[] {
  if (lead.is_test) return []
  return [
    { type: 'email', hash: lead.email_hmac, texts: [lead.email, lead.email_key] },
    { type: 'email', hash: lead.alt_email_hmac, texts: [lead.alt_email] },
    { type: 'phone', hash: lead.phone_hmac, texts: [lead.phone, lead.phone_key] },
    { type: 'phone', hash: lead.alt_phone_hmac, texts: [lead.alt_phone] },
  ]
}

/** Finds what is kept of a person; held until the transaction ends where it is to be written to. */
export async function findPerson(
  sought: Sought,
  database: Sql,
  { isHeld = false } = {},
): Promise<Person> {
  const lock = isHeld ? sql`for update` : sql``
  const leads = await leadsOf(sought, database, lock)
  const ids = leads.map(({ id }) => id)
  const { emails, digits } = keysOfContacts(sought, leads)
  const { rows: failed } = await sql<{ id: number }>`
    select id from failed_leads
    where payload is not null and (
      matched_lead = any(${ids}::bigint[]) or lead = any(${ids}::bigint[])
      or contact_keys && ${[...emails, ...digits].map(contactKey)}::text[]
    )
    order by id ${lock}`.execute(database)
  return { leads, failed: failed.map(({ id }) => id) }
}

/** Finds the leads of a person by what is kept of each contact: a test lead has no fingerprints. */
export async function leadsOf(
  { lead = 0, contacts }: Sought,
  database: Sql,
  lock = sql``,
): Promise<Known[]> {
  const among = (name: string, texts: readonly string[]) =>
    sql`${sql.ref(name)} collate "C" = any(${texts}::text[])`
  const kinds = (['email', 'phone'] as const).flatMap((type) => {
    const hashes = contacts.flatMap((one) => (one.type === type && one.hash) || [])
    const texts = textsOf(contacts, type)
    return [
      among(`${type}_hmac`, hashes),
      among(`alt_${type}_hmac`, hashes),
      among(`alt_${type}`, texts),
      sql`deleted_at is null and ${among(type, texts)}`,
    ]
  })
  const { rows } = await sql<Known>`
    select ${sql.join(columns.map((name) => sql.ref(name)))} from leads
    where id = ${lead} or ${sql.join(kinds, sql` or `)} order by id ${lock}`.execute(database)
  return rows
}

/** What each contact of a person is compared by: e-mails in small letters, and digits of phones. */
export function keysOfContacts(
  { contacts }: Sought,
  leads: readonly Known[],
): { readonly emails: string[]; readonly digits: string[] } {
  const all = [...contacts, ...leads.flatMap(contactsOf)]
  return {
    emails: textsOf(all, 'email').map((text) => text.toLowerCase()),
    digits: textsOf(all, 'phone').flatMap(writtenWays),
  }
}

/** Every contact of a person in the ways in which people write it. */
export function writtenContacts({ contacts }: Sought, leads: readonly Known[]): string[] {
  const all = [...contacts, ...leads.flatMap(contactsOf)]
  return [...textsOf(all, 'email'), ...textsOf(all, 'phone').flatMap(phoneTexts)]
}

const textsOf = (contacts: readonly Contact[], type: Contact['type']): string[] => [
  ...new Set(contacts.flatMap((one) => (one.type === type ? one.texts : [])).flatMap(given)),
]

const given = (text: string | null): readonly string[] => (text ? [text] : [])
