import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

let wasFramed = false

/**
 * Returns whether what stands around the page is drawn by now. Where the first page has its rows already, these are
 * painted before: it is them that one waits for.
 */
export function useIsFramed(): boolean {
  const queryClient = useQueryClient()
  const [isFramed, setFramed] = useState(() => wasFramed || !hasRows(queryClient))
  useEffect(() => {
    wasFramed = true
    if (isFramed) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    // The next frame paints the rows; what is timed in it comes after.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setFramed(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isFramed])
  return isFramed
}

const hasRows = (queryClient: QueryClient): boolean =>
  queryClient
    .getQueryCache()
    .getAll()
    .some(({ queryKey, state }) => queryKey[1] === 'getList' && state.data !== undefined)
