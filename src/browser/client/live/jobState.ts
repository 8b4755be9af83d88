const going: ReadonlySet<unknown> = new Set(['queued', 'running', 'paused', 'cancelling'])

/** Whether a job in this state still has something before it. */
export const isGoing = (state: unknown): boolean => going.has(state)
