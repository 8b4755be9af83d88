import MoreVertIcon from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import { lazy, Suspense, useRef, useState } from 'react'

import type { Resource } from '#schema'

import { useT } from '../../../client/i18n/texts.ts'
import type { ListAppearance } from '../listAppearance.ts'

const ExportDialog = lazy(async () => ({
  default: (await import('../export/ExportDialog.tsx')).ExportDialog,
}))
const ListMenu = lazy(async () => ({ default: (await import('./ListMenu.tsx')).ListMenu }))

const ColumnsMenu = lazy(async () => ({ default: (await import('./ColumnsMenu.tsx')).ColumnsMenu }))

/** What the menu of a list opens besides pages. */
export type Asked = 'columns' | 'export'

/** What stands beside a list's title where there is room, in one menu where there is none. */
export function ListMenuButton({
  resource,
  appearance,
}: {
  resource: Resource
  appearance: ListAppearance
}) {
  const t = useT()
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [asked, setAsked] = useState<{ what: Asked; anchor: HTMLElement }>()
  const close = () => {
    setAsked(undefined)
    // The item that asked is gone with its menu, so the focus would be lost.
    requestAnimationFrame(() => button.current?.focus())
  }
  const label = t('list_menu')
  const shown = appearance.columns.shown.map(({ name }) => name)
  return (
    <>
      <IconButton
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertIcon />
      </IconButton>
      <Suspense>
        {anchor && (
          <ListMenu
            {...{ resource, appearance, label, anchor }}
            onAsk={(what) => setAsked({ what, anchor })}
            onClose={() => setAnchor(null)}
          />
        )}
        {asked?.what === 'export' && <ExportDialog {...{ resource, shown }} onClose={close} />}
        {asked?.what === 'columns' && (
          <ColumnsMenu
            {...{ resource, columns: appearance.columns }}
            anchor={asked.anchor}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
