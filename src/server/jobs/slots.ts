import type { Backend } from '../kernel/backend.ts'
import type { LongRunning } from '../kernel/behavior/serverParts.ts'
import { commitEvents, createWakeSignal } from '../kernel/wakeSignal.ts'

interface SlotWork {
  /** For the log. */
  readonly name: string
  /** How many pieces are under way at the same time in this process. */
  readonly count: number
  /** The resources whose writes may bring new pieces, all unless given; the next look finds what others bring. */
  readonly wokenBy?: readonly string[]
  /** Milliseconds: what another process has left is found within this time. */
  readonly pollMs: number
  /** Does the next piece. False when there is none; the signal is aborted when the process stops. */
  step(signal: AbortSignal): Promise<boolean>
}

/** Does pieces of work one after the other in several slots, woken by what this process commits. */
export function createSlots({ log, commits }: Backend, work: SlotWork): LongRunning {
  const stopping = new AbortController()
  const wakeSignal = createWakeSignal(work.pollMs)
  const events = commitEvents(work.wokenBy)
  let slots: Promise<void>[] = []

  async function slot(): Promise<void> {
    while (!stopping.signal.aborted) {
      const hasWorked = await work.step(stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, `${work.name} waits`)
        return false
      })
      if (!hasWorked && !stopping.signal.aborted) await wakeSignal.next()
    }
  }

  return {
    start() {
      for (const event of events) commits.on(event, wakeSignal.wake)
      slots = Array.from({ length: work.count }, slot)
    },
    async stop() {
      stopping.abort()
      for (const event of events) commits.off(event, wakeSignal.wake)
      for (const _ of slots) wakeSignal.wake()
      await Promise.all(slots)
    },
  }
}
