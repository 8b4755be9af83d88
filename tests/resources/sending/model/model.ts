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
  /** One of these calls may have been accepted, and was made again only since that is safe. */
  isDoubtful: boolean
  /** Sends of it that an attempt may have brought to the broker, by their ids. */
  readonly arrived: Set<number>
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

type Answer = 'taken' | 'refused' | 'duplicate' | 'later' | 'again'

/**
 * What follows from each answer of the played broker. `again` is given up after some calls. `taken`: accepted,
 * or perhaps; where it is safe to repeat what is not known is called again.
 */
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
  duplicate: 'duplicate',
  rejected: 'refused',
  redirect: 'refused',
  capacity: 'later',
  auth: 'later',
  unauthorized: 'later',
  limited: 'again',
  unavailable: 'again',
  'gateway-after-accept': 'again',
}

/** Of the taken ones those that are called again where that is safe. */
const repeated = new Set(['slow', 'cut', 'cut-before', 'error', 'error-after-accept'])
/** After them the lead may be at the broker. */
const arriving = new Set(['unavailable', 'gateway-after-accept'])

const statesOf: Readonly<Record<Pair['is'], readonly string[]>> = {
  free: ['rejected', 'failed', 'skipped', 'cancelled', 'returned'],
  open: ['pending', 'waiting', 'retrying'],
  claimed: ['sending'],
  taken: ['sent', 'unknown'],
}

/** Whether the department has a lead by any send of it. */
export const isSent = ({ lead, department }: SendRow, rows: readonly SendRow[]): boolean =>
  rows.some((one) => one.lead === lead && one.department === department && one.state === 'sent')

/** A simple picture of what should be, moved by the same steps as the engine. */
export function createModel() {
  const pairs = new Map<string, Pair>()
  const known = new Set<number>()
  /** Sends of which a person has said what became of them, whatever the broker holds. */
  const decided = new Set<number>()

  function pairOf({ lead, department }: Pick<SendRow, 'lead' | 'department'>): Pair {
    const key = `${lead} ${department}`
    const pair = pairs.get(key) ?? { is: 'free', calls: 0, isDoubtful: false, arrived: new Set() }
    pairs.set(key, pair)
    return pair
  }

  /** New rows may stand only where nothing is under way and nothing was taken. */
  function learn(rows: readonly SendRow[]): void {
    for (const row of rows.filter(({ id }) => !known.has(id))) {
      known.add(row.id)
      const pair = pairOf(row)
      const isElsewhere = rows.some(({ lead, state }) => lead === row.lead && state === 'unknown')
      const isRefused = row.failure_status === 'Already sent' && !isElsewhere
      if (isRefused && !isSent(row, rows)) expect(pair.is).not.toBe('free')
      if (row.state === 'skipped') continue
      expect(pair.is).toBe('free')
      open(row)
    }
  }

  /** It is to be called, as if for the first time. */
  function open(row: SendRow): void {
    Object.assign(pairOf(row), { is: 'open', calls: 0, isDoubtful: false })
  }

  /** An attempt is written: no second one may be for what is claimed elsewhere or was taken. */
  function claim(row: SendRow): void {
    const pair = pairOf(row)
    expect([row.send_key, pair.is]).toEqual([row.send_key, 'open'])
    pair.is = 'claimed'
    pair.calls += 1
  }

  /** What a call has brought; `after` are the rows as they stand then. */
  function answer(
    row: SendRow,
    scenario: string,
    isSafe: boolean,
    after: readonly SendRow[],
  ): void {
    const pair = pairOf(row)
    const isRepeated = isSafe && repeated.has(scenario)
    const meaning = isRepeated ? 'again' : answers[scenario]
    const wasKnown = [...pair.arrived].some((id) => {
      const { state } = after.find((one) => one.id === id) ?? {}
      return id === row.id || (state !== 'sent' && state !== 'returned')
    })
    if (isRepeated) pair.isDoubtful = true
    if (isRepeated || arriving.has(scenario) || (meaning === 'taken' && scenario !== 'success'))
      pair.arrived.add(row.id)
    if (meaning === 'duplicate') pair.is = wasKnown ? 'taken' : 'free'
    else if (meaning === 'later') pair.is = isTakenOver(row, pair, after) ? 'free' : 'open'
    else if (meaning === 'again' && pair.calls < mostCalls) pair.is = 'open'
    // What may have been accepted is over only by the broker's word.
    else if (meaning === 'taken' || (pair.isDoubtful && scenario !== 'rejected')) pair.is = 'taken'
    else pair.is = 'free'
  }

  /** Whether it is open to the broker's word alone what became of a lead that a check keeps back now. */
  function keepBack(row: SendRow): void {
    const pair = pairOf(row)
    pair.is = pair.isDoubtful ? 'taken' : 'free'
  }

  /** A process is gone: nobody knows what its calls have brought. */
  function lose(row: SendRow): void {
    const pair = pairOf(row)
    pair.is = 'taken'
    pair.arrived.add(row.id)
  }

  /** A broker that has no room, or refuses our sign-in, loses a lead only to another department that takes it. */
  function isTakenOver(row: SendRow, pair: Pair, after: readonly SendRow[]): boolean {
    if (after.find(({ id }) => id === row.id)?.state !== 'rejected') return false
    const next = after.filter(({ id, lead }) => id > row.id && lead === row.lead)
    const takers = next.filter(({ department, state }) => {
      return row.others.includes(department) && state !== 'skipped'
    })
    expect([row.send_key, takers.length > 0, pair.isDoubtful]).toEqual([row.send_key, true, false])
    return true
  }

  /** Checks that each row says what the model says of its pair. */
  function compare(rows: readonly SendRow[]): void {
    const held = new Map(
      rows.filter(({ holds }) => holds).map((row) => [`${row.lead} ${row.department}`, row]),
    )
    for (const { id, holds, state, next_attempt_at, leased_until } of rows) {
      // The broker may have told of one that a person had given up, while another one stands for the lead.
      if (!holds) expect([...statesOf.free, 'sent']).toContain(state)
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

  return { decided, pairOf, learn, open, claim, answer, keepBack, lose, compare }
}
