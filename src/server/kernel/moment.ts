/** A moment by the clock of the wall and by that of the process, in milliseconds. */
export interface Moment {
  readonly wall: number
  readonly own: number
}

export const momentNow = (): Moment => ({ wall: Date.now(), own: performance.now() })

/**
 * Whether so many milliseconds have passed since a moment, by either clock: that of the wall may be put back, and that of
 * the process stands still while its machine sleeps.
 */
export const hasPassed = (milliseconds: number, { wall, own }: Moment): boolean =>
  Date.now() - wall >= milliseconds || performance.now() - own >= milliseconds
