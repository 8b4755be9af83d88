/** Milliseconds that a job rests after a chunk of it failed. */
const afterFailure = 500
/** Milliseconds of the first rest when the database is in the way, and of the longest. */
const firstWait = 500
const longestWait = 30_000

/** How long jobs rest before they are tried again: longer each time the database is in the way. */
export function createRests() {
  const rests = new Map<number, { until: number; waits: number }>()

  function failed(job: number): void {
    rests.set(job, { until: Date.now() + afterFailure, waits: 0 })
  }

  /** Jobs that got into each other's way must not come back at the same moment, so chance has a part in it. */
  function waits(job: number): void {
    const waits = rests.get(job)?.waits ?? 0
    const longest = Math.min(firstWait * 2 ** waits, longestWait)
    const wait = longest * (0.5 + Math.random() / 2)
    rests.set(job, { until: Date.now() + wait, waits: waits + 1 })
  }

  return {
    failed,
    waits,
    done: (job: number) => void rests.delete(job),
    isResting: (job: number) => (rests.get(job)?.until ?? 0) > Date.now(),
  }
}
