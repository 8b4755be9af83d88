import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { useNotify, useRefresh } from 'react-admin'

import { problemOf } from '../problem.ts'
import { useProvider } from '../provider.ts'
import { ActContext, isImmediate, perform, type ActRequest } from './act.ts'

const ActDialog = lazy(async () => ({ default: (await import('./ActDialog.tsx')).ActDialog }))

/** Lets the views below start acts, one at a time. */
export function ActProvider({ children }: { children: ReactNode }) {
  const provider = useProvider()
  const notify = useNotify()
  const refresh = useRefresh()
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
      refresh()
    },
    [provider, notify, refresh],
  )
  const start = useCallback(
    (request: ActRequest) => {
      if (isImmediate(request)) void runNow(request)
      else setAsked(request)
    },
    [runNow],
  )
  return (
    <ActContext.Provider value={start}>
      {children}
      <Suspense>
        {asked && <ActDialog request={asked} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </ActContext.Provider>
  )
}
