import { useState } from 'react'

import type { Resource } from '#schema'

import type { Operand } from '../../client/records/filterValues.ts'
import { useUser } from '../../client/session/user.ts'
import { useFilters } from '../list/listAddress.ts'
import { type Group, readGroups, writeGroups } from './groups.ts'
import { filterableFields } from './operators.ts'
import { GroupBox } from './GroupBox.tsx'

/** Conditions on any field, in groups of which all or any must hold. */
export function FilterBuilder({ resource }: { resource: Resource }) {
  const user = useUser()
  const { values, set } = useFilters()
  const [group, change] = useDraft(resource, values['where'], (where) => set({ where }))
  const fields = filterableFields(resource, user)
  return <GroupBox {...{ resource, fields, group }} depth={1} onChange={change} />
}

/**
 * The groups while they are made: with conditions that ask for nothing yet, which the address does not know.
 * What comes from outside, by going back or taking a chip away, replaces them.
 */
function useDraft(
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
