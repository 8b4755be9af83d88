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
import type { Columns } from './columns.ts'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { useFilters } from './filters.ts'
import { SearchBox } from './SearchBox.tsx'

const FilterPanel = lazy(async () => ({ default: (await import('./FilterPanel.tsx')).FilterPanel }))

/** Search box, filters and column choice above a list. */
export function ListTools({ resource, columns }: { resource: Resource; columns: Columns }) {
  const say = useText()
  const user = useUser()
  const { values, clear } = useFilters()
  const filters = filtersOf(resource, user)
  const [isOpen, setOpen] = useStore(`${resource.name}.filters_open`, false)
  const count = filters.filter((one) =>
    Object.keys(values).some((key) => names(one.name, key)),
  ).length
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
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
        <ColumnsMenu resource={resource} columns={columns} />
        {Object.keys(values).length > 0 && (
          <Button onClick={clear}>{say('clear_all', 'Clear all')}</Button>
        )}
      </Box>
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

/** Whether a key of a list request is about a field: its name, with or without a suffix. */
const names = (field: string, key: string): boolean =>
  key === field ||
  ['from', 'to', 'not', 'contains', 'empty'].some((end) => key === `${field}_${end}`)
