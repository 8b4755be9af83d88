import { sql } from 'kysely'

import { groupBy } from '#schema'

import { fingerprints, prepared, type Context } from '#server'

import type { Lead } from '../lead/lead.ts'
import { entryTypes, type BlackListEntry } from './blackList.ts'
import { hashesOf } from './listedKeys.server.ts'

type Type = BlackListEntry['type']

/** Where somebody may be listed beside everywhere. */
export interface Scopes {
  /** `own`: that of each lead. */
  readonly source?: number | 'own' | null | undefined
  readonly broker?: number
  readonly department?: number
}

interface Entry {
  readonly id: number
  readonly hash: string
  readonly scope: string
  readonly source: number | null
  readonly broker: number | null
  readonly department: number | null
}

/** Returns the entry that forbids each of some leads, by their places; the oldest of several. `anywhere`: of any scope. */
export async function isListed(
  leads: readonly Partial<Lead>[],
  scopes: Scopes | readonly Scopes[] | 'anywhere',
  context: Pick<Context, 'sql' | 'backend'>,
): Promise<(number | undefined)[]> {
  return (await entriesAgainst(leads, scopes, context)).map(([first]) => first)
}

/**
 * Returns the entries that forbid each of some leads by any of their contacts, by their places: one statement for all of
 * them. Scopes are those of all, or of each by its place.
 */
async function entriesAgainst(
  leads: readonly Partial<Lead>[],
  scopes: Scopes | readonly Scopes[] | 'anywhere',
  { sql: database, backend }: Pick<Context, 'sql' | 'backend'>,
): Promise<readonly (readonly number[])[]> {
  const types = leads.length > few ? await typesListed(database) : allTypes
  if (types.size === 0) return leads.map(() => [])
  const fingerprint = madeOnce(fingerprints(backend))
  const hashes = leads.map((one) => hashesOf(one, types, fingerprint))
  const all = [...new Set(hashes.flat())]
  if (all.length === 0) return leads.map(() => [])
  const { rows } = await sql<Entry>`${prepared}
    select id, hash, scope, source, broker, department from black_list
    where hash collate "C" = any(${all}::text[]) and deleted_at is null
      and (expires_at is null or expires_at > now())
    order by id`.execute(database)
  const byHash = groupBy(rows, ({ hash }) => hash)
  return leads.map((lead, place) => {
    const own = Array.isArray(scopes) ? scopes[place] : scopes
    const entries = (hashes[place] ?? []).flatMap((hash) => byHash.get(hash) ?? [])
    return entries
      .filter((entry) => own === 'anywhere' || covers(entry, lead, own ?? {}))
      .map(({ id }) => id)
      .toSorted((one, other) => one - other)
  })
}

/** A lead is asked for with many departments, and numbers begin alike: of such texts each is hashed once. */
function madeOnce(fingerprint: (text: string) => string) {
  const made = new Map<string, string>()
  return (text: string): string => {
    const hash = made.get(text) ?? fingerprint(text)
    made.set(text, hash)
    return hash
  }
}

/** The contacts of a lead, each with what is kept of it. */
const contacts = [
  ['email', 'email_key', 'email_hmac'],
  ['phone', 'phone_key', 'phone_hmac'],
  ['alt_email', 'alt_email_hmac'],
  ['alt_phone', 'alt_phone_hmac'],
  ['ip'],
] as const satisfies readonly (readonly (keyof Lead)[])[]

/** Returns by which of its contacts each of some listed leads is known, by their places: by its name where by none of them. */
export async function listedContacts(
  leads: readonly Partial<Lead>[],
  context: Pick<Context, 'sql' | 'backend'>,
): Promise<(keyof Lead)[][]> {
  const parts = leads.flatMap((lead, place) =>
    contacts
      .filter(([name]) => lead[name])
      .map((names) => ({ place, name: names[0], lead: only(lead, ['source', ...names]) })),
  )
  const alone = parts.map((one) => one.lead)
  const listed = await isListed(alone, { source: 'own' }, context)
  const found = groupBy(
    parts.filter((_, index) => listed[index] !== undefined),
    ({ place }) => place,
  )
  return leads.map((_, place) => found.get(place)?.map(({ name }) => name) ?? ['last_name'])
}

