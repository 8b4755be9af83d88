import { sql } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

import type { Context, Sql } from '#server'

import type { Lead } from '../lead/lead.ts'

type Known = Pick<
  Lead,
  'id' | 'email' | 'phone' | 'email_key' | 'phone_key' | 'email_hmac' | 'phone_hmac'
>

/** The leads of one person, deleted ones among them: those that share a contact with a lead, by what is kept of it. */
export async function leadsOfPerson(
  of: Known,
  database: Sql,
  { isHeld = false } = {},
): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select id, email, phone, email_key, phone_key, email_hmac, phone_hmac from leads
    where id = ${of.id} or email_hmac = ${of.email_hmac} collate "C"
      or phone_hmac = ${of.phone_hmac} collate "C"
    order by id ${isHeld ? sql`for update` : sql``}`.execute(database)
  return rows
}

/** The failed leads that came with one of their contacts, however a number was written. */
export async function failedIdsOf(
  leads: readonly Known[],
  { sql: database }: Context,
): Promise<number[]> {
  const emails = leads.flatMap(({ email }) => email ?? [])
  const ids = leads.map(({ id }) => id)
  const phones = leads.flatMap(({ phone }) => writtenWays(phone))
  const { rows } = await sql<{ id: number }>`
    select id from failed_leads
    where email = any(${emails}::text[]) or matched_lead = any(${ids}::bigint[])
      or phone = any(${phones}::text[]) order by id for update`.execute(database)
  return rows.map(({ id }) => id)
}

/** A number as people write it: with + or 00, and as it is dialled in its country, together or apart. */
function writtenWays(e164: string | null): string[] {
  const number = e164 ? parsePhoneNumberFromString(e164) : undefined
  if (!number) return e164 ? [e164] : []
  const ways = [number.number, number.formatInternational(), number.formatNational()]
  const digits = ways.map((way) => way.replaceAll(/\D/g, ''))
  return [...new Set([...ways, ...digits, `00${digits[0] ?? ''}`, String(number.nationalNumber)])]
}
