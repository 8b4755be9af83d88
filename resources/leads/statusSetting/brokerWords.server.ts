import { sql } from 'kysely'

import type { Sql } from '#server'

import { seenLimit, type BrokerWord } from './brokerWord.ts'

/** How words are compared (product.md 9.1). */
export const wordKey = (word: string): string => word.trim().toLowerCase()

/**
 * The words of the leads with what is seen of them. The index of the field holds all of it: it is stepped through from one
 * word to the next, and of each word at most `seenLimit` entries are read, those of the newest leads.
 */
export async function brokerWords(database: Sql): Promise<BrokerWord[]> {
  const { rows } = await sql<BrokerWord>`
    with recursive words as (
      select min(broker_status collate "und-x-icu") as word from leads where deleted_at is null
      union all
      select (
        select min(broker_status collate "und-x-icu") from leads
        where broker_status collate "und-x-icu" > words.word and deleted_at is null
      ) from words where words.word is not null
    )
    select word as broker_status, seen, last_seen_at
    from (select word from words where word is not null limit 500) known
      cross join lateral (
        select count(*)::int as seen, max(status_changed_at) as last_seen_at from (
          select status_changed_at from leads
          where broker_status collate "und-x-icu" = word and deleted_at is null
          order by id desc limit ${seenLimit}
        ) newest
      ) counted`.execute(database)
  return rows
}

/** The same of words that are compared as one, by what they are compared as. */
export function byKey(words: readonly BrokerWord[]): Map<string, BrokerWord> {
  const found = new Map<string, BrokerWord>()
  for (const word of words) {
    const key = wordKey(word.broker_status)
    const same = found.get(key)
    const seen = Math.min(seenLimit, word.seen + (same?.seen ?? 0))
    const times = [word.last_seen_at, same?.last_seen_at].filter((one) => typeof one === 'string')
    found.set(key, { ...word, ...same, seen, last_seen_at: times.toSorted().at(-1) ?? null })
  }
  return found
}
