import { useSyncExternalStore, useCallback } from 'react'
import { useNotify } from 'react-admin'

import { createPersistedState } from '../../browser/client/storage/persisted.ts'
import type { Undoable, BulkAnswer } from '../../browser/views/actions/action.ts'
import { problemOf } from '../../browser/client/http/problem.ts'
import { useProvider } from '../../browser/client/records/provider.ts'
import { useReadAgain } from '../../browser/client/records/resources.ts'
import { useT } from '../../browser/client/i18n/texts.ts'

interface UndoState {
  /** The latest first. */
  readonly undoable: readonly Undoable[]
  /** The first of them is what was done last: nothing was done, undone or dismissed since. */
  readonly isLast: boolean
}

/** Most actions that are remembered; older ones are found in the record's history. */
const maxUndoable = 20

/**
 * What was done in this tab and may be undone. It outlives a reload and ends with the sign-out; whether it may still be
 * undone the server says.
 */
export function createUndoStore(storage: Storage) {
  const initial: UndoState = { undoable: [], isLast: false }
  const state = createPersistedState<UndoState>('undo', { initial, storage, restore })
  const write = (changes: Partial<UndoState>) => state.write({ ...state.read(), ...changes })
  return {
    read: () => state.read().undoable,
    /** What was done last, while it may be taken back. */
    last: (): Undoable | undefined => (state.read().isLast ? state.read().undoable[0] : undefined),
    add: (one: Undoable) =>
      write({ undoable: [one, ...state.read().undoable].slice(0, maxUndoable), isLast: true }),
    drop(one: Undoable) {
      const { undoable, isLast } = state.read()
      const rest = undoable.filter((other) => other !== one)
      write({ undoable: rest, isLast: isLast && one !== undoable[0] })
    },
    /** Something was done that cannot be taken back, or the last action was dismissed: no older one takes its place. */
    pass: () => write({ isLast: false }),
    clear: () => state.reset(),
    subscribe: state.subscribe,
  }
}

function restore(value: unknown): UndoState | undefined {
  const { undoable, isLast } = (value ?? {}) as Partial<UndoState>
  if (!Array.isArray(undoable) || !undoable.every(isUndoable)) return undefined
  return { undoable, isLast: isLast === true }
}

const isUndoable = (one: Partial<Undoable> | null): boolean =>
  [one?.act, one?.resource, one?.path].every((part) => typeof part === 'string')

export const undoStore = createUndoStore(window.sessionStorage)

export const useUndoable = (): readonly Undoable[] =>
  useSyncExternalStore(undoStore.subscribe, undoStore.read)

export const useLastUndoable = (): Undoable | undefined =>
  useSyncExternalStore(undoStore.subscribe, undoStore.last)

/** Takes a write back and says what came of it. What somebody else has changed since stays as it is. */
export function useUndo(): (undoable: Undoable) => Promise<void> {
  const t = useT()
  const notify = useNotify()
  const readAgain = useReadAgain()
  const provider = useProvider()
  return useCallback(
    async (undoable) => {
      undoStore.drop(undoable)
      try {
        const { path, body, key } = undoable
        const { data } = await provider.call<Partial<BulkAnswer> | undefined>('POST', path, body, {
          key,
        })
        const answer: object = data ?? {}
        if ('job_id' in answer) notify(t('undoing'))
        else if ('skipped' in answer && Number(answer.skipped) > 0) {
          const text = t('undone_partly', answer)
          notify(text, { type: 'warning' })
        } else notify(t('undone'), { type: 'success' })
      } catch (error) {
        const { message, errors } = problemOf(error)
        // What is still at work can be undone when it has ended.
        if ('job_id' in errors) undoStore.add(undoable)
        notify(Object.values(errors)[0] ?? message, { type: 'error' })
      }
      readAgain(undoable.resource)
    },
    [t, notify, readAgain, provider],
  )
}
