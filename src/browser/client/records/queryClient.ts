import { QueryClient } from '@tanstack/react-query'

import { type Filter, operations, type Resource } from '#schema'

import type { HttpFailure } from '../http/httpFailure.ts'

/** What react-admin's own components ask: may the user do this? */
export interface AccessQuestion {
  readonly resource?: string
  readonly action?: string
}

/**
 * Returns the cache. react-admin's questions about access are answered at once, from what is known here: each has its
 * answer from the start and is never asked again, where react-admin would ask asynchronously, once per button. Only
 * where a rule depends on the record, the record itself is asked about.
 */
export function createQueryClient(
  resources: readonly Resource[],
  ruleOf: (question: AccessQuestion) => boolean | Filter,
): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: 10_000, refetchOnWindowFocus: false, retry } },
  })
  for (const { name: resource } of resources) {
    for (const action of operations) {
      const question = { resource, action }
      // The key of `useCanAccess`; its questions have more in it, like the id of a record.
      client.setQueryDefaults(['auth', 'canAccess', question], {
        initialData() {
          const rule = ruleOf(question)
          return typeof rule === 'boolean' ? rule : undefined
        },
        staleTime: Infinity,
      })
    }
  }
  return client
}

/** Another try makes sense only when the server could not answer at all. */
function retry(count: number, error: Partial<HttpFailure>): boolean {
  return count < 2 && (error.status === 0 || (error.status ?? 0) >= 500)
}
