import { sql } from 'kysely'

import { fingerprints, type Context, type Schedule } from '#server'

import { emailKey } from '../lead/contactKeys.server.ts'
import type { Lead } from '../lead/lead.ts'
import { blockListed } from '../blackList/keepOut.server.ts'

const batch = 20_000

type Older = Pick<Lead, 'id' | 'email_key' | 'phone_key'>

/** Gives the leads of earlier releases what new ones are made with, some thousand at a time, until all have it. */
export const completeOlderLeads: Schedule = {
  every: 5,
  async run(context) {
    for (const [chore, complete] of Object.entries(chores)) await work(chore, complete, context)
  },
}

/** What a migration has asked for, by the names of the chores. Returns how many leads were completed. */
const chores = { 'complete leads': giveKeys, 'fingerprint alternates': fingerprintAlternates }

/** Whether all leads have what new ones are made with. */
export async function areLeadsCompleted(database: Context['sql']): Promise<boolean> {
  const { rows } = await sql`
    select from chores where name = any(${Object.keys(chores)}::text[])`.execute(database)
  return rows.length === 0
}

type Complete = (context: Context) => Promise<number>

async function work(chore: string, complete: Complete, context: Context): Promise<void> {
  const { rows } = await sql`select from chores where name = ${chore}`.execute(context.sql)
  if (rows.length === 0 || (await complete(context)) === batch) return
  await sql`delete from chores where name = ${chore}`.execute(context.sql)
}

async function giveKeys(context: Context): Promise<number> {
  const { sql: database, backend } = context
  const { rows } = await sql<Older>`
    select id, email_key, phone_key from leads where uuid is null
    order by id limit ${batch} for update skip locked`.execute(database)
  const fingerprint = fingerprints(backend)
  const completed = rows.map(({ id, email_key, phone_key }) => ({
    id,
    email: email_key && fingerprint(email_key),
    phone: phone_key && fingerprint(phone_key),
  }))
  await sql`
    update leads set uuid = gen_random_uuid()::text, email_hmac = given.email, phone_hmac = given.phone
    from jsonb_to_recordset(${JSON.stringify(completed)}::jsonb)
      as given (id bigint, email text, phone text)
    where leads.id = given.id`.execute(database)
  await blockListed(
    rows.map(({ id }) => id),
    context,
  )
  return rows.length
}

/** Other contacts, by which people are found, too. */
async function fingerprintAlternates(context: Context): Promise<number> {
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
  await sql`
    update leads set alt_email_hmac = given.email, alt_phone_hmac = given.phone
    from jsonb_to_recordset(${JSON.stringify(completed)}::jsonb)
      as given (id bigint, email text, phone text)
    where leads.id = given.id`.execute(database)
  await blockListed(
    rows.map(({ id }) => id),
    context,
  )
  return rows.length
}
