import { useSyncExternalStore } from 'react'

import { createPersistedState } from '../../persisted.ts'

/** A write that the person may still take back. */
export interface Undoable {
  /** What was done, as the toast said it. */
  readonly text: string
  readonly resource: string
  /** The one record it was done to, and the version that made. */
  readonly record?: { readonly id: number; readonly version: number }
  /** The call that takes it back: a write of its own, which the server checks like any other. */
  readonly path: string
  readonly body: object
}

/** Most writes that are remembered; older ones are found in the record's history. */
const most = 20

/**
 * What was done in this tab and may be undone, the latest first. It outlives a reload and ends with the sign-out;
 * whether it may still be undone the server says.
 */
export function createUndoStore(storage: Storage) {
  const kept = createPersistedState<readonly Undoable[]>('undo', { initial: [], storage, restore })
  return {
    read: kept.read,
    add: (one: Undoable) => kept.write([one, ...kept.read()].slice(0, most)),
    drop: (one: Undoable) => kept.write(kept.read().filter((other) => other !== one)),
    clear: () => kept.reset(),
    subscribe: kept.subscribe,
  }
}

const restore = (value: unknown): readonly Undoable[] | undefined =>
  Array.isArray(value) && value.every(isUndoable) ? value : undefined

const isUndoable = (one: Partial<Undoable> | null): boolean =>
  [one?.text, one?.resource, one?.path].every((part) => typeof part === 'string')

export const undoStore = createUndoStore(window.sessionStorage)

export const useUndoable = (): readonly Undoable[] =>
  useSyncExternalStore(undoStore.subscribe, undoStore.read)
