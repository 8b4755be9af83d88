/** Most calls in hand beside those that may be under way: a killed process leaves their sends unknown. */
const maxAhead = 200

/** How long the parts of sending took lately, and what follows for how many sends are taken in hand. */
export function createCallMeans(calls: number) {
  /** Milliseconds: of a call, from a claim to its calls, and of writing outcomes. */
  const mean = { call: 1_000, ready: 20, write: 20 }
  const callsIn = (ms: number) => Math.ceil((calls * ms) / mean.call)
  return {
    took(name: keyof typeof mean, ms: number): void {
      mean[name] = mean[name] * 0.9 + ms * 0.1
    },
    /** Calls that are made while a claim gets ready. */
    whileReady: () => callsIn(mean.ready),
    /**
     * So many sends are claimed beside those that are called that no call waits for the database: as many as calls could be
     * made while one send is claimed, waits its turn, waits for the write that is under way, and is written.
     */
    ahead: () => Math.min(maxAhead, callsIn(2 * mean.ready + 2 * mean.write)),
    isQuick: () => mean.call < 250,
  }
}
