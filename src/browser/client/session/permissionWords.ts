import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'

/** What a permission means, in English. */
export interface PermissionWords {
  readonly name: string
  readonly description: string
}

/** Loads what the permissions of the business mean. Of the console's own files: who is refused a page asks no server for it. */
export const PermissionWordsContext = createContext<() => Promise<readonly PermissionWords[]>>(
  async () => [],
)

/** Returns the permissions of the release in the order they are declared, as far as they are loaded. */
export function useDeclaredPermissions() {
  const load = useContext(PermissionWordsContext)
  return useQuery({
    queryKey: ['permission_words'],
    queryFn: load,
    staleTime: Infinity,
    retry: false,
  })
}
