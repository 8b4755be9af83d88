import { startTransition, useEffect, useState } from 'react'

let wasPainted = false

/** Whether the first screen of the page has been painted: what it can do without loads afterwards. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(wasPainted)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        wasPainted = true
        startTransition(() => setPainted(true))
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}
