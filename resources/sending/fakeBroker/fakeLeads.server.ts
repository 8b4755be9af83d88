import { randomUUID } from 'node:crypto'

import { type FakeLead, grown, emailIn, fieldOf } from './fakeLead.server.ts'

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
