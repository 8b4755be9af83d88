import MoreVertIcon from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import { type RefObject, useRef, useState } from 'react'

import type { Resource } from '#schema'

import { useT } from '../../../client/i18n/texts.ts'
import { useAnchor } from '../../../ui/useAnchor.ts'
import { lazyDialog } from '../../../ui/states/lazyDialog.tsx'
import type { ListAppearance } from '../listAppearance.ts'

const ListMenu = lazyDialog(async () => (await import('./ListMenu.tsx')).ListMenu)

const ColumnsMenu = lazyDialog(async () => (await import('./ColumnsMenu.tsx')).ColumnsMenu)

interface ButtonProps {
  resource: Resource
  appearance: ListAppearance
  onExport(): void
  button?: RefObject<HTMLButtonElement | null>
}

/** What stands beside a list's title where there is room, in one menu where there is none. */
export function ListMenuButton({ resource, appearance, onExport, button: given }: ButtonProps) {
  const t = useT()
  const own = useRef<HTMLButtonElement>(null)
  const button = given ?? own
  const { anchor, opener, onClose } = useAnchor('menu')
  const [columnsAt, setColumnsAt] = useState<HTMLElement>()
  const close = () => {
    setColumnsAt(undefined)
    // The item that asked is gone with its menu, so the focus would be lost.
    requestAnimationFrame(() => button.current?.focus())
  }
  const label = t('list_menu')
  return (
    <>
      <IconButton ref={button} aria-label={label} {...opener}>
        <MoreVertIcon />
      </IconButton>
      {anchor && (
        <ListMenu
          {...{ resource, appearance, label, anchor, onExport, onClose }}
          onColumns={() => setColumnsAt(anchor)}
        />
      )}
      {columnsAt && (
        <ColumnsMenu
          {...{ resource, columns: appearance.columns }}
          anchor={columnsAt}
          onClose={close}
        />
      )}
    </>
  )
}
