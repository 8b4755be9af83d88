import { useState } from 'react'

import { countedFields, type Resource } from '#schema'

import { useFilters } from '../list/listAddress.ts'
import { useListFixed } from '../list/listState.tsx'
import { useCounts } from '../list/useCounts.ts'

/**
 * Which values of a field the records of the list have, without what the left out keys filter it by. They are asked for
 * when somebody comes near the element that takes `near`.
 */
export function useUsed(resource: Resource, name: string, isLeftOut: (key: string) => boolean) {
  const [isNear, setNear] = useState(false)
  const fixed = useListFixed()
  const others = Object.entries(useFilters().values).filter(([key]) => !isLeftOut(key))
  const used = useCounts(resource, {
    path: `values/search?of=${name}`,
    filter: { ...Object.fromEntries(others), ...fixed },
    isWanted: isNear && countedFields(resource).includes(name),
  })
  const come = () => setNear(true)
  return { used, near: { onPointerEnter: come, onFocus: come } }
}
