/** Milliseconds. What is done sooner belongs to the test that waits for it. */
const longFrom = 1000

const pending = new Set<unknown>()
let areFollowed = false

/** Follows the timers that a page sets for later, so that they go with it. */
export function followTimers(): void {
  if (areFollowed) return
  areFollowed = true
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const set = globalThis[name] as (...given: unknown[]) => unknown
    const followed = (...given: unknown[]) => {
      const timer = set(...given)
      if (Number(given[1]) >= longFrom) pending.add(timer)
      return timer
    }
    // What else belongs to the function, as how Node makes a promise of it.
    Object.defineProperties(followed, Object.getOwnPropertyDescriptors(set))
    Object.assign(globalThis, { [name]: followed })
  }
}

/** Takes back what the page would have done later, as a browser does that leaves it. */
export function forgetTimers(): void {
  for (const timer of pending) clearTimeout(timer as NodeJS.Timeout)
  pending.clear()
}
