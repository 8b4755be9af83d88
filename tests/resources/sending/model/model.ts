import { expect } from 'vitest'

/** What the model believes of a lead and a department. */
interface Pair {
  /**
   * Free: nothing is under way and nothing was taken. Open: it waits for a call. Claimed: an attempt is written. Taken:
   * accepted, or perhaps.
   */
  is: 'free' | 'open' | 'claimed' | 'taken'
  /** Calls since it was planned, or sent again. */
  calls: number
}

/** The row of a send as it is compared. */
export interface SendRow {
  readonly id: number
  readonly lead: number
  readonly department: number
  readonly state: string
  readonly failure_status: string | null
  readonly holds: boolean | null
  readonly others: readonly number[]
  readonly send_key: string
  readonly next_attempt_at: string | null
  readonly leased_until: string | null
  readonly reserved: readonly string[] | null
}

/** How many calls a send of the model's integrations gets at most. */
export const mostCalls = 2

type Answer = 'taken' | 'refused' | 'later' | 'again'

/** What follows from each answer of the played broker. `again` is given up after some calls. */
export const answers: Readonly<Record<string, Answer>> = {
  success: 'taken',
  slow: 'taken',
  cut: 'taken',
  'cut-before': 'taken',
  error: 'taken',
  'error-after-accept': 'taken',
  malformed: 'taken',
  page: 'taken',
  unmatched: 'taken',
  large: 'taken',
  duplicate: 'refused',
  rejected: 'refused',
  redirect: 'refused',
  capacity: 'later',
  auth: 'later',
  unauthorized: 'later',
  limited: 'again',
  unavailable: 'again',
}

const statesOf: Readonly<Record<Pair['is'], readonly string[]>> = {
  free: ['rejected', 'failed', 'skipped', 'cancelled', 'returned'],
  open: ['pending', 'waiting', 'retrying'],
  claimed: ['sending'],
  taken: ['sent', 'unknown'],
}

/** A simple picture of what should be, moved by the same steps as the engine. */
export function createModel() {
  const pairs = new Map<string, Pair>()
  const known = new Set<number>()
  /** Sends of which a person has said what became of them, whatever the broker holds. */
  const decided = new Set<number>()

  function pairOf({ lead, department }: Pick<SendRow, 'lead' | 'department'>): Pair {
    const key = `${lead} ${department}`
    const pair = pairs.get(key) ?? { is: 'free', calls: 0 }
    pairs.set(key, pair)
    return pair
  }

  /** New rows may stand only where nothing is under way and nothing was taken. */
  function learn(rows: readonly SendRow[]): void {
    for (const row of rows.filter(({ id }) => !known.has(id))) {
      known.add(row.id)
      const pair = pairOf(row)
      if (row.failure_status === 'Already sent') expect(pair.is).not.toBe('free')
      if (row.state === 'skipped') continue
      expect(pair.is).toBe('free')
      open(row)
    }
  }

  /** It is to be called, as if for the first time. */
  function open(row: SendRow): void {
    Object.assign(pairOf(row), { is: 'open', calls: 0 })
  }

  /** An attempt is written: no second one may be for what is claimed elsewhere or was taken. */
  function claim(row: SendRow): void {
    const pair = pairOf(row)
    expect([row.send_key, pair.is]).toEqual([row.send_key, 'open'])
    pair.is = 'claimed'
    pair.calls += 1
  }

  function answer(row: SendRow, scenario: string): void {
    const pair = pairOf(row)
    const meaning = answers[scenario]
    const isOver =
      meaning === 'refused' ||
      (meaning === 'later' && row.others.length > 0) ||
      (meaning === 'again' && pair.calls >= mostCalls)
    pair.is = meaning === 'taken' ? 'taken' : isOver ? 'free' : 'open'
  }

  /** Checks that each row says what the model says of its pair. */
  function compare(rows: readonly SendRow[]): void {
    const held = new Map(
      rows.filter(({ holds }) => holds).map((row) => [`${row.lead} ${row.department}`, row]),
    )
    for (const { id, holds, state, next_attempt_at, leased_until } of rows) {
      if (!holds) expect(statesOf.free).toContain(state)
      // What is open is looked at again, and so is what a process holds: nothing is lost.
      const isOpen = statesOf.open.includes(state)
      const times = [next_attempt_at !== null, leased_until !== null]
      expect([id, state, ...times]).toEqual([id, state, isOpen, state === 'sending'])
    }
    for (const [key, { is }] of pairs) {
      const row = held.get(key)
      expect([key, row !== undefined]).toEqual([key, is !== 'free'])
      if (row)
        expect([key, row.state, statesOf[is].includes(row.state)]).toEqual([key, row.state, true])
    }
  }

  return { decided, pairOf, learn, open, claim, answer, compare }
}
