import { useQuery } from '@tanstack/react-query'

import { useProvider, type Answer, type Option } from '#browser'

import { groupsOf, listedOf } from './permissionGroups.ts'

/** Every permission there is, by area. */
export function usePermissionGroups() {
  const provider = useProvider()
  return useQuery({
    queryKey: ['permissions', 'options', 'all'],
    queryFn: ({ signal }) => provider.options('permissions', { signal }),
    select: groupsOfAnswer,
  })
}

// Outside of the hook: the same answer must give the same groups.
const groupsOfAnswer = ({ data }: Answer<Option[]>) => groupsOf(data.map(listedOf))
