import { createSignal } from '../storage/persisted.ts'

/** Specification 9. */
const idleAfter = 15 * 60_000

const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const

/** Whether somebody is at work on this page. */
export interface Activity {
  /** Nobody has moved anything for a quarter of an hour. */
  isIdle(): boolean
  /** Calls back with the first sign of life after such a pause. Answers how to stop. */
  onReturn(listener: () => void): () => void
  /** Begins to watch. Answers how to stop. */
  start(): () => void
}

export function watchActivity(): Activity {
  const returned = createSignal()
  let lastSign = Date.now()
  const isIdle = () => Date.now() - lastSign > idleAfter
  const note = () => {
    const hasReturned = isIdle()
    lastSign = Date.now()
    if (hasReturned) returned.send()
  }
  return {
    isIdle,
    onReturn: returned.listen,
    start() {
      const controller = new AbortController()
      const { signal } = controller
      for (const sign of signsOfLife) window.addEventListener(sign, note, { signal, passive: true })
      return () => controller.abort()
    },
  }
}
