import { useSyncExternalStore } from 'react'

import { createPersistedState } from '../../browser/client/storage/persisted.ts'
import type { Undoable } from '../../browser/views/actions/action.ts'

interface Acts {
  /** The latest first. */
  readonly undoable: readonly Undoable[]
  /** The first of them is what was done last: nothing was done, undone or dismissed since. */
  readonly isLast: boolean
}

/** Most acts that are remembered; older ones are found in the record's history. */
const maxActs = 20

/**
 * What was done in this tab and may be undone. It outlives a reload and ends with the sign-out; whether it may still be
 * undone the server says.
 */
export function createUndoStore(storage: Storage) {
  const initial: Acts = { undoable: [], isLast: false }
  const acts = createPersistedState<Acts>('undo', { initial, storage, restore })
  const write = (changes: Partial<Acts>) => acts.write({ ...acts.read(), ...changes })
  return {
    read: () => acts.read().undoable,
    /** What was done last, while it may be taken back. */
    last: (): Undoable | undefined => (acts.read().isLast ? acts.read().undoable[0] : undefined),
    add: (one: Undoable) =>
      write({ undoable: [one, ...acts.read().undoable].slice(0, maxActs), isLast: true }),
    drop(one: Undoable) {
      const { undoable, isLast } = acts.read()
      const rest = undoable.filter((other) => other !== one)
      write({ undoable: rest, isLast: isLast && one !== undoable[0] })
    },
    /** Something was done that cannot be taken back, or the last act was dismissed: no older one takes its place. */
    pass: () => write({ isLast: false }),
    clear: () => acts.reset(),
    subscribe: acts.subscribe,
  }
}

function restore(value: unknown): Acts | undefined {
  const { undoable, isLast } = (value ?? {}) as Partial<Acts>
  if (!Array.isArray(undoable) || !undoable.every(isUndoable)) return undefined
  return { undoable, isLast: isLast === true }
}

const isUndoable = (one: Partial<Undoable> | null): boolean =>
  [one?.act, one?.resource, one?.path].every((part) => typeof part === 'string')

export const undoStore = createUndoStore(window.sessionStorage)

export const useUndoable = (): readonly Undoable[] =>
  useSyncExternalStore(undoStore.subscribe, undoStore.read)

export const useLastAct = (): Undoable | undefined =>
  useSyncExternalStore(undoStore.subscribe, undoStore.last)
