import type { TabCount } from '#contract'
import type { Resource } from '#schema'

import { problemOf } from '../../client/http/problem.ts'
import { useApiQuery } from '../../client/records/useApiQuery.ts'
import { isAway, useRetry } from '../../ui/states/useRetry.ts'

interface Counting {
  /** Below the resource's own address: `tabs/search`. */
  path: string
  /** What the list is filtered by. */
  filter: object
  isWanted?: boolean
}

/** Parts of a list as the server counts them; as they were until they are counted anew. None where it does not. */
export function useCounts(
  { name, api }: Resource,
  { path, filter, isWanted = true }: Counting,
): readonly TabCount[] | undefined {
  const { data, error, refetch } = useApiQuery<TabCount[]>({
    // A change of any record of the list has them counted again.
    queryKey: [name, path, filter],
    enabled: isWanted,
    path: `/${api}/${path}`,
    body: filter,
    placeholderData: (before) => before,
    staleTime: 10_000,
  })
  useRetry(error !== null && isAway(problemOf(error)), () => void refetch())
  return error ? none : data
}

const none: readonly TabCount[] = []
