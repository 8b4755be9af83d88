import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ComponentType, memo, Suspense, useRef, useState } from 'react'
import { useStore } from 'react-admin'

import type { Resource } from '#schema'

import { useT } from '../../../client/i18n/texts.ts'
import { filtersOf, maySearch } from '../../../client/records/permitted.ts'
import { useUser } from '../../../client/session/user.ts'
import { useShortcuts } from '../../../ui/keyboard/shortcutRegistry.ts'
import { Closable } from '../../../ui/states/lazyDialog.tsx'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { useIsFramed } from '../../../ui/useIsFramed.ts'
import { revealableNames } from '../../reveal/revealed.tsx'
import { type ListAppearance, useIsNarrow, useIsTight, useWithin } from '../listAppearance.ts'
import { ColumnsButton, DensityButton } from './appearanceTools.tsx'
import { AddFilterButton, FilterButton, FilteredBy } from './filterTools.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SortButton } from './SortButton.tsx'

const FilterPanel = lazyPart(
  async () => (await import('../../filters/FilterPanel.tsx')).FilterPanel,
)

const FilterSheet = lazyPart(
  async () => (await import('../../filters/FilterSheet.tsx')).FilterSheet,
)

const RevealTool = lazyPart(async () => (await import('../../reveal/RevealButton.tsx')).RevealTool)

interface ToolsProps {
  resource: Resource
  appearance: ListAppearance
  listActions: readonly ComponentType[]
}

/** Search box, filters, order, columns and density above a list; where it is tight its own tools as well. */
export const ListTools = memo(function ListTools(props: ToolsProps) {
  const { resource, appearance, listActions } = props
  const user = useUser()
  const isNarrow = useIsNarrow()
  const isTight = useIsTight()
  const isFramed = useIsFramed()
  const within = useWithin()
  const filters = filtersOf(resource, user, appearance.columns.shown)
  const [isOpen, setOpen] = useFiltersOpen(resource, isNarrow)
  // The page waits for a panel that it opens with, so that it does not push the rows away.
  const [wasOpen] = useState(isOpen)
  const hasSearch = maySearch(resource, user)
  const mayReveal = revealableNames(resource, user).length > 0
  const t = useT()
  const area = useRef<HTMLDivElement>(null)
  const focusPanel = () => area.current?.querySelector<HTMLElement>('[role=group] input')?.focus()
  useShortcuts([
    {
      keys: 'f',
      label: t('filters'),
      group: 'screen',
      run: () => (isOpen ? focusPanel() : setOpen(true)),
      isOffered: () => !within && filters.length > 0,
    },
  ])
  const all = (
    <FilterPanel resource={resource} filters={filters} columns={appearance.columns.shown} />
  )
  const onClose = () => setOpen(false)
  const panel = isOpen && (
    <Closable onClose={onClose}>
      {isNarrow ? (
        <FilterSheet onClose={onClose}>{all}</FilterSheet>
      ) : (
        <Box ref={area} sx={{ displayPrint: 'none' }}>
          {all}
        </Box>
      )}
    </Closable>
  )
  return (
    <Box sx={areaStyle}>
      <Box sx={toolsStyle(hasSearch || listActions.length > 0)}>
        {hasSearch && <SearchBox resource={resource} />}
        {isTight && listActions.length > 0 && (
          <Box sx={{ flex: hasSearch ? 'initial' : 1, minWidth: 0 }}>
            {listActions.map((More, at) => (
              <More key={at} />
            ))}
          </Box>
        )}
        {filters.length > 0 && (
          <FilterButton {...{ filters, isOpen }} onToggle={() => setOpen(!isOpen)} />
        )}
        {filters.length > 1 && !isTight && !isOpen && (
          <AddFilterButton {...{ resource, filters }} />
        )}
        <SortButton resource={resource} columns={appearance.columns} />
        {!isTight && <ColumnsButton resource={resource} columns={appearance.columns} />}
        {!isTight && !within && <DensityButton appearance={appearance} />}
        {/* The last one, as it comes with the rows and would push others away. */}
        <Suspense>
          {mayReveal && isFramed && (
            <RevealTool resource={resource} columns={appearance.columns.shown} />
          )}
        </Suspense>
      </Box>
      <FilteredBy resource={resource} />
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

const areaStyle = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }

/** Where it is tight what stands before them and the signs of the tools share one line. */
const toolsStyle = (isCompany: boolean) => ({
  display: 'flex',
  flexWrap: isCompany ? { xs: 'nowrap', md: 'wrap' } : 'wrap',
  alignItems: 'center',
  columnGap: { xs: 0.5, md: 1 },
  rowGap: 1,
  displayPrint: 'none',
  '& .MuiButton-root': { flexShrink: 0, ...(isCompany && { minWidth: { xs: 44, md: 64 } }) },
  ...(isCompany && {
    '& .tool-text': { display: { xs: 'none', md: 'inline' } },
    '& .MuiButton-startIcon': {
      mx: { xs: 0 },
      marginInlineStart: { md: '-4px' },
      marginInlineEnd: { md: 1 },
    },
  }),
})
