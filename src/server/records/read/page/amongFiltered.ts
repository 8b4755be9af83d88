import { sql } from 'kysely'

import { orderOf, unsortedSql } from '../order.ts'
import { sourceOf } from '../source.ts'
import { estimateOf, type FoundPage } from './foundPage.ts'
import { keyOf, type Listing } from './listing.ts'

/** So many records are soon read. */
const maxFiltered = 5_000

/** Finding a record by the index of a search takes so much less time than reading one of those that filters let in. */
const foundPerRead = 20

/**
 * The page of a search that rule and filters narrow to few records, of words that many have: an index often says of those
 * few by itself which they are, and they alone are read. Undefined where they are too many, or more than the words say.
 */
export async function amongFiltered(listing: Listing): Promise<FoundPage | undefined> {
  const { backend, resource, filtered, where } = listing
  if (!filtered || filtered.ofWords < foundPerRead) return undefined
  const withoutWords = { ...listing, where: filtered.where, expected: undefined }
  const maxRecords = Math.min(maxFiltered, filtered.ofWords / foundPerRead)
  if ((await estimateOf(withoutWords)) > maxRecords) return undefined
  const { rows } = await sql<{ ids: number[]; matched: number; filtered: number }>`
    with filtered as materialized (
      select t.id from ${sourceOf(resource)} t where ${filtered.where} limit ${sql.lit(maxFiltered + 1)}
    ),
    found as materialized (
      ${unsortedSql(listing)} where t.id = any(array(select id from filtered)) and ${where}
    )
    select (select count(*) from filtered) as filtered, (select count(*) from found) as matched,
      array(
        select t.id from found t order by ${orderOf(listing)}
        limit ${sql.lit(listing.limit)} offset ${sql.lit(listing.offset)}
      ) as ids`.execute(listing.database)
  const { ids = [], matched = 0, filtered: read = 0 } = rows[0] ?? {}
  if (read <= maxFiltered) return { ids, total: { count: matched, is: 'exact' } }
  // The planner knows nothing of values that go together.
  backend.estimates.set(keyOf(withoutWords), read)
  return undefined
}
