import { sql } from 'kysely'

import { ownSearched, searchWords, type Resource } from '#schema'

import { searchedText } from '../../database/migration/searchIndex.ts'
import { quoted, tableOf } from '../../database/names.ts'
import type { Backend } from '../../kernel/backend.ts'
import { mapInTurns } from '../../kernel/turns/inTurns.ts'

/** What three letters stand where in the searched texts of some records of a large resource, like its index has it of all. */
export interface FragmentShares {
  /** Living or not. */
  readonly records: number
  readonly sampled: number
  /** The numbers of the sampled texts, in ascending order. */
  readonly textsByThree: ReadonlyMap<string, Uint32Array>
}

const wantedTexts = 20_000

/** In fewer texts nothing rare is told from what is not, and all matches of a word are soon read. */
const fewestTexts = 15_000

/** Longer texts stand in the sample with their beginnings. */
const maxLength = 200

export async function readShares(
  { database }: Backend,
  resource: Resource,
): Promise<FragmentShares | undefined> {
  const text = searchedText(ownSearched(resource), 't')
  if (text === '' || resource.view) return undefined
  const { rows: sizes } = await sql<{ records: number }>`
    select reltuples::float8 as records from pg_class
    where oid = ${quoted(resource.name)}::regclass`.execute(database.sql)
  const records = sizes[0]?.records ?? 0
  // Below zero it has never been counted.
  if (records >= 0 && records < fewestTexts) return undefined
  const share = Math.min(100, (wantedTexts * 100) / Math.max(records, 1))
  const { rows } = await sql<{ text: string }>`
    select left(${sql.raw(text)}, ${maxLength}) as text
    from ${tableOf(resource)} t tablesample system (${share})
    limit ${wantedTexts * 2}`.execute(database.sql)
  if (rows.length < fewestTexts) return undefined
  const numbers = new Map<string, number[]>()
  await mapInTurns([...rows.entries()], ([number, { text: one }]) => {
    for (const three of threesOf(one)) {
      const known = numbers.get(three)
      if (!known) numbers.set(three, [number])
      else if (known.at(-1) !== number) known.push(number)
    }
  })
  const textsByThree = new Map(
    [...numbers].map(([three, texts]) => [three, Uint32Array.from(texts)] as const),
  )
  return { records: Math.max(records, 1), sampled: rows.length, textsByThree }
}

function threesOf(text: string): string[] {
  const threes: string[] = []
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]{3,}/gu)) {
    for (let at = 0; at + 3 <= word.length; at += 1) threes.push(word.slice(at, at + 3))
  }
  return threes
}

/** The three letters of which a search finds neither few records nor many. */
export function commonPart({ sampled, textsByThree }: FragmentShares): string | undefined {
  const distance = (texts: Uint32Array) => Math.abs(Math.log(texts.length / (sampled * 0.002)))
  const [first] = [...textsByThree].sort(([, one], [, other]) => distance(one) - distance(other))
  return first?.[0]
}

/** How many records may be expected to have all words of a search: what no text of the sample has, half a one may have. */
export function expectedMatches(shares: FragmentShares, search: string): number {
  const threes = new Set(searchWords(search).flatMap(threesOf))
  const found = new Uint8Array(shares.sampled)
  let times = 0
  let matches = 0
  for (const three of threes) matches = pass(shares, found, three, times, (times += 1))
  return Math.ceil((Math.max(matches, 0.5) * shares.records) / shares.sampled)
}

/** Reading a record takes as long as passing so many entries of the index that finds it. */
const entriesPerRecord = 700

/** Of a long fragment only so many threes are looked at, the rarest. */
const maxThrees = 12

/** Most parts of a word: each number of them makes a statement of its own, which is planned by itself. */
const maxParts = 3

/**
 * Of a fragment the three letters that fewest records have, and others where passing their entries takes less time than
 * reading the records that they keep out of those that the rarest parts of all words of a search let in. Undefined where
 * it has no three letters or digits in a row.
 */
export function rarestParts(
  shares: FragmentShares,
  fragment: string,
  search = fragment,
): string[] | undefined {
  const [rarest, ...others] = byRarity(shares, fragment.toLowerCase()).slice(0, maxThrees)
  if (rarest === undefined) return undefined
  const words = searchWords(search).map((one) => shareOf(shares, byRarity(shares, one)[0]))
  // The share of records that the other words let in: each record kept out is read in this share of them only.
  const beside = words.reduce((a, b) => a * b, 1) / shareOf(shares, rarest)
  const parts = [rarest]
  const found = new Uint8Array(shares.sampled)
  let left = pass(shares, found, rarest, 0, 1)
  while (parts.length < maxParts) {
    const times = parts.length
    const [best] = others
      .map((three) => {
        const rest = pass(shares, found, three, times, times)
        const kept = (left - rest) * beside * entriesPerRecord
        return { three, rest, gain: kept - textsOf(shares, three).length }
      })
      .sort((one, other) => other.gain - one.gain)
    if (!best || best.gain <= 0) break
    parts.push(best.three)
    left = pass(shares, found, best.three, times, times + 1)
  }
  return parts
}

const textsOf = ({ textsByThree }: FragmentShares, three: string) =>
  textsByThree.get(three) ?? new Uint32Array()

/** How many texts that were found so many `times` have three letters too. They are noted as found `now` times. */
function pass(
  shares: FragmentShares,
  found: Uint8Array,
  three: string,
  times: number,
  now: number,
): number {
  let passed = 0
  for (const text of textsOf(shares, three)) {
    if (found[text] !== times) continue
    found[text] = now
    passed += 1
  }
  return passed
}

const byRarity = (shares: FragmentShares, word: string) =>
  threesOf(word).sort((one, other) => shareOf(shares, one) - shareOf(shares, other))

/** Of all records; what no text of the sample has, half a one may have. */
const shareOf = ({ textsByThree, sampled }: FragmentShares, three: string | undefined): number =>
  three === undefined ? 1 : (textsByThree.get(three)?.length ?? 0.5) / sampled
