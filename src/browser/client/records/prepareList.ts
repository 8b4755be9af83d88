import { QueryClient } from '@tanstack/react-query'

import { requestHere } from '../http/earlyRequest.ts'
import type { ConsoleProvider } from './provider.ts'
import type { AccessQuestion } from './queryClient.ts'

interface Prepared {
  readonly queryClient: QueryClient
  readonly dataProvider: ConsoleProvider
  mayAccess(question: AccessQuestion): boolean
}

/**
 * Reads the rows of the list at this address into the cache, so that the first page stands with them. Resolves when they
 * are there, or when they will not come: what went wrong is said where the list is.
 */
export async function prepareList({
  queryClient,
  dataProvider,
  mayAccess,
}: Prepared): Promise<void> {
  const known = requestHere()
  if (!known || !mayAccess({ resource: known.resource, action: 'list' })) return
  const { resource, params } = known
  await queryClient.prefetchQuery({
    queryKey: [resource, 'getList', params],
    queryFn: ({ signal }) => dataProvider.getList(resource, { ...params, signal } as never),
    retry: false,
  })
}
