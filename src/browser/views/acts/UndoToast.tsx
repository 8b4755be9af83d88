import Button from '@mui/material/Button'

import { useText } from '../words.ts'
import { useUndoable, type Undoable } from './undoStore.ts'
import { useUndo } from './useUndo.ts'

/** What was done, and the way back while there is one. */
export function UndoToast({ undoable }: { undoable: Undoable }) {
  const say = useText()
  const undo = useUndo()
  const isOffered = useUndoable().includes(undoable)
  return (
    <>
      {undoable.text}
      {isOffered && (
        <Button
          color="inherit"
          size="small"
          onClick={() => void undo(undoable)}
          sx={{ marginInlineStart: 1, my: -0.5, minHeight: { xs: 44, sm: 0 }, fontWeight: 700 }}
        >
          {say('undo', 'Undo')}
        </Button>
      )}
    </>
  )
}
