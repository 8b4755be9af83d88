import { sql } from 'kysely'

import type { Context, Sql } from '#server'

import { keptFor, termsOfRules } from '../../leads/retention/terms.server.ts'

/** Returns when links that sends bring now are to go; null where there are none. */
export async function linksUntil(
  ended: Iterable<{ readonly outcome: { readonly link?: string | undefined } }>,
  database: Sql,
): Promise<string | null> {
  if (![...ended].some(({ outcome }) => outcome.link)) return null
  const { auto_login_links: minutes } = await termsOfRules(database)
  return new Date(Date.now() + (minutes ?? keptFor.auto_login_links.term) * 60_000).toISOString()
}

/** Forgets the links by which leads signed in at brokers once their time is over: they open like a password. */
export async function forgetLinks({ sql: database }: Context): Promise<void> {
  await sql`
    update sends set auto_login = null, auto_login_until = null
    where auto_login_until < now()`.execute(database)
}
