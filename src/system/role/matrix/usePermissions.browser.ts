import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { useDeclaredPermissions, useProvider } from '#browser'

import { groupsOf, listedOf } from './permissionGroups.ts'

/** Returns every permission there is, by area, and how far its loading is. */
export function usePermissionGroups() {
  const provider = useProvider()
  const declared = useDeclaredPermissions()
  const { data: answer, ...query } = useQuery({
    queryKey: ['permissions', 'options', 'all'],
    queryFn: ({ signal }) => provider.options('permissions', { signal }),
  })
  const data = useMemo(
    () => answer && declared.data && groupsOf(answer.data.map(listedOf), declared.data),
    [answer, declared.data],
  )
  return { ...query, data, isPending: query.isPending || declared.isPending }
}
