/** Waiting for a ring, or for the time to pass when none comes. */
export function createBell(milliseconds: number) {
  const waiting = new Set<() => void>()
  let isKept = false

  /** Wakes everybody who waits; a ring that nobody waits for is kept for the next one. */
  function ring(): void {
    isKept = waiting.size === 0
    for (const wake of waiting) wake()
  }

  function next(): Promise<void> {
    if (isKept) {
      isKept = false
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, milliseconds)
      waiting.add(wake)
    })
  }

  return { ring, next }
}
