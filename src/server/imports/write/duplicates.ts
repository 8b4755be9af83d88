import type { Resource, User } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import { keyOf, type Key } from '../../records/write/validation/keys.ts'
import { findSame, type Match, type SameRule } from '../../records/write/validation/same.ts'
import { labelOf } from '../rows/columns.ts'
import type { Candidate } from '../rows/convert.ts'
import type { Refusal } from './refusal.ts'
import { msg } from '../../../texts/serverMsg.ts'

/**
 * Parts the rows whose record would share a key with another from those that are new. An empty value is
 * like no other. `isOurs` knows the records that earlier rows of the same file became.
 */
export async function partDuplicates(
  { resource, user, rule }: { resource: Resource; user: User; rule: SameRule },
  candidates: readonly Candidate[],
  isOurs: (id: number) => boolean,
  database: Sql,
): Promise<{ fresh: Candidate[]; refused: Refusal[] }> {
  const { keys, mark } = rule
  const records = candidates.map(({ values }) => values)
  const matches = new Map<number, Match>()
  for (const match of await findSame({ resource, user, records, rule }, database)) {
    if (!matches.has(match.place)) matches.set(match.place, match)
  }
  const seen = keys.map(() => new Map<string, number>())
  const fresh: Candidate[] = []
  const refused: Refusal[] = []
  candidates.forEach((candidate, place) => {
    const match = matches.get(place)
    const refusal = match
      ? known(resource, keys, candidate, match, isOurs(match.id))
      : twice(resource, keys, candidate, seen)
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
    const problem = twice(resource, keys, candidate, seen)
    if (!problem) fresh.push(candidate)
    return problem ? [problem] : []
  })
  return { fresh, refused }
}

function known(
  resource: Resource,
  keys: readonly Key[],
  { row }: Candidate,
  { id, key, is_visible }: Match,
  isOurs: boolean,
): Refusal {
  const label = labelsOf(resource, keys[key]?.names ?? [])
  if (isOurs) {
    const reason = msg('same_as_in_an_earlier_row', { label })
    return { row, code: 'duplicate_in_file', reason, match: id }
  }
  const plain = msg('same_as_in', { label, other: msg('a_record_that_is_there_already') })
  const named = msg('same_as_in', { label, other: `${resource.one.toLowerCase()} ${id}` })
  const shown = is_visible && { visibleMatch: id }
  return { row, code: 'duplicate', reason: is_visible ? named : plain, plain, match: id, ...shown }
}

/** Whether an earlier row of the same chunk has one of the keys; otherwise the row takes them. */
function twice(
  resource: Resource,
  keys: readonly Key[],
  { row, values }: Candidate,
  seen: readonly Map<string, number>[],
): Refusal | undefined {
  const own = keys.map((key) => keyOf(values, key))
  const place = own.findIndex((key, index) => key !== undefined && seen[index]?.has(key))
  if (place >= 0) {
    const label = labelsOf(resource, keys[place]?.names ?? [])
    const earlier = seen[place]?.get(own[place] ?? '')
    return { row, code: 'duplicate_in_file', reason: msg('same_as_in_row', { label, earlier }) }
  }
  own.forEach((key, index) => key !== undefined && seen[index]?.set(key, row.number))
  return undefined
}

export function labelsOf(resource: Resource, names: readonly string[]): string {
  return names.map((name) => labelOf(resource, name)).join(', ')
}
