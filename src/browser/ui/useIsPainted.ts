import { startTransition, useEffect, useState } from 'react'

let wasPainted = false

/** Whether the first screen of the page has been painted: what it can do without loads afterwards. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(wasPainted)
  useEffect(
    () =>
      afterPaint(() => {
        wasPainted = true
        startTransition(() => setPainted(true))
      }),
    [],
  )
  return isPainted
}

/** Calls back when what is drawn now has been painted, unless what it returns is called before. */
export function afterPaint(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(callback)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
