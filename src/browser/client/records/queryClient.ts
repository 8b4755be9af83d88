import { QueryClient, type QueryKey, type QueryObserverOptions } from '@tanstack/react-query'

import type { HttpFailure } from '../http/http.ts'

/** What react-admin's own components ask: may the user do this? */
export interface AccessQuestion {
  readonly resource?: string
  readonly action?: string
}

/**
 * The cache. react-admin's questions about access are answered at once, from what is known here, instead of
 * asynchronously, once per button and again whenever the window gets the focus.
 */
export function createQueryClient(mayAccess: (question: AccessQuestion) => boolean): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: 10_000, refetchOnWindowFocus: false, retry } },
  })
  const defaulted = client.defaultQueryOptions.bind(client)
  const answering = (options: QueryObserverOptions) => {
    const question = questionOf(options.queryKey)
    const answer = { initialData: () => question && mayAccess(question), enabled: false }
    return defaulted(question ? { ...options, ...answer, staleTime: Infinity } : options)
  }
  // The method's type carries the types of the data through, which nothing here touches.
  client.defaultQueryOptions = answering as typeof client.defaultQueryOptions
  return client
}

/** `['auth', 'canAccess', {resource, action, …}]` is the key of react-admin's `useCanAccess`. */
function questionOf(key: QueryKey | undefined): AccessQuestion | undefined {
  const [area, name, question] = key?.length === 3 ? key : []
  const isQuestion = area === 'auth' && name === 'canAccess' && typeof question === 'object'
  return isQuestion ? (question ?? undefined) : undefined
}

/** Another try makes sense only when the server could not answer at all. */
function retry(count: number, error: Partial<HttpFailure>): boolean {
  return count < 2 && (error.status === 0 || (error.status ?? 0) >= 500)
}
