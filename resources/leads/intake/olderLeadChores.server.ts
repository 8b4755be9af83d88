import { sql, type RawBuilder } from 'kysely'

import { fingerprints, type Context } from '#server'

import { emailKey } from '../lead/contactKeys.server.ts'
import type { Lead } from '../lead/lead.ts'
import { blockListed } from '../blackList/blockPeople.server.ts'

export const batch = 20_000

export async function giveKeys(context: Context): Promise<number> {
  const { sql: database, backend } = context
  const { rows } = await sql<Pick<Lead, 'id' | 'email_key' | 'phone_key'>>`
    select id, email_key, phone_key from leads where uuid is null
    order by id limit ${batch} for update skip locked`.execute(database)
  const fingerprint = fingerprints(backend)
  const completed = rows.map(({ id, email_key, phone_key }) => ({
    id,
    email: email_key && fingerprint(email_key),
    phone: phone_key && fingerprint(phone_key),
  }))
  const changes = sql`uuid = gen_random_uuid()::text, email_hmac = given.email, phone_hmac = given.phone`
  return complete(completed, changes, context)
}

/** Other contacts, by which people are found, too. */
export async function fingerprintAlternates(context: Context): Promise<number> {
  const { sql: database, backend } = context
  const { rows } = await sql<Pick<Lead, 'id' | 'alt_email' | 'alt_phone'>>`
    select id, alt_email, alt_phone from leads
    where not is_test and (alt_email is not null and alt_email_hmac is null
      or alt_phone is not null and alt_phone_hmac is null)
    order by id limit ${batch} for update skip locked`.execute(database)
  const fingerprint = fingerprints(backend)
  const completed = rows.map(({ id, alt_email, alt_phone }) => ({
    id,
    email: alt_email && fingerprint(emailKey(alt_email)),
    phone: alt_phone && fingerprint(alt_phone),
  }))
  const changes = sql`alt_email_hmac = given.email, alt_phone_hmac = given.phone`
  return complete(completed, changes, context)
}

type Fingerprints = Pick<Lead, 'id'> & Readonly<Record<'email' | 'phone', string | null>>

/** Gives leads what is made of their `given` fingerprints, and keeps out those that are listed by them. */
async function complete(
  leads: readonly Fingerprints[],
  changes: RawBuilder<unknown>,
  context: Context,
): Promise<number> {
  await sql`
    update leads set ${changes}
    from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb)
      as given (id bigint, email text, phone text)
    where leads.id = given.id`.execute(context.sql)
  const ids = leads.map(({ id }) => id)
  await blockListed(ids, context)
  return leads.length
}