const only = (lead: Partial<Lead>, names: readonly (keyof Lead)[]): Partial<Lead> =>
  Object.fromEntries(names.map((name) => [name, lead[name]]))

interface Change {
  readonly after: Partial<Lead>
  /** Undefined where there was no such person, as of a test lead. */
  readonly before?: Partial<Lead> | undefined
}

/** Returns whether the black list forbids what leads become and did not forbid what they were, by their places. */
export async function becomeListed(
  changes: readonly Change[],
  context: Pick<Context, 'sql' | 'backend'>,
): Promise<boolean[]> {
  const all = changes.flatMap(({ after, before = {} }) => [after, before])
  const found = await entriesAgainst(all, { source: 'own' }, context)
  return changes.map((_, place) => {
    const [now = [], was = []] = found.slice(2 * place, 2 * place + 2)
    return now.some((id) => !was.includes(id))
  })
}

/** Whether an entry holds where a lead is or goes. */
function covers(
  entry: Entry,
  lead: Partial<Lead>,
  { source, broker, department }: Scopes,
): boolean {
  if (entry.scope === 'source') return entry.source === (source === 'own' ? lead.source : source)
  if (entry.scope === 'broker') return entry.broker === broker
  return entry.scope === 'all' || entry.department === department
}

/** For so many leads all hashes are made sooner than the database says which are wanted. */
const few = 3

const allTypes = new Set(Object.keys(entryTypes) as Type[])

/** The types of which there are entries, each found by one step in the index: no hash is made in vain. */
async function typesListed(database: Context['sql']): Promise<Set<Type>> {
  const { rows } = await sql<{ type: Type }>`${prepared}
    select type from unnest(${[...allTypes]}::text[]) as type
    where exists (select from black_list b where b.type = type.type and b.deleted_at is null)
  `.execute(database)
  return new Set(rows.map(({ type }) => type))
}

/**
 * Holds the entries that may forbid leads, for who holds the leads next and counts hits then: who changes an entry or takes it
 * off holds it before its leads.
 */
export async function holdEntries(
  ids: readonly number[],
  context: Pick<Context, 'sql' | 'backend'>,
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<Partial<Lead>>`${prepared}
    select ${sql.join(keys.map((name) => sql.ref(name)))} from leads
    where id = any(${[...ids]}::bigint[])`.execute(context.sql)
  const entries = new Set((await entriesAgainst(rows, 'anywhere', context)).flat())
  if (entries.size > 0) await sql`${heldEntries([...entries])}`.execute(context.sql)
}

/** What `hashesOf` reads of a lead. */
const keys = [
  'email',
  'email_key',
  'email_hmac',
  'alt_email',
  'alt_email_hmac',
  'phone',
  'phone_key',
  'phone_hmac',
  'alt_phone',
  'alt_phone_hmac',
  'ip',
  'first_name',
  'last_name',
  'date_of_birth',
] as const satisfies readonly (keyof Lead)[]

/** In the order of their ids, so that two transactions never wait for each other. */
const heldEntries = (ids: readonly number[]) => sql`
  select id from black_list where id = any(${[...ids]}::bigint[]) order by id for no key update`

/** Counts whom the entries have kept out. They are held before any lead: see `holdEntries`. */
export async function countHits(
  found: readonly (number | undefined)[],
  { sql: database }: Pick<Context, 'sql'>,
): Promise<void> {
  const ids = found.filter((id) => id !== undefined)
  if (ids.length === 0) return
  await sql`
    with held as (${heldEntries(ids)})
    update black_list b set hits = hits + hit.count, last_hit_at = now()
    from (select id, count(*)::integer as count from unnest(${ids}::bigint[]) as id group by id) hit
    where b.id = hit.id and b.id in (select id from held)`.execute(database)
}
