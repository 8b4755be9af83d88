import { sql } from 'kysely'

import type { Context } from '#server'

import { lead, type Lead } from '../lead/lead.ts'
import { leadsUnder } from './leadsUnder.server.ts'
import { type Why, type Person, keepOut } from './keepOut.server.ts'

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
