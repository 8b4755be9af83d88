import type { Backend } from '../kernel/backend.ts'
import { faultOf } from '../database/faults.ts'
import { runChunk, type Worker } from './chunk.ts'
import { createClaims } from './claim.ts'
import { promoteJobs, unfinishedJobs, type Unfinished } from './promoteJobs.ts'
import { failJob, settleJob, unexpected } from './end.ts'
import type { JobKind } from './kind.ts'
import { createTurns } from './turns.ts'
import { hasPassed, momentNow, type Moment } from '../kernel/moment.ts'
import { createWakeSignal } from '../kernel/wakeSignal.ts'
import { channel } from './control.ts'

/** Milliseconds: jobs left by a process that was killed are found within this time. */
const pollEvery = 1_000
/** How long a chunk under way may take when the process is told to stop, before it is told to hurry. */
const grace = 5_000

/** Works on the jobs of all users, several at a time, chunk by chunk in turn. */
export function createWorker(backend: Backend, kinds: ReadonlyMap<string, JobKind>) {
  const { database, log } = backend
  const kindOf = (type: string) => kinds.get(type)
  const wakeSignal = createWakeSignal(pollEvery)
  const stopping = new AbortController()
  const hurry = new AbortController()
  const claims = createClaims(backend)
  const worker: Worker = { ...claims, backend, kindOf, signal: hurry.signal }
  const inHand = new Set<number>()
  const rests = createRests()
  const turns = createTurns(kindOf)
  let isAway = false
  let slots: Promise<void>[] = []
  let unlisten = async () => {}

  async function slot(): Promise<void> {
    while (!stopping.signal.aborted) {
      const hasWorked = await step().catch(report)
      if (!hasWorked && !stopping.signal.aborted) await wakeSignal.next()
    }
  }

  /** A database that is away is one line in the log, however often it is asked for. */
  function report(error: unknown): boolean {
    const wasAway = isAway
    isAway = faultOf(error) !== undefined
    if (hurry.signal.aborted || (isAway && wasAway)) return false
    if (isAway) log.warn({ err: error }, 'the work waits for the database')
    else log.error({ err: error }, 'a worker failed')
    return false
  }

  /** Does one chunk of the job that has waited longest, of the queue and the user whose turn it is. False when there is nothing to do. */
  async function step(): Promise<boolean> {
    await claims.releaseAll()
    const jobs = await unfinishedJobs(database.sql)
    isAway = false
    if (jobs.some(({ state }) => state === 'queued') && (await promote()) > 0) return true
    for (const job of turns.inOrder(jobs.filter(({ state }) => state !== 'queued'))) {
      if (stopping.signal.aborted) return false
      if (rests.isResting(job.id)) continue
      if (job.state === 'cancelling' || !(job.has_work || job.has_items)) await settle(job.id)
      else if (job.has_work && (await workOn(job))) return true
    }
    return false
  }

  function promote(): Promise<number> {
    const light = [...kinds.values()].filter((kind) => kind.light).map(({ type }) => type)
    return database.sql.transaction().execute((sql) => promoteJobs(sql, light))
  }

  async function workOn(job: Unfinished): Promise<boolean> {
    const { id, type } = job
    const kind = kindOf(type)
    const isBusy = !kind?.parallel && inHand.has(id)
    if (!kind || isBusy) return false
    inHand.add(id)
    turns.took(job)
    try {
      const outcome = await runChunk(id, kind, worker)
      if (outcome === 'failed') rests.failed(id)
      else if (outcome === 'waiting') rests.waits(id)
      else if (outcome === 'done') rests.done(id)
      if (outcome !== 'idle') backend.commits.emit('commit')
      return outcome !== 'idle'
    } finally {
      inHand.delete(id)
    }
  }

  /** Ends what was cancelled or has nothing left. A kind that cannot end its job in order must not keep it. */
  async function settle(id: number): Promise<void> {
    const { sql } = database
    try {
      await sql.transaction().execute((sql) => settleJob(id, { backend, kindOf, sql }))
    } catch (error) {
      if (faultOf(error)) return rests.waits(id)
      log.error({ err: error, job_id: id }, 'a job could not end in order')
      await sql.transaction().execute((sql) => failJob(id, unexpected, { backend, kindOf, sql }))
    }
    rests.done(id)
    backend.commits.emit('commit')
  }

  return {
    async work(slotCount: number): Promise<void> {
      unlisten = await database.listen(channel, wakeSignal.wake)
      slots = Array.from({ length: slotCount }, slot)
    },
    /** Lets the chunks under way end, hurries them after a while, and waits for them. */
    async stop(): Promise<void> {
      stopping.abort()
      wakeSignal.wake()
      const timer = setTimeout(() => hurry.abort(), grace)
      await Promise.all(slots)
      clearTimeout(timer)
      await unlisten()
      unlisten = async () => {}
    },
  }
}

/** Milliseconds that a job rests after a chunk of it failed. */
const afterFailure = 500
/** Milliseconds of the first rest when the database is in the way, and of the longest. */
const firstWait = 500
const longestWait = 30_000

/** How long jobs rest before they are tried again: longer each time the database is in the way. */
function createRests() {
  const rests = new Map<number, { since: Moment; wait: number; waits: number }>()

  function failed(job: number): void {
    rests.set(job, { since: momentNow(), wait: afterFailure, waits: 0 })
  }

  /** Jobs that got into each other's way must not come back at the same moment, so chance has a part in it. */
  function waits(job: number): void {
    const waits = rests.get(job)?.waits ?? 0
    const longest = Math.min(firstWait * 2 ** waits, longestWait)
    const wait = longest * (0.5 + Math.random() / 2)
    rests.set(job, { since: momentNow(), wait, waits: waits + 1 })
  }

  function isResting(job: number): boolean {
    const rest = rests.get(job)
    return rest !== undefined && !hasPassed(rest.wait, rest.since)
  }

  return { failed, waits, isResting, done: (job: number) => void rests.delete(job) }
}
