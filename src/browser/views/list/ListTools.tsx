import FilterListIcon from '@mui/icons-material/FilterList'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy, memo, Suspense, useState, type ComponentType } from 'react'
import { useStore } from 'react-admin'

import type { Resource } from '#schema'

import { isKeyOf } from '../../client/records/filterValues.ts'
import { revealableNames } from '../reveal/revealable.ts'
import { useUser } from '../../client/session/session.ts'
import { filtersOf, maySearch } from '../../client/records/permitted.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useIsFramed } from '../../ui/useIsFramed.ts'
import { ColumnsButton } from './ColumnsButton.tsx'
import { DensityButton } from './DensityButton.tsx'
import { useFilters } from './filters.ts'
import type { Look } from './look.ts'
import { SearchBox } from './SearchBox.tsx'
import { SortButton } from './SortButton.tsx'
import { ToolButton } from './ToolButton.tsx'
import { useIsNarrow } from './useIsNarrow.ts'

const FilterPanel = lazy(async () => ({ default: (await import('./FilterPanel.tsx')).FilterPanel }))
const RevealTool = lazy(async () => ({
  default: (await import('../reveal/RevealTool.tsx')).RevealTool,
}))
const FilterChips = lazy(async () => ({
  default: (await import('../filters/FilterChips.tsx')).FilterChips,
}))

interface ToolsProps {
  resource: Resource
  look: Look
  listActions: readonly ComponentType[]
}

/** Search box, filters, order, columns and density above a list; on a phone its own tools as well. */
export const ListTools = memo(function ListTools(props: ToolsProps) {
  const { resource, look, listActions } = props
  const t = useT()
  const user = useUser()
  const isNarrow = useIsNarrow()
  const isFramed = useIsFramed()
  const { values, clear } = useFilters()
  const filters = filtersOf(resource, user, look.columns.shown)
  const [isOpen, setOpen] = useFiltersOpen(resource, isNarrow)
  // The page waits for a panel that it opens with, so that it does not push the rows away.
  const [wasOpen] = useState(isOpen)
  const { search: _search, ...filtering } = values
  const isFiltered = Object.keys(filtering).length > 0
  const count =
    filters.filter((one) => Object.keys(values).some((key) => isKeyOf(one.name, key))).length +
    (values['where'] === undefined ? 0 : 1)
  const hasSearch = maySearch(resource, user)
  const mayReveal = revealableNames(resource, user).length > 0
  const clearButton = <Button onClick={clear}>{t('clear_all')}</Button>
  const panel = isOpen && (
    <Box sx={{ gridColumn: '1 / -1', displayPrint: 'none' }}>
      <FilterPanel resource={resource} filters={filters} columns={look.columns.shown} />
    </Box>
  )
  return (
    <Box sx={areaStyle}>
      <Box sx={toolsStyle(hasSearch || listActions.length > 0)}>
        {hasSearch && <SearchBox />}
        {isNarrow && listActions.length > 0 && (
          <Box sx={{ flex: hasSearch ? 'initial' : 1, minWidth: 0 }}>
            {listActions.map((More, at) => (
              <More key={at} />
            ))}
          </Box>
        )}
        {filters.length > 0 && (
          <ToolButton
            icon={
              <Badge badgeContent={count} color="primary" aria-hidden>
                <FilterListIcon />
              </Badge>
            }
            label={count > 0 ? t('filters_set', { count }) : t('filters')}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
        <SortButton resource={resource} columns={look.columns} />
        <Suspense>
          {mayReveal && isFramed && <RevealTool resource={resource} columns={look.columns.shown} />}
        </Suspense>
        {!isNarrow && (
          <>
            <ColumnsButton resource={resource} columns={look.columns} />
            <DensityButton look={look} />
            {Object.keys(values).length > 0 && clearButton}
          </>
        )}
      </Box>
      {isFiltered && (
        <>
          <Suspense fallback={<Box sx={{ minHeight: { xs: 48, sm: 32 } }} />}>
            <FilterChips resource={resource} />
          </Suspense>
          {isNarrow && clearButton}
        </>
      )}
      {wasOpen ? panel : <Suspense>{panel}</Suspense>}
    </Box>
  )
})

/**
 * Whether the filters are open: on a desk as this browser had it last; on a narrow or a low window, as with 200 % zoom,
 * where they fill what is seen, only once they are asked for.
 */
function useFiltersOpen(
  { name }: Resource,
  isNarrow: boolean,
): [boolean, (isOpen: boolean) => void] {
  const isLow = useMediaQuery('(max-height:599.95px)', { noSsr: true })
  const [isOpenOnDesk, setOpenOnDesk] = useStore(`${name}.filters_open`, false)
  const [isOpenHere, setOpenHere] = useState(false)
  return isNarrow || isLow ? [isOpenHere, setOpenHere] : [isOpenOnDesk, setOpenOnDesk]
}

/** Beside the chips there is room for the button that takes them all away. */
const areaStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr)' },
  alignItems: 'center',
  gap: 1,
}

/** On a phone what stands before them and the signs of the tools share one line. */
const toolsStyle = (isCompany: boolean) => ({
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: { xs: 'nowrap', sm: 'wrap' },
  alignItems: 'center',
  columnGap: { xs: 0.5, sm: 1 },
  rowGap: 1,
  displayPrint: 'none',
  '& .MuiButton-root': { flexShrink: 0, ...(isCompany && { minWidth: { xs: 44, sm: 64 } }) },
  ...(isCompany && {
    '& .tool-text': { display: { xs: 'none', sm: 'inline' } },
    '& .MuiButton-startIcon': {
      mx: { xs: 0 },
      marginInlineStart: { sm: '-4px' },
      marginInlineEnd: { sm: 1 },
    },
  }),
})
