import { useSyncExternalStore } from 'react'

import { createPersistedState } from '../../browser/client/storage/persisted.ts'

/** What was done to records of a resource: facts, which are said in the language of the moment. */
export interface Done {
  readonly resource: string
  /** `create`, `update`, `delete`, or the name of a declared action. */
  readonly act: string
  /** How many records it reached; undefined for the one record of a form or a row. */
  readonly count?: number
  /** The fields that were given a value, in their order. */
  readonly fields?: readonly string[]
  /** Their values, without those that are hidden from the user or never shown. */
  readonly values?: Readonly<Record<string, unknown>>
}

/** The call that takes an act back: a write of its own, which the server checks like any other. */
export interface Way {
  /** The one record it was done to, and the version that made. */
  readonly record?: { readonly id: number; readonly version: number }
  readonly path: string
  readonly body: object
}

/** An act that the person may still take back. */
export type Undoable = Done &
  Way & {
    /** Of the request that takes it back: clicked twice, or in two tabs, it is done once. */
    readonly key?: string
  }

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
