import { createSignal } from '../storage/persisted.ts'

/** Milliseconds. */
const idleAfter = 15 * 60_000

const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const

export type Activity = ReturnType<typeof watchActivity>

/** Tells whether somebody is at work on this page. */
export function watchActivity() {
  const returned = createSignal()
  let lastSign = Date.now()
  /** The user has moved nothing for a quarter of an hour. */
  const isIdle = () => Date.now() - lastSign > idleAfter
  const note = () => {
    const hasReturned = isIdle()
    lastSign = Date.now()
    if (hasReturned) returned.send()
  }
  return {
    isIdle,
    /** Calls back with the first sign of life after such a pause. Returns how to stop. */
    onReturn: returned.listen,
    /** Begins to watch. Returns how to stop. */
    start() {
      const controller = new AbortController()
      const { signal } = controller
      for (const sign of signsOfLife) window.addEventListener(sign, note, { signal, passive: true })
      return () => controller.abort()
    },
  }
}
