import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** The caches of the consoles whose first page is drawn. */
const framed = new WeakSet<QueryClient>()

/**
 * Returns whether what stands around the page is drawn by now. Where the first page has its rows already, these are
 * painted before: it is them that one waits for.
 */
export function useIsFramed(): boolean {
  const queryClient = useQueryClient()
  const [isFramed, setFramed] = useState(() => framed.has(queryClient) || !hasRows(queryClient))
  useEffect(() => {
    framed.add(queryClient)
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
  }, [isFramed, queryClient])
  return isFramed
}

const hasRows = (queryClient: QueryClient): boolean =>
  queryClient
    .getQueryCache()
    .getAll()
    .some(({ queryKey, state }) => queryKey[1] === 'getList' && state.data !== undefined)
