import { expect } from 'vitest'

import type { SendRow } from './model.ts'

type Pair = Pick<SendRow, 'lead' | 'department'>

const nameOf = ({ lead, department }: Pair) => `${lead} ${department}`

/** What people have asked for: a lead is sold as often as that, and no more. */
export function createOrders() {
  /** How often a lead was put in line for one of some departments. */
  const plans = new Map<number, number>()
  /** Leads and departments that a person has decided about, rightly or not, or has asked for alone. */
  const decided = new Set<string>()
  /** Sends that ended by product.md 4.2 as not accepted, and that the broker has all the same. */
  const excused = new Map<number, SendRow>()

  return {
    add: (lead: number) => void plans.set(lead, (plans.get(lead) ?? 0) + 1),
    decide: (pair: Pair) => void decided.add(nameOf(pair)),
    excuse: (row: SendRow) => void excused.set(row.id, row),
    isExcused: (id: number) => excused.has(id),

    /** Checks the sends that the broker has taken, and that of two companions one has a lead. */
    check(taken: readonly SendRow[], companions: readonly number[]): void {
      const pardoned = new Set([...decided, ...[...excused.values()].map(nameOf)])
      for (const [lead, count] of plans) {
        const own = taken.filter((row) => row.lead === lead && !pardoned.has(nameOf(row)))
        const departments = new Set(own.map(({ department }) => department))
        expect([lead, departments.size <= count]).toEqual([lead, true])
        const both = companions.filter((one) => departments.has(one))
        expect([lead, both.length <= 1]).toEqual([lead, true])
      }
    },
  }
}
