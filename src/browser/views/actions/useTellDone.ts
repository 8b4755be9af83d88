import { useCallback } from 'react'
import { useNotify } from 'react-admin'

import { useUndoing } from '../slots.ts'
import type { Done, Way } from './action.ts'
import { doneMessage } from './DoneText.tsx'

/** Returns what says that a write is done. */
export function useTellDone(): (done: Done, way?: Way) => void {
  const notify = useNotify()
  const undoing = useUndoing()
  return useCallback(
    (done, way) => {
      const type = done.warning ? 'warning' : 'success'
      notify(doneMessage(undoing, done, way), { type })
    },
    [notify, undoing],
  )
}
