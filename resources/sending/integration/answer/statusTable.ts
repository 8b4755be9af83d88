import type { Outcome } from './outcome.ts'

type Meaning = Pick<Outcome, 'outcome' | 'failure_status'>

export const unknownAnswer: Meaning = { outcome: 'unknown', failure_status: 'Unknown answer' }
export const unreadableAnswer: Meaning = { outcome: 'unknown', failure_status: 'Unreadable answer' }
export const badConfiguration: Meaning = {
  outcome: 'failed',
  failure_status: 'Configuration error',
}
export const unavailable: Meaning = { outcome: 'retry', failure_status: 'Broker unavailable' }

/** Redirects that say that nothing was done where the call went; no rule changes that. */
export const isMoved = (status: number): boolean => [301, 307, 308].includes(status)

/** What a status means when no rule matches (product.md 4.2). What is not named there may have been accepted. */
export function meaningOf(status: number, isSafeToRepeat: boolean): Meaning {
  if (status === 429) return { outcome: 'retry', failure_status: 'Rate limited' }
  if ([502, 503, 504].includes(status)) return unavailable
  if (status === 401 || status === 403) {
    return { outcome: 'auth', failure_status: 'Authorization error' }
  }
  if (status >= 400 && status < 500) {
    return { outcome: 'rejected', failure_status: 'Rejected by broker' }
  }
  if (isMoved(status)) return badConfiguration
  return status === 500 && isSafeToRepeat ? unavailable : unknownAnswer
}

/** The label of an outcome that a rule gives none (product.md 4.2). */
export const labels = {
  success: undefined,
  duplicate: 'Duplicate',
  rejected: 'Rejected by broker',
  capacity: 'No capacity',
  auth: 'Authorization error',
  retry: 'Broker unavailable',
  unknown: 'Unknown answer',
} as const
