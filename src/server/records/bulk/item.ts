import type { ChunkPlan } from '../../kernel/jobs.ts'

/** A record, and the version it must still have. */
export interface Item {
  readonly id: number
  readonly version?: number | undefined
}

export interface Done extends Item {
  /** What the person is told of it: it has not come to what it was changed for. */
  readonly warning?: string | undefined
}

/** Records that a transaction of a job changes: more where one call of a handler does, which asks nothing of each. */
const chunkSizes = { each: 200, together: 500 }

/** The records that a bulk job acts on, cut into its chunks. */
export const chunksOf = (
  items: readonly Item[],
  changed: keyof typeof chunkSizes = 'each',
): ChunkPlan[] =>
  parts(items, chunkSizes[changed]).map((part) => ({ size: part.length, payload: { items: part } }))

/** Cuts many into as many as a chunk has. */
export function parts<One>(all: readonly One[], size = chunkSizes.each): One[][] {
  const count = Math.ceil(all.length / size)
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size))
}
