import { mapValues } from '#schema'

import type { Random } from './random.ts'

const hour = 3_600_000
const day = 24 * hour

/** How often a lead has a status, and the word of the broker that stands behind it. */
const courses = {
  New: { weight: 18, word: null, daysAway: 0 },
  'In queue': { weight: 4, word: null, daysAway: 0 },
  'No answer': { weight: 18, word: 'No Answer', daysAway: 3 },
  'Call back': { weight: 14, word: 'Callback', daysAway: 0 },
  Interested: { weight: 11, word: 'Hot', daysAway: 0 },
  'Not interested': { weight: 8, word: 'Not Interested', daysAway: 90 },
  'Wrong number': { weight: 5, word: 'Invalid Number', daysAway: 0 },
  'Wrong person': { weight: 2, word: 'Wrong Person', daysAway: 0 },
  'Under age': { weight: 1, word: 'Under 18', daysAway: 0 },
  'No language': { weight: 3, word: 'Language Barrier', daysAway: 0 },
  Duplicate: { weight: 1, word: 'Duplicate', daysAway: 0 },
  'Do not call': { weight: 3, word: 'DNC', daysAway: 0 },
  Deposit: { weight: 6, word: 'Depositor', daysAway: 0 },
} as const

/** Words that stand for none of our statuses yet: their leads keep the one they had (product.md 9.1). */
const unmapped = {
  voicemail: { weight: 2, word: 'Voicemail', daysAway: 0 },
  message: { weight: 1, word: 'Left Message', daysAway: 0 },
  busy: { weight: 1, word: 'Busy', daysAway: 0 },
  hungUp: { weight: 1, word: 'Hung Up', daysAway: 0 },
  mail: { weight: 1, word: 'Wants an E-mail', daysAway: 0 },
  later: { weight: 1, word: 'Next Month', daysAway: 0 },
} as const

/** The words that are mapped, and what they stand for. */
export const demoWords: readonly (readonly [word: string, status: string])[] = Object.entries(
  courses,
).flatMap(([status, { word }]) => (word ? [[word, status] as const] : []))

const all = { ...courses, ...unmapped }

const weights = mapValues(all, ({ weight }) => weight)

/** Where a lead of the demo stands: young ones are new, older ones were offered to a broker. */
export function demoState(
  random: Random,
  { created, now }: { created: number; now: number },
  statusId: (name: string) => number,
) {
  const isYoung = now - created < 3 * hour
  const name = isYoung ? random.one(['New', 'New', 'In queue'] as const) : random.weighted(weights)
  const { word, daysAway } = all[name]
  const sent = between(random, created, Math.min(created + 8 * hour, now))
  const statusAt = between(random, sent, Math.min(sent + 5 * day, now))
  const isMapped = !(name in unmapped)
  const status = statusId(isMapped ? name : 'New')
  if (word === null)
    return {
      stage: 'new',
      status,
      ...unsent,
      status_changed_at: iso(created),
      updated_at: iso(created),
    } as const
  return {
    stage: name === 'Deposit' ? 'converted' : 'sent',
    status,
    broker_status: word,
    sends_count: random.chance(0.2) ? 2 : 1,
    accepted_count: 1,
    last_sent_at: iso(sent),
    api_lead_id: random.whole(16 ** 9, 16 ** 10 - 1).toString(16),
    ...(name === 'Deposit' ? { ftd_at: iso(statusAt), api_ftd_at: iso(statusAt) } : undeposited),
    not_available_till: daysAway > 0 ? iso(statusAt + daysAway * day) : null,
    status_changed_at: iso(isMapped ? statusAt : created),
    updated_at: iso(statusAt),
  } as const
}

const undeposited = { ftd_at: null, api_ftd_at: null }

const unsent = {
  broker_status: null,
  sends_count: 0,
  accepted_count: 0,
  last_sent_at: null,
  api_lead_id: null,
  ...undeposited,
  not_available_till: null,
}

const iso = (time: number) => new Date(time).toISOString()

const between = (random: Random, from: number, to: number) => from + random.fraction() * (to - from)
