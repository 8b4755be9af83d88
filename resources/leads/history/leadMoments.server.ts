import type { Send } from '../../sending/send/send.ts'
import type { LeadEvent } from './leadEvents.ts'

type Moment<At = string> = [event: LeadEvent, at: At, said?: Readonly<Record<string, string>>]

/** What happened to a send, and when, and what more is said of it: the last first, also of one second. */
export function momentsOf(one: Partial<Send> & Pick<Send, 'created_at' | 'updated_at'>) {
  const { state, answered_at, updated_at, broker_status, failure_status } = one
  const isRefused =
    state === 'rejected' || state === 'failed' || state === 'unknown' || state === 'skipped'
  const moments: Moment<string | null | undefined>[] = [
    ['returned', one.returned_at],
    ['ftd_cancelled', one.ftd_cancelled_at],
    ['ftd', one.ftd_at],
    ['told', broker_status ? one.broker_status_at : null, { status: broker_status ?? '' }],
    [
      isRefused ? state : 'failed',
      isRefused ? (answered_at ?? updated_at) : null,
      { reason: failure_status ?? '' },
    ],
    ['sent', one.sent_at],
    ['planned', one.created_at],
  ]
  return moments.flatMap(([event, at, said]): Moment[] => (at ? [[event, at, said ?? {}]] : []))
}

/** By them a send tells what became of it. */
export const times = [
  'created_at',
  'sent_at',
  'answered_at',
  'updated_at',
  'broker_status_at',
  'ftd_at',
  'ftd_cancelled_at',
  'returned_at',
]
