import Button from '@mui/material/Button'

import { useText } from '../../client/i18n/texts.ts'
import { DoneText } from './DoneText.tsx'
import { useUndoable, type Done } from '../../../features/undo/undoStore.ts'
import { useUndo } from '../../../features/undo/useUndo.ts'

/** What was done, and the way back while there is one. */
export function DoneToast({ done }: { done: Done }) {
  const say = useText()
  const undo = useUndo()
  const undoable = useUndoable().find((one) => one === done)
  return (
    <>
      <DoneText done={done} />
      {undoable && (
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
