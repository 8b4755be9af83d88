import type { Resource } from '#schema'

import { useUser } from '../../client/session/session.ts'
import { useFilters } from '../list/filters.ts'
import { GroupBox } from './GroupBox.tsx'
import { filterableFields } from './operators.ts'
import { useDraft } from './useDraft.ts'

/** Conditions on any field, in groups of which all or any must hold. */
export function FilterBuilder({ resource }: { resource: Resource }) {
  const user = useUser()
  const { values, set } = useFilters()
  const [group, change] = useDraft(resource, values['where'], (where) => set({ where }))
  const fields = filterableFields(resource, user)
  return <GroupBox {...{ resource, fields, group }} depth={1} onChange={change} />
}
