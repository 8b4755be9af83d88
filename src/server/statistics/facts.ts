import type { Resource } from '#schema'

import type { Row } from '../records/select.ts'

/** Something that happened on a day: so many more, or fewer, of what has this name. */
export interface Fact {
  readonly name: string
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string
  readonly value: number
}

/** What a write of one record changes in the sums. Without `before` the record is new, without `after` it is gone. */
export function factsOf(
  resource: Resource,
  before: Row | undefined,
  after: Row | undefined,
): Fact[] {
  return Object.entries(resource.counted ?? {}).flatMap(([name, field]) => {
    const [from, to] = [dayOf(before, field), dayOf(after, field)]
    if (from === to) return []
    return [
      ...(from ? [{ name, day: from, value: -1 }] : []),
      ...(to ? [{ name, day: to, value: 1 }] : []),
    ]
  })
}

/** The day of a value as the database answers it. What was put out of sight has none. */
function dayOf(record: Row | undefined, field: string): string | undefined {
  const value = record?.['deleted_at'] ? undefined : record?.[field]
  return typeof value === 'string' ? value.slice(0, 10) : undefined
}

/** One fact for each name and day; what comes to nothing is left out. */
export function summed(facts: readonly Fact[]): Fact[] {
  const sums = new Map<string, Fact>()
  for (const fact of facts) {
    const key = `${fact.name} ${fact.day}`
    sums.set(key, { ...fact, value: fact.value + (sums.get(key)?.value ?? 0) })
  }
  return [...sums.values()].filter(({ value }) => value !== 0)
}
