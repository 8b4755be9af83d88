/** A send that may share a call with others of its integration. */
interface Sharing {
  readonly integration: number
  /** Sends that may go in one call with it, itself among them. */
  readonly most_together: number
}

/** Which calls of an integration a send may share. */
export const shareOf = ({ integration, most_together: most }: Sharing): string =>
  `${integration} ${most}`

/** Counts the calls that sends need which are taken one after the other: as many as may share one go in it. */
export function createCallCount() {
  const counts = new Map<string, number>()
  return {
    /** Whether a send needs one more call. */
    isNew: (send: Sharing) => (counts.get(shareOf(send)) ?? 0) % send.most_together === 0,
    add(send: Sharing) {
      counts.set(shareOf(send), (counts.get(shareOf(send)) ?? 0) + 1)
    },
  }
}
