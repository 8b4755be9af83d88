import Box from '@mui/material/Box'

import { isMasked, type Resource } from '#schema'

import { filterOf } from '../../fields/filters.ts'
import { useUser } from '../../session.ts'
import type { NamedField } from '../permitted.ts'
import { useNames, useText } from '../words.ts'
import { useFilters } from './filters.ts'

interface PanelProps {
  resource: Resource
  filters: readonly NamedField[]
}

/** Every filter of a list, each with the control of its kind. What is set applies at once. */
export function FilterPanel({ resource, filters }: PanelProps) {
  const say = useText()
  const user = useUser()
  const names = useNames(resource)
  const { values, set } = useFilters()
  return (
    <Box
      role="group"
      aria-label={say('filters', 'Filters')}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
        gap: 1.5,
        p: 1.5,
        borderRadius: 1,
        bgcolor: 'action.hover',
      }}
    >
      {filters.map(({ name, field }) => {
        const Control = filterOf(field)
        const props = { field, name, values, set, isMasked: isMasked(user, field) }
        return Control && <Control key={name} {...props} label={names.field(name)} />
      })}
    </Box>
  )
}
