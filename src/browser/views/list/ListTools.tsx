import ClearIcon from '@mui/icons-material/Clear'
import FilterListIcon from '@mui/icons-material/FilterList'
import SearchIcon from '@mui/icons-material/Search'
import SwapVertIcon from '@mui/icons-material/SwapVert'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ComponentType, lazy, memo, Suspense, useState } from 'react'
import { useStore } from 'react-admin'

import type { Resource } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import { isKeyOf } from '../../client/records/filterValues.ts'
import { filtersOf, maySearch } from '../../client/records/permitted.ts'
import { useUser } from '../../client/session/session.ts'
import { useTyped } from '../../ui/fields/useTyped.ts'
import { useIsFramed } from '../../ui/useIsFramed.ts'
import { revealableNames } from '../reveal/revealed.tsx'
import { type Columns, type Look, useIsNarrow } from './look.ts'
import { ColumnsButton, DensityButton } from './lookTools.tsx'
import { useFilters } from './listState.tsx'
import { ToolButton } from './toolParts.tsx'
import { useUnsortable } from './sorting.ts'

const FilterPanel = lazy(async () => ({
  default: (await import('../filters/FilterPanel.tsx')).FilterPanel,
}))
const RevealTool = lazy(async () => ({
  default: (await import('../reveal/RevealButton.tsx')).RevealTool,
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

function SearchBox() {
  const t = useT()
  const { values, set } = useFilters()
  const stored = typeof values.search === 'string' ? values.search : ''
  const [text, type, leave] = useTyped(stored, (search) => set({ search: search || undefined }))
  const label = t('search')
  return (
    <TextField
      type="search"
      size="small"
      variant="outlined"
      margin="none"
      placeholder={label}
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && type(text, 'now')}
      sx={{
        flex: { xs: 1, sm: 'initial' },
        width: { sm: 280 },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
      slotProps={{
        htmlInput: { 'aria-label': label, maxLength: 200 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: text && (
            <IconButton size="small" aria-label={t('clear_search')} onClick={() => type('', 'now')}>
              <ClearIcon fontSize="small" />
            </IconButton>
          ),
        },
      }}
    />
  )
}

const SortMenu = lazy(async () => ({ default: (await import('./SortMenu.tsx')).SortMenu }))

/** Opens the choice of the fields that a list is sorted by. */
function SortButton({ resource, columns }: { resource: Resource; columns: Columns }) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const unsortable = useUnsortable(resource)
  const fields = columns.all.filter(({ name }) => unsortable(name) === undefined)
  const isPartly = resource.size === 'large' && fields.length < columns.all.length
  if (fields.length === 0) return null
  return (
    <>
      <ToolButton
        icon={<SwapVertIcon />}
        label={t('sort')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Suspense>
        {anchor && (
          <SortMenu {...{ resource, fields, anchor, isPartly }} onClose={() => setAnchor(null)} />
        )}
      </Suspense>
    </>
  )
}
