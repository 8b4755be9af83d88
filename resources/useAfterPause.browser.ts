import { useEffect, useState } from 'react'

const pauseMs = 500

/** Returns a text as it was half a second after the last key. */
export function useAfterPause(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
