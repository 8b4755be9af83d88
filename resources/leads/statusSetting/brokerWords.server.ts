import { sql } from 'kysely'

import type { Sql } from '#server'

import { seenLimit, type BrokerWord } from './brokerWord.ts'

/** How words are compared (product.md 9.1). */
export const wordKey = (word: string): string => word.trim().toLowerCase()

/** A word that the broker of a department uses, as it was written. */
export interface DepartmentWord {
  readonly department: number
  readonly broker_status: string
}

export type SeenWord = DepartmentWord & BrokerWord

/** The words of a department, or of all: the index that holds them is stepped through from one word to the next. */
export async function departmentWords(
  database: Sql,
  department?: number,
): Promise<DepartmentWord[]> {
  const { rows } = await sql<DepartmentWord>`
    select d.id as department, known.word as broker_status
    from broker_departments d cross join lateral (
      with recursive statuses as (
        select min(broker_status) as word from sends where department = d.id
        union all
        select (
          select min(broker_status) from sends
          where department = d.id and broker_status > statuses.word
        ) from statuses where statuses.word is not null
      )
      select word from statuses where word is not null limit 500
    ) known
    where ${department === undefined ? sql`true` : sql`d.id = ${department}`}`.execute(database)
  return rows
}

/** What is seen of each of some words, in their order: of each at most `seenLimit` entries of the same index are read, the newest. */
export async function seenOf(
  statuses: readonly DepartmentWord[],
  database: Sql,
): Promise<SeenWord[]> {
  if (statuses.length === 0) return []
  const { rows } = await sql<SeenWord>`
    select one.department, one.broker_status, counted.seen, counted.last_seen_at
    from unnest(${statuses.map((one) => one.department)}::bigint[],
        ${statuses.map((one) => one.broker_status)}::text[]) with ordinality as one (department, broker_status, place)
      cross join lateral (
        select count(*)::integer as seen, max(broker_status_at) as last_seen_at from (
          select broker_status_at from sends s
          where s.department = one.department and s.broker_status = one.broker_status
          order by broker_status_at desc limit ${seenLimit}
        ) newest
      ) counted
    order by one.place`.execute(database)
  return rows
}

/** What is seen of several words together; the first gives its name. */
export function seenTogether(statuses: readonly BrokerWord[]): Omit<BrokerWord, 'broker_status'> {
  const seen = statuses.reduce((sum, one) => sum + one.seen, 0)
  const times = statuses.flatMap(({ last_seen_at }) => last_seen_at ?? [])
  return { seen: Math.min(seenLimit, seen), last_seen_at: times.toSorted().at(-1) ?? null }
}
