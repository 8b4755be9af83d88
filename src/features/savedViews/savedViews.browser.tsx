import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef, useState } from 'react'

import type { Resource } from '#schema'

import type { Feature } from '../../browser/views/slots.ts'
import { useCurrentView, useOpening } from './useOpening.ts'
import type { ListAppearance } from '../../browser/views/list/listAppearance.ts'
import { useT } from '../../browser/client/i18n/texts.ts'
import { cutAtEnd } from '../../browser/ui/theme/clamped.ts'
import { lazyDialog } from '../../browser/ui/states/lazyDialog.tsx'
import { useAnchor } from '../../browser/ui/useAnchor.ts'
import { PinnedViews } from './PinnedViews.tsx'
import { type Ask, hasChanged, type ShownList } from './savedView.ts'
import { useKeepsViews } from './useViews.ts'
import { useListPages, useListSort } from '../../browser/views/list/listState.tsx'
import { useFilters } from '../../browser/views/list/listAddress.ts'
import { sortText } from '../../browser/client/records/order.ts'

/** Lists as people like to see them, kept under a name and shared. */
export const savedViews: Feature = {
  listPresets: { useCurrent: useCurrentView, useOpening },
  parts: { listTitle: ViewsButton },
  listLinks: PinnedViews,
}

const loadDialog = async () => (await import('./ViewDialog.tsx')).ViewDialog
const ViewDialog = lazyDialog(loadDialog)
const ViewsMenu = lazyDialog(async () => {
  // What is typed after an item of the menu is meant for the dialog.
  void loadDialog().catch(() => undefined)
  return (await import('./ViewsMenu.tsx')).ViewsMenu
})

interface ButtonProps {
  resource: Resource
  appearance: ListAppearance
}

/** Names the view that the list shows, and opens the menu of all. A dot says that it has unsaved changes. */
function ViewsButton({ resource, appearance }: ButtonProps) {
  const t = useT()
  const { preset: view } = useCurrentView(resource)
  const shownList = useShownList(appearance)
  const button = useRef<HTMLButtonElement>(null)
  const { anchor, opener, onClose } = useAnchor('menu')
  const [ask, setAsk] = useState<Ask>()
  const hasViews = useKeepsViews() || resource.views !== undefined
  if (!hasViews) return null
  const isChanged = view !== undefined && hasChanged(view, shownList)
  const name = view?.name ?? t('standard_view')
  const closeDialog = () => {
    setAsk(undefined)
    // The item that asked is gone with its menu, so the focus would be lost.
    requestAnimationFrame(() => button.current?.focus())
  }
  const about = { resource, view, shownList, isChanged }
  return (
    <>
      <Button
        ref={button}
        color="inherit"
        endIcon={<ExpandMoreIcon />}
        {...opener}
        aria-label={isChanged ? t('view_changed', { name }) : t('view', { name })}
        // On a phone it may stand below the title, and begins where that does.
        sx={{ minWidth: 0, color: 'text.secondary', marginInlineStart: { xs: -1, sm: 0 } }}
      >
        <Box component="span" sx={nameStyle}>
          {name}
        </Box>
        {isChanged && <Box component="span" sx={dotStyle} />}
      </Button>
      {anchor && <ViewsMenu {...about} {...{ anchor, onClose }} onAsk={setAsk} />}
      {ask && <ViewDialog {...about} ask={ask} onClose={closeDialog} />}
    </>
  )
}

const nameStyle = {
  ...cutAtEnd,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  maxWidth: { xs: '8rem', sm: '16rem' },
}

const dotStyle = {
  flexShrink: 0,
  width: 8,
  height: 8,
  marginInlineStart: 1,
  borderRadius: '50%',
  bgcolor: 'warning.main',
}

/** All that a view would keep of the list around. */
function useShownList({ columns, density }: ListAppearance): ShownList {
  const { sort } = useListSort()
  const { perPage } = useListPages()
  const { values } = useFilters()
  return {
    values,
    sort: sortText(sort),
    columns: columns.shown.map(({ name }) => name),
    density,
    perPage,
  }
}
