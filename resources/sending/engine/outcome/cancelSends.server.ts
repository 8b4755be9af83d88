import { shortenedMessage } from '#schema'
import type { Sql } from '#server'

import type { Send } from '../../send/send.ts'
import { msg } from '../../../msg.server.ts'
import { doubtsOf } from './doubts.server.ts'

type Cancelled = Pick<Send, 'state' | 'failure_status' | 'next_attempt_at'> & Partial<Send>

/**
 * Returns what becomes of sends that are taken back. Where an attempt may have been accepted, that is not known: the lead goes
 * nowhere else until somebody has asked the broker.
 */
export async function cancelSends(
  sends: readonly Pick<Send, 'id' | 'attempts'>[],
  database: Sql,
): Promise<(one: Pick<Send, 'id'>) => Cancelled> {
  const asked = sends.map((send) => ({ send, outcome: { outcome: 'cancelled' as const } }))
  const doubts = await doubtsOf(asked, database)
  return ({ id }) => (doubts(id).may_be_taken ? inDoubt() : cancelled)
}

const cancelled: Cancelled = {
  state: 'cancelled',
  failure_status: 'Cancelled',
  next_attempt_at: null,
  holds: null,
}

const inDoubt = (): Cancelled => ({
  state: 'unknown',
  failure_status: 'Unknown answer',
  failure_message: shortenedMessage(msg('an_attempt_may_be_accepted'), 500),
  next_attempt_at: null,
})
