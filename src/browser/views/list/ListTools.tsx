import FilterListIcon from '@mui/icons-material/FilterList'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense } from 'react'
import { useStore } from 'react-admin'

import type { Resource } from '#schema'

import { useUser } from '../../session.ts'
import { filtersOf, maySearch } from '../permitted.ts'
import { useText } from '../words.ts'
import { ColumnsButton } from './ColumnsButton.tsx'
import { DensityButton } from './DensityButton.tsx'
import { useFilters } from './filters.ts'
import type { Look } from './look.ts'
import { SearchBox } from './SearchBox.tsx'

const FilterPanel = lazy(async () => ({ default: (await import('./FilterPanel.tsx')).FilterPanel }))
const FilterChips = lazy(async () => ({
  default: (await import('../filters/FilterChips.tsx')).FilterChips,
}))

/** Search box, filters, columns and density above a list. */
export function ListTools({ resource, look }: { resource: Resource; look: Look }) {
  const say = useText()
  const user = useUser()
  const { values, clear } = useFilters()
  const filters = filtersOf(resource, user)
  const [isOpen, setOpen] = useStore(`${resource.name}.filters_open`, false)
  const { search: _search, ...filtering } = values
  const isFiltered = Object.keys(filtering).length > 0
  const count =
    filters.filter((one) => Object.keys(values).some((key) => names(one.name, key))).length +
    (values['where'] === undefined ? 0 : 1)
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={toolsStyle}>
        {maySearch(resource, user) && <SearchBox />}
        {filters.length > 0 && (
          <Button
            startIcon={
              <Badge badgeContent={count} color="primary" aria-hidden>
                <FilterListIcon />
              </Badge>
            }
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {count > 0
              ? say('filters_set', 'Filters (%{count})', { count })
              : say('filters', 'Filters')}
          </Button>
        )}
        <ColumnsButton resource={resource} columns={look.columns} />
        <DensityButton look={look} />
        {Object.keys(values).length > 0 && (
          <Button onClick={clear}>{say('clear_all', 'Clear all')}</Button>
        )}
      </Box>
      {isFiltered && (
        <Suspense fallback={<Box sx={{ minHeight: { xs: 48, sm: 32 } }} />}>
          <FilterChips resource={resource} />
        </Suspense>
      )}
      <Suspense>
        {isOpen && (
          <Box sx={{ displayPrint: 'none' }}>
            <FilterPanel resource={resource} filters={filters} />
          </Box>
        )}
      </Suspense>
    </Box>
  )
}

const toolsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: { xs: 0.5, sm: 1 },
  rowGap: 1,
  displayPrint: 'none',
  '& .MuiButton-root': { minHeight: { xs: 44, sm: 36 } },
}

/** Whether a key of a list request is about a field: its name, with or without a suffix. */
const names = (field: string, key: string): boolean =>
  key === field ||
  ['from', 'to', 'not', 'contains', 'empty'].some((end) => key === `${field}_${end}`)
