import type { Resource, User } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import { keyOf, type Key } from '../../records/write/validation/keys.ts'
import {
  findSame,
  createdSince,
  type Match,
  type SameRule,
} from '../../records/write/validation/same.ts'
import { labelOf } from '../rows/columns.ts'
import type { Candidate } from '../rows/convert.ts'
import type { Refusal } from './refusal.ts'
import { msg } from '../../../texts/serverMsg.ts'

/**
 * Parts the rows whose record would share a key with another from those that are new. An empty value is
 * like no other. A record that others were still saving when the rows came is told apart.
 */
export async function partDuplicates(
  { resource, user, rule }: { resource: Resource; user: User; rule: SameRule },
  candidates: readonly Candidate[],
  known: KnownRecords,
  database: Sql,
): Promise<{ fresh: Candidate[]; refused: Refusal[] }> {
  const { keys, mark } = rule
  const records = candidates.map(({ values }) => values)
  const matches = new Map<number, Match>()
  for (const match of await findSame({ resource, user, records, rule }, database)) {
    if (!matches.has(match.place)) matches.set(match.place, match)
  }
  const codeOf = await codesOf(resource, [...matches.values()], known, database)
  const seen = keys.map(() => new Map<string, number>())
  const fresh: Candidate[] = []
  const refused: Refusal[] = []
  candidates.forEach((candidate, place) => {
    const match = matches.get(place)
    const refusal = match
      ? duplicate(resource, keys, candidate, match, codeOf(match))
      : duplicateInChunk(resource, keys, candidate, seen)
    if (refusal && mark) {
      fresh.push({ ...candidate, values: { ...candidate.values, [mark]: true } })
    } else if (refusal) refused.push(refusal)
    else fresh.push(candidate)
  })
  return { fresh, refused }
}

/** Parts the rows that have a key of an earlier one of the same chunk from the others. */
export function splitDuplicates(
  resource: Resource,
  keys: readonly Key[],
  candidates: readonly Candidate[],
): { fresh: Candidate[]; refused: Refusal[] } {
  const seen = keys.map(() => new Map<string, number>())
  const fresh: Candidate[] = []
  const refused = candidates.flatMap((candidate) => {
    const problem = duplicateInChunk(resource, keys, candidate, seen)
    if (!problem) fresh.push(candidate)
    return problem ? [problem] : []
  })
  return { fresh, refused }
}

/** What is known of the records that are there. */
interface KnownRecords {
  /** Whether an earlier row of the same file became it. */
  isOurs?(id: number): boolean
  /** What was there before the keys of the rows were held (`lockKeys`). */
  readonly before?: string | undefined
}

type Code = 'duplicate' | 'duplicate_in_file' | 'duplicate_processing'

async function codesOf(
  resource: Resource,
  matches: readonly Match[],
  { isOurs = () => false, before }: KnownRecords,
  database: Sql,
): Promise<(match: Match) => Code> {
  const ids = matches.flatMap(({ id }) => (isOurs(id) ? [] : [id]))
  const late = before ? await createdSince(before, { resource, ids }, database) : new Set()
  return ({ id }) => {
    if (isOurs(id)) return 'duplicate_in_file'
    return late.has(id) ? 'duplicate_processing' : 'duplicate'
  }
}

function duplicate(
  resource: Resource,
  keys: readonly Key[],
  { row, values }: Candidate,
  { id, key, is_visible }: Match,
  code: Code,
): Refusal {
  const label = sharedLabels(resource, keys[key], values)
  if (code === 'duplicate_in_file') {
    const reason = msg('same_as_in_an_earlier_row', { label })
    return { row, code, reason, match: id }
  }
  const plain = msg('same_as_in', { label, other: msg('a_record_that_is_there_already') })
  const named = msg('same_as_in', { label, other: `${resource.one.toLowerCase()} ${id}` })
  const shown = is_visible && { visibleMatch: id }
  return { row, code, reason: is_visible ? named : plain, plain, match: id, ...shown }
}

/** Whether an earlier row of the same chunk has one of the keys; otherwise the row takes them. */
function duplicateInChunk(
  resource: Resource,
  keys: readonly Key[],
  { row, values }: Candidate,
  seen: readonly Map<string, number>[],
): Refusal | undefined {
  const own = keys.map((key) => keyOf(values, key))
  const place = own.findIndex((key, index) => key !== undefined && seen[index]?.has(key))
  if (place >= 0) {
    const label = sharedLabels(resource, keys[place], values)
    const earlier = seen[place]?.get(own[place] ?? '')
    return { row, code: 'duplicate_in_file', reason: msg('same_as_in_row', { label, earlier }) }
  }
  own.forEach((key, index) => key !== undefined && seen[index]?.set(key, row.number))
  return undefined
}

/** The labels of what a row shares with another: of a key in which blank values are alike, only what is filled in. */
export function sharedLabels(
  resource: Resource,
  key: Key | undefined,
  values: Candidate['values'],
): string {
  const names = (key?.names ?? []).filter((name) => (values[name] ?? null) !== null)
  return names.map((name) => labelOf(resource, name)).join(', ')
}
