import { createHash, randomUUID } from 'node:crypto'

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

type Arrived = Pick<FakeLead, 'scenario' | 'desk' | 'body' | 'key'>

export interface FakeLeads {
  /** Everything that was taken, in order: what was taken twice stands here twice. */
  readonly accepted: FakeLead[]
  accept(arrived: Arrived): FakeLead
  /** Whether a desk has the person of a call. */
  isKnown(arrived: Arrived): boolean
  byKey(key: string | undefined): FakeLead | undefined
  /** Sets what pulls say of a lead: by the broker's id, or by its e-mail. */
  tell(idOrEmail: string, reported: Readonly<Record<string, unknown>>): void
  row(lead: FakeLead, now: number): Readonly<Record<string, unknown>>
}

/** The memory of a played broker. With `grows`, its leads come to other statuses and deposits as time passes. */
export function createFakeLeads({ grows }: { grows: boolean }): FakeLeads {
  const accepted: FakeLead[] = []
  const keys = new Map<string, FakeLead>()
  return {
    accepted,
    accept(arrived) {
      const { key, body } = arrived
      const lead: FakeLead = {
        ...arrived,
        id: randomUUID().slice(0, 13),
        email: emailIn(body),
        phone: fieldOf(body, /phone|mobile/i),
        acceptedAt: Date.now(),
        reported: {},
      }
      accepted.push(lead)
      if (key) keys.set(key, lead)
      return lead
    },
    isKnown: ({ desk, body }) =>
      accepted.some((one) => one.desk === desk && one.email === emailIn(body)),
    byKey: (key) => (key ? keys.get(key) : undefined),
    tell(idOrEmail, reported) {
      for (const lead of accepted) {
        if (lead.id === idOrEmail || lead.email === idOrEmail)
          lead.reported = { ...lead.reported, ...reported }
      }
    },
    row: (lead, now) => ({
      id: lead.id,
      email: lead.email,
      phone: lead.phone,
      key: lead.key,
      createdAt: new Date(lead.acceptedAt).toISOString(),
      ...(grows ? grown(lead, now) : { status: 'New', isDeposited: false }),
      ...lead.reported,
    }),
  }
}

const minute = 60_000
const statuses = ['No Answer', 'Callback', 'Hot', 'Not Interested', 'Invalid Number', 'Voicemail']

/** After a minute a status, after three a deposit for one in seven: the same for a lead at every look. */
function grown({ id, acceptedAt }: FakeLead, now: number) {
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

/** From 0 to 1, the same for the same text. */
export const shareOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32

/** The address that stands in the body of a call, or in an object of it. */
export const emailIn = (body: FakeLead['body']) => fieldOf(body, /mail/i)

function fieldOf(body: Readonly<Record<string, unknown>>, name: RegExp): string {
  const found = Object.entries(body).find(([key, value]) => name.test(key) && value)
  if (found) return String(found[1])
  const nested = Object.values(body).find((value) => typeof value === 'object' && value !== null)
  return nested ? fieldOf(Object.fromEntries(Object.entries(nested)), name) : ''
}
