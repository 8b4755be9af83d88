import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'

import type { Resource } from '#schema'

import { newRequestKey } from '../../browser/client/http/requestKey.ts'
import { useT } from '../../browser/client/i18n/texts.ts'
import { isClosed } from '../../browser/client/records/permitted.ts'
import type { Row } from '../../browser/client/records/row.ts'
import type { Done, Undoable, Way } from '../../browser/views/actions/action.ts'
import { lazyDialog } from '../../browser/ui/states/lazyDialog.tsx'
import type { Feature } from '../../browser/views/slots.ts'
import type { RowActionProps } from '../../browser/views/resourceViews.ts'
import { undoStore, useLastUndoable, useUndoable, useUndo } from './undoStore.ts'

const UndoBar = lazyDialog(async () => (await import('./UndoBar.tsx')).UndoBar)

/** The way back from what a person has done in this tab. */
export const undo: Feature = {
  undoing: { note, useUndo, Button: UndoButton, Bar },
  parts: { rowActions: UndoRow },
}

function note(done: Done, way?: Way): Undoable | undefined {
  if (!way) {
    undoStore.pass()
    return undefined
  }
  const undoable = { ...done, ...way, key: newRequestKey() }
  undoStore.add(undoable)
  return undoable
}

function Bar() {
  const hasUndo = useLastUndoable() !== undefined
  return hasUndo && <UndoBar />
}

/** Stands as long as it can be undone. */
function UndoButton({ undoable }: { undoable: Undoable }) {
  const t = useT()
  const undoIt = useUndo()
  if (!useUndoable().includes(undoable)) return null
  return (
    <Button
      color="inherit"
      size="small"
      onClick={() => void undoIt(undoable)}
      sx={{ marginInlineStart: 1, my: -0.5, minHeight: { xs: 44, sm: 0 }, fontWeight: 700 }}
    >
      {t('undo')}
    </Button>
  )
}

/** Takes back what the user did to that record last. */
function UndoRow({ resource, record, close, ...focus }: RowActionProps) {
  const t = useT()
  const undoIt = useUndo()
  const undoable = useUndoable().find((one) => isOf(one, resource, record))
  if (!undoable || isClosed(resource, record)) return null
  return (
    <MenuItem {...focus} onClick={() => (close(), void undoIt(undoable))}>
      {t('undo_mine')}
    </MenuItem>
  )
}

/** Whether an action can be taken back at this record: it was not changed since. */
function isOf({ resource: name, record: done }: Undoable, resource: Resource, record: Row) {
  return done?.id === record.id && done.version === record.version && name === resource.name
}
