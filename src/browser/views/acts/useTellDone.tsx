import { useNotify } from 'react-admin'

import { undoStore, type Undoable } from './undoStore.ts'
import { UndoToast } from './UndoToast.tsx'

/** Says that a write is done, with a button that takes it back where that can be. */
export function useTellDone(): (text: string, undo?: Omit<Undoable, 'text'>) => void {
  const notify = useNotify()
  return (text, undo) => {
    if (!undo) return void notify(text, { type: 'success' })
    const undoable = { ...undo, text }
    undoStore.add(undoable)
    notify(<UndoToast undoable={undoable} />, { type: 'success' })
  }
}
