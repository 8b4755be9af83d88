import { sql } from 'kysely'

import { fingerprints, type Context } from '#server'

import type { Lead } from '../lead/lead.ts'
import type { BlackListEntry } from './blackList.ts'
import { hashesOf } from './listedKeys.server.ts'

/** Where somebody may be listed beside everywhere. */
export interface Scopes {
  /** `own`: that of each lead. */
  readonly source?: number | 'own' | null | undefined
  readonly broker?: number
  readonly department?: number
}

/** Returns the entry that forbids each of some leads, by their places: one statement for all of them. */
export async function isListed(
  leads: readonly Partial<Lead>[],
  { source = null, broker, department }: Scopes,
  { sql: database, backend }: Pick<Context, 'sql' | 'backend'>,
): Promise<(number | undefined)[]> {
  const types = await typesListed(database)
  if (types.size === 0) return leads.map(() => undefined)
  const fingerprint = fingerprints(backend)
  const hashes = leads.map((one) => hashesOf(one, types, fingerprint))
  const all = [...new Set(hashes.flat())]
  if (all.length === 0) return leads.map(() => undefined)
  const sourceOf = (lead: Partial<Lead>) => (source === 'own' ? lead.source : source)
  const sources = [...new Set(leads.flatMap((one) => sourceOf(one) ?? []))]
  const { rows } = await sql<{ id: number; hash: string; source: number | null }>`
    select distinct on (hash, own.source) id, hash, own.source from black_list
      cross join lateral (select case when scope = 'source' then black_list.source end as source) own
    where hash = any(${all}::text[]) and deleted_at is null
      and (expires_at is null or expires_at > now())
      and (scope = 'all' or black_list.source = any(${sources}::bigint[])
        or broker = ${broker ?? null}::bigint or department = ${department ?? null}::bigint)
    order by hash, own.source, id`.execute(database)
  const idByKey = new Map(rows.map((row) => [`${row.hash} ${row.source ?? ''}`, row.id]))
  return leads.map((lead, place) => {
    const keys = (hashes[place] ?? []).flatMap((hash) => [`${hash} `, `${hash} ${sourceOf(lead)}`])
    const key = keys.find((one) => idByKey.has(one))
    return key === undefined ? undefined : idByKey.get(key)
  })
}

/** The types of which there are entries, each found by one step in the index: no hash is made in vain. */
async function typesListed(database: Context['sql']): Promise<Set<BlackListEntry['type']>> {
  const { rows } = await sql<{ type: BlackListEntry['type'] }>`
    select type from unnest(array[
      'email', 'phone', 'email_domain', 'phone_prefix', 'ip', 'name_and_birth_date', 'sha256'
    ]) as type
    where exists (select from black_list b where b.type = type.type and b.deleted_at is null)
  `.execute(database)
  return new Set(rows.map(({ type }) => type))
}

/** Counts whom the entries have kept out, in the order of their ids: nobody waits in a circle. */
export async function countHits(
  found: readonly (number | undefined)[],
  { sql: database }: Pick<Context, 'sql'>,
): Promise<void> {
  const ids = found.filter((id) => id !== undefined)
  if (ids.length === 0) return
  await sql`
    with held as (
      select id from black_list where id = any(${ids}::bigint[]) order by id for no key update
    )
    update black_list b set hits = hits + hit.count, last_hit_at = now()
    from (select id, count(*)::integer as count from unnest(${ids}::bigint[]) as id group by id) hit
    where b.id = hit.id and b.id in (select id from held)`.execute(database)
}
