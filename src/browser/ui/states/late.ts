import { useEffect, useState } from 'react'

import { lateAfter } from './lateAfter.ts'

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
