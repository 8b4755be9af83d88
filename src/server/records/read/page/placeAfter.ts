import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'

import { memoizeByObject } from '#schema'

import type { Backend } from '../../../kernel/backend.ts'
import { storedIn } from '../source.ts'
import type { Listing } from './listing.ts'
import { orderOf } from '../order.ts'
import { placeSql, walkIds, type Walk, type WalkPlace } from './walk.ts'
import { ruleCondition } from '../where.ts'

interface KnownPlace {
  readonly id: number
  readonly place: string
}

/** By the order and the number of records. */
const cacheOf = memoizeByObject<Backend, LRUCache<string, KnownPlace>>(
  () => new LRUCache({ max: 1_000, ttl: ttlMs }),
)

const ttlMs = 3_600_000

/**
 * Where the record stands that comes after so many others in a walk, whatever is searched for. The record is remembered for
 * an hour, and taken again as long as it stands where it stood: some records more or less before it do not matter.
 */
export async function placeAfter(
  walk: Walk,
  listing: Listing,
  entries: number,
): Promise<WalkPlace | undefined> {
  const { backend, resource } = listing
  const cache = cacheOf(backend)
  const { sql: order, parameters } = orderOf(listing).compile(backend.database.sql)
  const key = JSON.stringify([resource.name, order, parameters, entries])
  const known = cache.get(key)
  const again = known && (await placeOf(walk, listing, known.id))
  if (again && JSON.stringify(again) === known.place) return again
  const stretch = { limit: 1, offset: entries, isReversed: false }
  const [id] = await walkIds(walk, ruleCondition(resource, true), stretch, listing.database)
  const place = id && (await placeOf(walk, listing, id))
  if (!id || !place) return undefined
  cache.set(key, { id, place: JSON.stringify(place) })
  return place
}

async function placeOf(
  walk: Walk,
  { resource, database }: Listing,
  id: number,
): Promise<WalkPlace | undefined> {
  const { rows } = await sql<{ place: WalkPlace }>`
    select ${placeSql(walk)} as place from ${storedIn(resource)} t
    where t.id = ${id} and ${ruleCondition(resource, true)}`.execute(database)
  return rows[0]?.place
}
