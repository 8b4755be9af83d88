import { useCallback, type ReactElement } from 'react'
import { useNotify } from 'react-admin'

import { newRequestKey } from '../../client/http/requestKey.ts'
import { DoneToast } from './DoneToast.tsx'
import { undoStore, type Done, type Undoable, type Way } from '../../../features/undo/undoStore.ts'

/** Remembers what was done last, with the way back where there is one. Returns what can be undone. */
export function noteDone(done: Done, way?: Way): Undoable | undefined {
  if (!way) {
    undoStore.pass()
    return undefined
  }
  const undoable = { ...done, ...way, key: newRequestKey() }
  undoStore.add(undoable)
  return undoable
}

/** Remembers what was done and returns the message that says so, with a button that takes it back where that can be. */
export const doneMessage = (done: Done, way?: Way): ReactElement => (
  <DoneToast done={noteDone(done, way) ?? done} />
)

/** Returns what says that a write is done. */
export function useTellDone(): (done: Done, way?: Way) => void {
  const notify = useNotify()
  return useCallback((done, way) => notify(doneMessage(done, way), { type: 'success' }), [notify])
}
