import type { RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'

import { memoizeByObject } from '#schema'

import type { Backend } from '../../../kernel/backend.ts'
import { keyOf, type Listing } from './listing.ts'
import { orderOf } from '../order.ts'
import type { Stretch } from './part.ts'
import { placeSql, walkBeside, walkOn, type Found, type Walk, type WalkPlace } from './walk.ts'

/** A place in a list, just before a record or just behind it. */
interface KnownPlace {
  readonly place: WalkPlace
  readonly isBehind: boolean
  /** How many records come before it. */
  readonly rank: number
  /** When they were counted from an end of the list; from another place it is as old as that one. */
  readonly countedAt: number
  readonly readAt: number
}

/** A page up to here is always counted from an end of its list. */
const nearOffset = 20_000

/** What is written meanwhile moves a far page by as many records. */
const ttlMs = 60_000

/** Of one list. */
const maxPlaces = 50

/** Characters of all of them. */
const maxSize = 8_000_000

/** Of a backend: the places by what is listed in which order, the latest first, and when users changed how many there are. */
const knownTo = memoizeByObject((backend: Backend) => {
  const sizeCalculation = (places: readonly KnownPlace[]) => JSON.stringify(places).length
  const lists = new LRUCache<string, readonly KnownPlace[]>({
    maxSize,
    sizeCalculation,
    ttl: ttlMs,
    ttlAutopurge: true,
  })
  const resizedAt = new LRUCache<string, number>({ max: 1_000 })
  backend.commits.on('resize', (resource, user) => resizedAt.set(`${resource} ${user}`, Date.now()))
  return { lists, resizedAt }
})

/**
 * A stretch of a list from its nearer end, or from a place that is nearer and known from a page that was read a moment ago. So
 * a page that comes after another one begins where that one ends, whatever is written meanwhile. For users who have made or
 * deleted such records themselves it is counted anew.
 */
export async function stretchBeside<Value>(
  walk: Walk,
  listing: Listing,
  { stretch, beside }: { readonly stretch: Stretch; readonly beside: RawBuilder<Value> },
): Promise<Found<Value> & { readonly isCounted: boolean }> {
  const { backend, resource, where, database, user, offset: begin } = listing
  const end = begin + stretch.limit
  const read = (from: Walk, one: Stretch, place?: RawBuilder<WalkPlace>) =>
    walkBeside(from, where, { stretch: one, beside, ...(place && { place }) }, database)
  if (stretch.offset + stretch.limit < nearOffset) {
    return { ...(await read(walk, stretch)), isCounted: true }
  }
  const now = Date.now()
  const { lists, resizedAt } = knownTo(backend)
  const key = `${keyOf(listing)} ${orderOf(listing).compile(backend.database.sql).sql}`
  const since = resizedAt.get(`${resource.name} ${user.id}`) ?? 0
  const places = (lists.get(key) ?? []).filter(({ countedAt }) => countedAt > since)
  const nearest = stretch.offset > nearOffset ? nearestOf(places, begin, end) : undefined
  const start = nearest && nearest.stretch.offset < stretch.offset ? nearest : undefined
  const found = await (start
    ? read(behindOrBefore(walk, start), start.stretch, placeSql(walk))
    : read(walk, stretch, placeSql(walk)))
  const { isReversed } = start?.stretch ?? stretch
  const rank = isReversed ? end - found.ids.length : begin
  const times = { countedAt: start?.countedAt ?? now, readAt: now }
  const [first, last] = [found.ids[0], found.ids.at(-1)].map((id) => found.places.get(id))
  if (first && last) {
    const ends = [
      { place: first, isBehind: false, rank, ...times },
      { place: last, isBehind: true, rank: rank + found.ids.length, ...times },
    ]
    const others = (lists.get(key) ?? []).filter((one) => ends.every((it) => it.rank !== one.rank))
    lists.set(key, [...ends, ...others].slice(0, maxPlaces))
  }
  return { ...found, isCounted: !start }
}

interface Start extends KnownPlace {
  /** The page as it lies from there. */
  readonly stretch: Stretch
}

function nearestOf(places: readonly KnownPlace[], begin: number, end: number): Start | undefined {
  const starts = places.flatMap((known): Start[] => {
    const isReversed = known.rank > begin
    const offset = isReversed ? known.rank - end : begin - known.rank
    // Who turns pages goes on from the last one, as long as that takes.
    const isNext = offset === 0 && known.isBehind !== isReversed
    const age = Date.now() - (isNext ? known.readAt : known.countedAt)
    if (offset < 0 || age > ttlMs) return []
    return [{ ...known, stretch: { limit: end - begin, offset, isReversed } }]
  })
  return starts.toSorted((one, other) => one.stretch.offset - other.stretch.offset)[0]
}

function behindOrBefore(walk: Walk, { place, isBehind, stretch: { isReversed } }: Start): Walk {
  if (isReversed) return walkOn(walk, isBehind ? 'upTo' : 'before', place)
  return walkOn(walk, isBehind ? 'behind' : 'from', place)
}
