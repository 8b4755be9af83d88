import { useCallback, type ReactElement } from 'react'
import { useNotify } from 'react-admin'

import { useUndoing, type Undoing } from '../slots.ts'
import type { Done, Way } from './action.ts'
import { DoneText } from './DoneText.tsx'

/** Remembers what was done, and returns the message that says so, with a button that takes it back where that can be. */
export function doneMessage({ note, Button }: Undoing, done: Done, way?: Way): ReactElement {
  const undoable = note(done, way)
  return (
    <>
      <DoneText done={done} />
      {undoable && <Button undoable={undoable} />}
    </>
  )
}

/** Returns what says that a write is done. */
export function useTellDone(): (done: Done, way?: Way) => void {
  const notify = useNotify()
  const undoing = useUndoing()
  return useCallback(
    (done, way) => notify(doneMessage(undoing, done, way), { type: 'success' }),
    [notify, undoing],
  )
}
