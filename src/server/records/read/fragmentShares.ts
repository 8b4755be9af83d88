import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'

import { ownSearched, searchWords, type Resource } from '#schema'

import { searchedText } from '../../database/migration/indexes.ts'
import { quoted, tableOf } from '../../database/names.ts'
import type { Backend } from '../../kernel/backend.ts'
import { mapInTurns } from '../../kernel/inTurns.ts'

/** What three letters stand where in the searched texts of some records of a large resource, like its index has it of all. */
export interface FragmentShares {
  /** Living or not. */
  readonly records: number
  readonly sampled: number
  /** The numbers of the sampled texts, in ascending order. */
  readonly textsByThree: ReadonlyMap<string, Uint32Array>
}

const caches = new WeakMap<Backend, ReturnType<typeof createCache>>()

/**
 * The shares as a sample had them. The first request after ten minutes has another one read for those that come after it,
 * and is answered with the old one: undefined until a first one was read, and in small tables.
 */
export function fragmentSharesOf(backend: Backend, resource: Resource): FragmentShares | undefined {
  const cache = caches.get(backend) ?? createCache(backend)
  caches.set(backend, cache)
  // A search that cannot be sampled, as in a database that is being closed, is done without.
  cache.fetch(resource.name, { context: resource }).catch(() => undefined)
  const shares = cache.get(resource.name, { allowStale: true })
  return shares && shares.sampled >= fewestTexts ? shares : undefined
}

function createCache(backend: Backend) {
  return new LRUCache<string, FragmentShares, Resource>({
    max: 20,
    ttl: 600_000,
    fetchMethod: (_name, _old, { context }) => readShares(backend, context),
  })
}

const wantedTexts = 20_000

/** In fewer texts nothing rare is told from what is not, and all matches of a word are soon read. */
const fewestTexts = 15_000

/** Longer texts stand in the sample with their beginnings. */
const maxLength = 200

async function readShares({ database }: Backend, resource: Resource): Promise<FragmentShares> {
  const text = searchedText(ownSearched(resource), 't')
  if (text === '' || resource.view) return { records: 0, sampled: 0, textsByThree: new Map() }
  const size = sql`(
    select greatest(reltuples, 1) from pg_class where oid = ${quoted(resource.name)}::regclass)`
  const { rows } = await sql<{ text: string; records: number }>`
    select left(${sql.raw(text)}, ${maxLength}) as text, ${size}::float8 as records
    from ${tableOf(resource)} t
    tablesample system ((select least(100, ${wantedTexts * 100} / ${size})))
    limit ${wantedTexts * 2}`.execute(database.sql)
  const numbers = new Map<string, number[]>()
  await mapInTurns([...rows.entries()], ([number, { text: one }]) => {
    for (const three of new Set(threesOf(one))) {
      const known = numbers.get(three)
      if (known) known.push(number)
      else numbers.set(three, [number])
    }
  })
  const textsByThree = new Map(
    [...numbers].map(([three, texts]) => [three, Uint32Array.from(texts)] as const),
  )
  return { records: rows[0]?.records ?? 0, sampled: rows.length, textsByThree }
}

const threesOf = (text: string): string[] =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]{3,}/gu)
    ?.flatMap((word) =>
      Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3)),
    ) ?? []

/** How many records may be expected to have all words of a search: what no text of the sample has, half a one may have. */
export function expectedMatches(shares: FragmentShares, search: string): number {
  const threes = [...new Set(searchWords(search).flatMap(threesOf))]
  const found = new Uint8Array(shares.sampled)
  let matches = 0
  for (const [index, three] of threes.entries()) {
    matches = 0
    for (const text of shares.textsByThree.get(three) ?? []) {
      if (found[text] !== index) continue
      found[text] = index + 1
      matches += 1
    }
  }
  return Math.ceil((Math.max(matches, 0.5) * shares.records) / shares.sampled)
}

/**
 * Of a fragment the three letters that fewest records have, and the next three that do not overlap with them: an index of
 * threes finds two of them sooner than all. Undefined where it has no three letters or digits in a row.
 */
export function rarestParts(shares: FragmentShares, fragment: string): string[] | undefined {
  const count = (three: string) => shares.textsByThree.get(three)?.length ?? 0
  const word = fragment.toLowerCase()
  const [rarest, ...others] = threesOf(word).sort((one, other) => count(one) - count(other))
  if (rarest === undefined) return undefined
  const at = word.indexOf(rarest)
  const second = others.find((three) => Math.abs(word.indexOf(three) - at) >= 3)
  return [rarest, ...(second === undefined ? [] : [second])]
}
