import type { Log } from '../kernel/database.ts'
import { hasPassed, momentNow, type Moment } from '../kernel/moment.ts'

/** Milliseconds after the last write that found the disk full. */
const rememberedMs = 60_000

export type DiskState = ReturnType<typeof createDiskState>

/** Knows whether the disk was found full within the last minute; the log is told once each time. */
export function createDiskState(log: Pick<Log, 'error'>) {
  let fullSince: Moment | undefined
  const isFull = () => fullSince !== undefined && !hasPassed(rememberedMs, fullSince)
  return {
    isFull,
    foundFull(error: unknown): void {
      if (!isFull()) log.error({ err: error }, 'The disk is full: nothing can be saved.')
      fullSince = momentNow()
    },
  }
}
