import type { Log } from '../../kernel/database.ts'

/** Milliseconds after the last write that found the disk full. */
const rememberedMs = 60_000

export type DiskState = ReturnType<typeof createDiskState>

/** Knows whether the disk was found full within the last minute; the log is told once each time. */
export function createDiskState(log: Pick<Log, 'error'>) {
  let fullUntil = 0
  const isFull = () => Date.now() < fullUntil
  return {
    isFull,
    foundFull(error: unknown): void {
      if (!isFull()) log.error({ err: error }, 'The disk is full: nothing can be saved.')
      fullUntil = Date.now() + rememberedMs
    },
  }
}
