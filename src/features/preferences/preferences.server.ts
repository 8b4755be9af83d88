import { sql } from 'kysely'

import { preferenceContract as contract, type Preference, type PreferenceChange } from '#contract'

import type { Api } from '../../server/kernel/behavior/serverParts.ts'
import type { Backend } from '../../server/kernel/backend.ts'
import { assertStorable } from '../../server/records/write/validation/forbiddenText.ts'
import { msg } from '../../texts/serverMsg.ts'
import type { Database, Sql } from '../../server/kernel/database.ts'
import { inTransaction } from '../../server/database/connection.ts'
import { conflict } from '../../server/kernel/errors.ts'

const config = { access: 'signed-in' } as const

/** How a person likes to see the console, kept for every browser they use. A person reaches only their own. */
export function preferenceRoutes(app: Api, { database, business }: Backend): void {
  app.get('/profile/preferences', { schema: contract.list, config }, async ({ user }) => {
    const known = await readPreferences(database.sql, user.id)
    return {
      data: Object.fromEntries(known.map(({ key, value }) => [key, value])),
      meta: {
        updated_at: Object.fromEntries(known.map(({ key, updated_at }) => [key, updated_at])),
      },
    }
  })
  const path = '/profile/preferences/:key'
  app.put(path, { schema: contract.write, config }, async ({ user, params, body }) => {
    assertStorable(business, { value: body.value })
    const data = await writePreference(database, user.id, { ...params, ...body })
    return { message: msg('preference_successfully_saved'), data }
  })
  app.delete(path, { schema: contract.remove, config }, async ({ user, params: { key } }) => {
    await removePreference(database.sql, user.id, key)
    return { message: msg('preference_successfully_deleted'), data: { key } }
  })
}

/** Most preferences that the server keeps for one person. */
const preferencesLimit = 100

async function readPreferences(database: Sql, userId: number): Promise<Preference[]> {
  const { rows } = await sql<Preference>`
    select key, value, updated_at from preferences
    where user_id = ${userId} order by key`.execute(database)
  return rows
}

/** Keeps a preference unless a newer one is there. Returns the one that stands now. */
async function writePreference(
  database: Database,
  userId: number,
  change: PreferenceChange,
): Promise<Preference> {
  return inTransaction(database, async (transaction: Sql) => {
    await refuseTooMany(transaction, userId, change.key)
    await upsert(transaction, userId, change)
    const { rows } = await sql<Preference>`
      select key, value, updated_at from preferences
      where user_id = ${userId} and key = ${change.key}`.execute(transaction)
    const [preference] = rows
    if (!preference) throw new Error(`the preference ${change.key} was not kept`)
    return preference
  })
}

async function removePreference(database: Sql, userId: number, key: string): Promise<void> {
  await sql`delete from preferences where user_id = ${userId} and key = ${key}`.execute(database)
}

async function upsert(
  database: Sql,
  userId: number,
  { key, value, age }: PreferenceChange,
): Promise<void> {
  await sql`
    insert into preferences as known (user_id, key, value, updated_at)
    values (${userId}, ${key}, ${JSON.stringify(value)}::jsonb,
      now() - ${age}::bigint * interval '1 millisecond')
    on conflict (user_id, key) do update
      set value = excluded.value, updated_at = excluded.updated_at
      where known.updated_at <= excluded.updated_at`.execute(database)
}

/** Two new keys at once would both see room for one more, so one person's writes wait for each other. */
async function refuseTooMany(database: Sql, userId: number, key: string): Promise<void> {
  const lock = `preferences of ${userId}`
  await sql`select pg_advisory_xact_lock(hashtext(${lock}))`.execute(database)
  const { rows } = await sql<{ others: number }>`
    select count(*) as others from preferences
    where user_id = ${userId} and key <> ${key}`.execute(database)
  if ((rows[0]?.others ?? 0) >= preferencesLimit) {
    throw conflict(msg('at_most_preferences_are_kept', { max: preferencesLimit }))
  }
}
