import { useInfiniteQuery } from '@tanstack/react-query'

import { kindOf, mayWrite, type Field, type Resource, type User } from '#schema'

import type { HistoryEntry } from '#contract'
import { useProvider, type Answer } from '../../browser/client/records/provider.ts'

type Titles = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Page extends Answer<HistoryEntry[]> {
  readonly meta: { readonly next: number | null; readonly labels: Titles }
}

/** The writes of a record, page by page; read again whenever its version is another one. */
export function useHistory(resource: Resource, id: number, version: number | undefined) {
  const provider = useProvider()
  return useInfiniteQuery({
    queryKey: [resource.name, 'history', id, version],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === undefined ? '' : `?before=${pageParam}`
      return provider.call<HistoryEntry[]>(
        'GET',
        `/${resource.api}/${id}/history${query}`,
        undefined,
        signal,
      ) as Promise<Page>
    },
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    retry: false,
  })
}

/** The values that taking a write back brings, as the user sees them and may set them; empty when there are none. */
export function valuesBefore(
  resource: Resource,
  user: User,
  { action, changes }: HistoryEntry,
): Readonly<Record<string, unknown>> {
  if (action === 'create' || action === 'delete') return {}
  return Object.fromEntries(
    changes
      .filter(({ field: name }) => mayRevert(user, resource.fields[name]))
      .map(({ field: name, before }) => [name, before]),
  )
}

const mayRevert = (user: User, field: Field | undefined): boolean =>
  field !== undefined && mayWrite(user, field) && kindOf(field).writeOnly !== true
