import { groupBy } from '#schema'
import type { Context } from '#server'

import { msg } from '../../../msg.server.ts'
import type { Settled } from './ended.server.ts'

/** What the job of a send holds itself to (product.md 6.6). */
interface Caution {
  readonly stop_percent?: number | null
  readonly stop_first?: number | null
  readonly is_canary?: boolean
}

/** Leads that go first where somebody wants to see how they fare. */
export const canarySize = 5

const failing: ReadonlySet<string> = new Set(['rejected', 'failed'])
/** What may have been accepted is no failure, and counts as one where damage is to be kept small. */
const refused: ReadonlySet<string> = new Set([...failing, 'unknown'])
const called: ReadonlySet<string> = new Set([...refused, 'sent'])
/** Of a job that goes on, or may: one that was resumed is in the queue until it is its turn, and its calls go out. */
const alive: ReadonlySet<string> = new Set(['queued', 'running', 'paused'])

/** Counts sends that have ended in their jobs, and lets jobs rest that go wrong or want to ask. */
export async function countJobs(settled: readonly Settled[], context: Context): Promise<void> {
  // A job that was cancelled counts no more.
  const ended = settled.filter(
    ({ course }) => course.next_attempt_at === null && course.state !== 'cancelled',
  )
  const groups = groupBy(ended, ({ send }) => send.job)
  for (const [job, own] of [...groups].toSorted(([one], [other]) => (one ?? 0) - (other ?? 0))) {
    if (job !== null)
      await countJob(
        job,
        own.map(({ course }) => course.state),
        context,
      )
  }
}

/** Counts sends of a job that have ended in these states, and lets it rest where it goes wrong or wants to ask. */
export async function countJob(
  id: number,
  states: readonly string[],
  { backend, sql }: Pick<Context, 'backend' | 'sql'>,
): Promise<void> {
  if (states.length === 0) return
  const tally: Record<string, number> = {}
  for (const state of states) tally[state] = (tally[state] ?? 0) + 1
  const failed = states.filter((state) => failing.has(state)).length
  const job = await backend.jobs.count(sql, id, { processed: states.length, failed, tally })
  const unknown = Number(job?.result?.['unknown'] ?? 0)
  if (job?.pending === 0 && unknown > 0) {
    await backend.jobs.note(sql, id, msg('unknown_outcomes_wait_for_a_check', { count: unknown }))
  }
  // A job of which nothing is left ends: to resume it would send nothing.
  if (!job || !alive.has(job.state) || job.pending === 0) return
  const count = (names: ReadonlySet<string>) =>
    Object.entries(job.result ?? {})
      .filter(([name]) => names.has(name))
      .reduce((sum, [, value]) => sum + Number(value), 0)
  const before = count(called) - states.filter((state) => called.has(state)).length
  const { stop_percent, stop_first, is_canary } = job.parameters as Caution
  const first = stop_first ?? 20
  const percent = Math.round((count(refused) * 100) / Math.max(1, count(called)))
  const isCrossed = (size: number) => before < size && count(called) >= size
  if (isCrossed(first) && count(refused) * 100 > (stop_percent ?? 50) * count(called)) {
    const values = { percent, count: count(called) }
    const reason = msg('of_the_first_sends_failed', values)
    // Who has paused it meanwhile is to know before it is resumed.
    if (job.state === 'paused') await backend.jobs.note(sql, id, reason)
    else await backend.jobs.pause(sql, id, reason)
  } else if (
    is_canary &&
    // Where some of the first were not called, it asks again once as many were.
    (isCanaryOver(job.processed, states.length) || isCrossed(canarySize))
  ) {
    const values = { accepted: Number(job.result?.['sent'] ?? 0), count: job.processed }
    await backend.jobs.pause(sql, id, msg('the_first_leads_are_sent_accepted', values))
  }
}

const isCanaryOver = (processed: number, now: number) =>
  processed >= canarySize && processed - now < canarySize
