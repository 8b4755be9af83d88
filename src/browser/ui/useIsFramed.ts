import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { afterPaint } from './useIsPainted.ts'

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
    return isFramed ? undefined : afterPaint(() => setFramed(true))
  }, [isFramed, queryClient])
  return isFramed
}

const hasRows = (queryClient: QueryClient): boolean =>
  queryClient
    .getQueryCache()
    .getAll()
    .some(({ queryKey, state }) => queryKey[1] === 'getList' && state.data !== undefined)
