import { transactAsProcess, type Backend } from '#server'

import { lostSends } from './dueSend.server.ts'
import { applyOutcomes } from './outcomes.server.ts'

/** Sends taken up in one transaction. */
const batchSize = 200

/**
 * Ends what a killed process has left under way: its outcome is unknown, and it is never called again by itself. Returns
 * how many sends that were.
 */
export async function recoverLost(backend: Backend): Promise<number> {
  const count = await transactAsProcess(backend, async (context) => {
    const lost = await lostSends(batchSize, context.sql)
    const outcome = { outcome: 'unknown', failure_status: 'Unknown answer' } as const
    await applyOutcomes(
      lost.map((send) => ({ send, outcome })),
      context,
    )
    return lost.length
  })
  if (count > 0) backend.commits.emit('commit')
  return count
}
