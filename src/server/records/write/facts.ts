import { countedBy, matches, type Counted, type Resource } from '#schema'

import type { Row } from '../read/select.ts'

/** Something that happened: so many more, or fewer, of what has this name. */
export interface Fact {
  readonly name: string
  /** The quarter of an hour, by its first moment: days of every time zone begin with one. */
  readonly at: string
  readonly value: number
}

/** What a write of one record changes in the sums. Without `before` the record is new, without `after` it is gone. */
export function factsOf(
  resource: Resource,
  before: Row | undefined,
  after: Row | undefined,
): Fact[] {
  return Object.entries<Counted>(resource.counted ?? {}).flatMap(([name, sum]) => {
    const { by, where } = countedBy(sum)
    const quarterIn = (record: Row | undefined) =>
      record && matches(where, record) ? quarterOf(record, by) : undefined
    const [from, to] = [quarterIn(before), quarterIn(after)]
    if (from === to) return []
    return [
      ...(from ? [{ name, at: from, value: -1 }] : []),
      ...(to ? [{ name, at: to, value: 1 }] : []),
    ]
  })
}

const quarter = 900_000

/** The quarter of a value as the database answers it; of a day the first in UTC. What was put out of sight has none. */
function quarterOf(record: Row, field: string): string | undefined {
  const value = record['deleted_at'] ? undefined : record[field]
  if (typeof value !== 'string') return undefined
  return new Date(Math.floor(Date.parse(value) / quarter) * quarter).toISOString()
}

/** One fact for each name and quarter; what comes to nothing is left out. */
export function summed(facts: readonly Fact[]): Fact[] {
  const sums = new Map<string, Fact>()
  for (const fact of facts) {
    const key = `${fact.name} ${fact.at}`
    sums.set(key, { ...fact, value: fact.value + (sums.get(key)?.value ?? 0) })
  }
  return [...sums.values()].filter(({ value }) => value !== 0)
}
