import type { Backend } from '#server'

import { lostSends } from './dueSend.server.ts'
import { applyApart } from './outcome/setAside.server.ts'

/** Sends taken up in one transaction. */
const batchSize = 200

/**
 * Ends what a killed process has left under way: its outcome is unknown, and it is never called again by itself. Returns
 * how many sends that were.
 */
export async function recoverLost(backend: Backend): Promise<number> {
  // Held by nothing: of two processes that take up the same ones the second changes nothing.
  const lost = await lostSends(batchSize, backend.database.sql)
  const outcome = { outcome: 'unknown', failure_status: 'Unknown answer' } as const
  await applyApart(
    lost.map((send) => ({ send, outcome, isOurs: true })),
    backend,
  )
  if (lost.length > 0) backend.commits.emit('commit')
  return lost.length
}
