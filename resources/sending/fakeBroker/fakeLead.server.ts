import { createHash } from 'node:crypto'

/** A lead that the played broker has taken. */
export interface FakeLead {
  readonly id: string
  /** The Idempotency-Key it came with. */
  readonly key: string | undefined
  readonly email: string
  readonly phone: string
  /** Milliseconds since 1970. */
  readonly acceptedAt: number
  readonly scenario: string
  /** The part of the broker that has it, where an address names one: `?desk=7`. */
  readonly desk: string | null
  readonly body: Readonly<Record<string, unknown>>
  /** What pulls say of it; whatever is set here comes before what time does by itself. */
  reported: Readonly<Record<string, unknown>>
}

/** After a minute a status, after three a deposit for one in seven: the same for a lead at every look. */
export function grown({ id, acceptedAt }: FakeLead, now: number) {
  const chance = shareOf(id)
  const age = now - acceptedAt
  if (age < minute) return { status: 'New', isDeposited: false }
  if (age < 3 * minute || chance > 1 / 7) {
    const statusAt = new Date(acceptedAt + minute).toISOString()
    return { status: statuses[Math.floor(chance * statuses.length)], statusAt, isDeposited: false }
  }
  const at = new Date(acceptedAt + 3 * minute).toISOString()
  const amount = { depositAmount: 250, depositCurrency: 'EUR' }
  return { status: 'Depositor', statusAt: at, isDeposited: true, depositedAt: at, ...amount }
}

const minute = 60_000

const statuses = ['No Answer', 'Callback', 'Hot', 'Not Interested', 'Invalid Number', 'Voicemail']

/** From 0 to 1, the same for the same text. */
export const shareOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32

/** The address that stands in the body of a call, or in an object of it. */
export const emailIn = (body: FakeLead['body']) => fieldOf(body, /mail/i)

export function fieldOf(body: Readonly<Record<string, unknown>>, name: RegExp): string {
  const found = Object.entries(body).find(([key, value]) => name.test(key) && value)
  if (found) return String(found[1])
  const nested = Object.values(body).find((value) => typeof value === 'object' && value !== null)
  return nested ? fieldOf(Object.fromEntries(Object.entries(nested)), name) : ''
}
