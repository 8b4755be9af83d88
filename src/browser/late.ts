import { useEffect, useState } from 'react'

/** Specification 9: what comes within half a second is not announced by a spinner that only flashes. */
export const lateAfter = 500

/** Whether something has been waited for longer than that. */
export function useIsLate(isWaiting = true): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setLate(true), lateAfter)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isWaiting])
  return isLate && isWaiting
}
