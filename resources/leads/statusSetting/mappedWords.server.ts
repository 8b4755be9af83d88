import { sql } from 'kysely'

import { groupBy } from '#schema'
import type { Sql } from '#server'

import type { BrokerWord } from './brokerWord.ts'
import {
  departmentWords,
  seenOf,
  seenTogether,
  wordKey,
  type DepartmentWord,
} from './brokerWords.server.ts'

type Mapping = { readonly id: number; readonly compared_as: string; department: number | null }

/** The words of departments, each with the mapping that holds for it: that of its department before that of all. */
async function wordsWithMapping(
  database: Sql,
): Promise<(DepartmentWord & { readonly mapping: number | undefined })[]> {
  const { rows } = await sql<Mapping>`select id, compared_as, department from status_maps`.execute(
    database,
  )
  const ids = new Map(
    rows.map(({ id, compared_as, department }) => [keyOf(department, compared_as), id]),
  )
  return (await departmentWords(database)).map((word) => {
    const key = wordKey(word.broker_status)
    return { ...word, mapping: ids.get(keyOf(word.department, key)) ?? ids.get(keyOf(null, key)) }
  })
}

const keyOf = (department: number | null, word: string) => `${department} ${word}`

/** The words that stand for none of our statuses at some department, the most frequent first. */
export async function unmappedWords(database: Sql): Promise<BrokerWord[]> {
  const statuses = await wordsWithMapping(database)
  const seen = await seenOf(
    statuses.filter(({ mapping }) => mapping === undefined),
    database,
  )
  const together = groupBy(seen, ({ broker_status }) => wordKey(broker_status))
  return [...together.values()]
    .map((some) => ({ broker_status: some[0]?.broker_status ?? '', ...seenTogether(some) }))
    .toSorted((one, other) => other.seen - one.seen)
}

/** The words that a mapping holds for. */
export const wordsUnder = async (id: number, database: Sql): Promise<DepartmentWord[]> =>
  (await wordsWithMapping(database)).filter(({ mapping }) => mapping === id)

/** Writes beside each mapping, or one, what is seen of its words; that is no change of the mapping, and no version of it. */
export async function countSeen(database: Sql, only?: number): Promise<void> {
  const statuses = (await wordsWithMapping(database)).filter(({ mapping }) =>
    only === undefined ? mapping !== undefined : mapping === only,
  )
  const seen = await seenOf(statuses, database)
  // One for each word, in their order.
  const byMapping = groupBy([...statuses.keys()], (at) => statuses[at]?.mapping)
  const counts = [...byMapping].map(([id, places]) => {
    return { id, ...seenTogether(places.flatMap((at) => seen[at] ?? [])) }
  })
  await sql`
    update status_maps m set seen = coalesce(w.seen, 0), last_seen_at = w.last_seen_at
    from status_maps known left join jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as w(id bigint, seen int, last_seen_at timestamptz) on w.id = known.id
    where m.id = known.id and (${only ?? null}::bigint is null or m.id = ${only ?? null})
      and (m.seen, m.last_seen_at) is distinct from (coalesce(w.seen, 0), w.last_seen_at)`.execute(
    database,
  )
}
