import { useEffect, useState } from 'react'

/** A text once typing has rested on it. */
export function useRested(text: string, rest: number): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), rest)
    return () => clearTimeout(timer)
  }, [text, rest])
  return rested
}
