import { useSyncExternalStore } from 'react'

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

/** What was done in this tab and may be undone, the latest first. A reload forgets it. */
export function createUndoStore() {
  const listeners = new Set<() => void>()
  let all: readonly Undoable[] = []
  const keep = (next: readonly Undoable[]) => {
    all = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => all,
    add: (one: Undoable) => keep([one, ...all].slice(0, most)),
    drop: (one: Undoable) => keep(all.filter((other) => other !== one)),
    clear: () => keep([]),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const undoStore = createUndoStore()

export const useUndoable = (): readonly Undoable[] =>
  useSyncExternalStore(undoStore.subscribe, undoStore.read)
