import { msg } from '../../../msg.server.ts'
import { rememberedCalls } from '../../integration/fields/answerFields.ts'
import type { DueSend } from '../dueSend.server.ts'
import type { CallOutcome } from '../courseOf.server.ts'

/** How the last calls of an integration ended. */
export interface Health {
  readonly errors_in_row: number
  readonly rejections_in_row: number
  /** A letter for each of the last calls, the newest last: t of a timeout, a of a refused sign-in. */
  readonly recent: string | null
}

type Counting = Pick<CallOutcome, 'outcome' | 'failure_status'>

const errors: ReadonlySet<string> = new Set(['retry', 'failed', 'unknown'])
const rejections: ReadonlySet<string> = new Set(['rejected', 'duplicate'])

/** Counts calls of an integration, and returns why it must rest, if it must, as a message (product.md 6.6). */
export function countCalls(
  before: Health,
  calls: readonly Counting[],
  limits: DueSend['limits'],
): Health & { readonly problem: string | undefined } {
  let { errors_in_row, rejections_in_row } = before
  let recent = before.recent ?? ''
  let problem: string | undefined
  for (const { outcome, failure_status } of calls) {
    errors_in_row = errors.has(outcome) ? errors_in_row + 1 : 0
    rejections_in_row = rejections.has(outcome) ? rejections_in_row + 1 : 0
    recent = (recent + letterOf(outcome, failure_status)).slice(-rememberedCalls)
    const window = recent.slice(-limits.breaker_calls)
    const timeouts =
      window.length < limits.breaker_calls ? 0 : window.replaceAll(/[^t]/g, '').length
    problem ??=
      (recent.endsWith('a'.repeat(limits.breaker_auth)) && msg('authorization_error')) ||
      (errors_in_row >= limits.breaker_errors &&
        msg('errors_in_a_row', { count: errors_in_row })) ||
      (rejections_in_row >= limits.breaker_rejections &&
        msg('rejections_in_a_row', { count: rejections_in_row })) ||
      ((timeouts * 100) / limits.breaker_calls >= limits.breaker_timeouts &&
        msg('calls_timed_out', { count: timeouts, of: limits.breaker_calls })) ||
      undefined
  }
  return { errors_in_row, rejections_in_row, recent, problem }
}

function letterOf(outcome: string, status: string | undefined): string {
  if (status === 'Timeout') return 't'
  if (outcome === 'success') return 's'
  if (outcome === 'auth') return 'a'
  return errors.has(outcome) ? 'e' : 'r'
}
