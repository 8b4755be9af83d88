import { useQuery, type UseQueryOptions } from '@tanstack/react-query'

import { useProvider } from './provider.ts'

interface ApiQuery<Data> extends Omit<UseQueryOptions<Data>, 'queryFn'> {
  /** Below `/api`, with a slash at the beginning. */
  readonly path: string
  /** A question that is too long for an address: it is asked by POST. */
  readonly body?: unknown
}

/**
 * The `data` of what the API answers; the call is called off when no screen waits for it any more. What fails is said at
 * once, where it is asked, and not asked again behind it.
 */
export function useApiQuery<Data>({ path, body, ...options }: ApiQuery<Data>) {
  const provider = useProvider()
  const method = body === undefined ? 'GET' : 'POST'
  return useQuery({
    retry: false,
    ...options,
    queryFn: async ({ signal }) => (await provider.call<Data>(method, path, body, { signal })).data,
  })
}
