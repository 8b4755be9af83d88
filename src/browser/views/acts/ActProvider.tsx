import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useNotify } from 'react-admin'

import { problemOf } from '../problem.ts'
import { useProvider } from '../provider.ts'
import { useReadAgain } from '../useReadAgain.ts'
import { ActContext, isImmediate, perform, type ActRequest } from './act.ts'
import { useUndoable } from './undoStore.ts'

const UndoBar = lazy(async () => ({ default: (await import('./UndoBar.tsx')).UndoBar }))
const ActDialog = lazy(async () => ({ default: (await import('./ActDialog.tsx')).ActDialog }))

/** Lets the views below start acts, one at a time. */
export function ActProvider({ children }: { children: ReactNode }) {
  const provider = useProvider()
  const notify = useNotify()
  const readAgain = useReadAgain()
  const hasUndo = useUndoable().length > 0
  const [asked, setAsked] = useState<ActRequest>()
  const runNow = useCallback(
    async (request: ActRequest) => {
      try {
        const { message } = await perform(provider, request, {})
        notify(message ?? request.act.label, { type: 'success' })
        request.onDone?.()
      } catch (error) {
        notify(problemOf(error).message, { type: 'error' })
      }
      readAgain(request.resource.name)
    },
    [provider, notify, readAgain],
  )
  const start = useCallback(
    (request: ActRequest) => {
      if (isImmediate(request)) void runNow(request)
      else setAsked(request)
    },
    [runNow],
  )
  useFocusAfter(asked)
  return (
    <ActContext.Provider value={start}>
      {children}
      <Suspense>{hasUndo && <UndoBar />}</Suspense>
      <Suspense>
        {asked && <ActDialog request={asked} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </ActContext.Provider>
  )
}

/** Gives the focus back after a dialog whose opener is gone, as the item of a menu is by then. */
function useFocusAfter(asked: ActRequest | undefined): void {
  const last = useRef<HTMLElement>(undefined)
  useEffect(() => {
    if (asked) last.current = asked.from
    else if (document.activeElement === document.body) last.current?.focus()
  }, [asked])
}
