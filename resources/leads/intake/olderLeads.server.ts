import { sql } from 'kysely'

import { fingerprints, type Schedule } from '#server'

const batch = 20_000

interface Older {
  readonly id: number
  readonly email_key: string | null
  readonly phone_key: string | null
}

/** Gives the leads of earlier releases what new ones are made with, some thousand at a time, until all have it. */
export const completeOlderLeads: Schedule = {
  every: 5,
  async run({ sql: database, backend }) {
    const { rows: chores } = await sql`
      select from chores where name = 'complete leads'`.execute(database)
    if (chores.length === 0) return
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
    if (rows.length < batch) {
      await sql`delete from chores where name = 'complete leads'`.execute(database)
    }
  },
}
