import { useState } from 'react'

import type { Resource } from '#schema'

import type { Operand } from '../../client/records/filterValues.ts'
import { readGroups, writeGroups, type Group } from './groups.ts'

/**
 * The groups while they are made: with conditions that ask for nothing yet, which the address does not know.
 * What comes from outside, by going back or taking a chip away, replaces them.
 */
export function useDraft(
  resource: Resource,
  where: Operand,
  ask: (where: string | undefined) => void,
): [group: Group, change: (group: Group) => void] {
  const [draft, setDraft] = useState(() => readGroups(resource, where))
  const [seen, setSeen] = useState(where)
  if (seen !== where) {
    setSeen(where)
    if (writeGroups(resource, draft) !== where) setDraft(readGroups(resource, where))
  }
  const change = (group: Group) => {
    const next = writeGroups(resource, group)
    setDraft(group)
    if (next !== writeGroups(resource, draft)) ask(next)
  }
  return [draft, change]
}
