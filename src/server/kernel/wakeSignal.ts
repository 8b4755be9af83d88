/** Lets others wait to be woken, or for a time to pass: one that is given with each wait, or else the usual one. */
export function createWakeSignal(usualMs: number) {
  const waiting = new Set<() => void>()
  let isAwake = false

  /** Wakes all that wait; where none does, the next one who would wait goes on at once. */
  function wake(): void {
    isAwake = waiting.size === 0
    for (const resume of waiting) resume()
  }

  function next(milliseconds = usualMs): Promise<void> {
    if (isAwake) {
      isAwake = false
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const resume = () => {
        clearTimeout(timer)
        waiting.delete(resume)
        resolve()
      }
      const timer = setTimeout(resume, milliseconds)
      waiting.add(resume)
    })
  }

  return { wake, next }
}

/** The events of `commits` after which some resources may have been written; all of them unless given. */
export const commitEvents = (resources?: readonly string[]): readonly string[] => [
  'commit',
  ...(resources?.map((name) => `write of ${name}`) ?? ['write']),
]
