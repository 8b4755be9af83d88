import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'

import type { Activity } from '../live/activity.ts'
import type { Http } from '../http/http.ts'
import { session, useUser } from '../session/session.ts'
import { OptionsContext, type Options } from './context.ts'
import { mayHave } from './lists.ts'
import { refreshOptions } from './refresh.ts'

/** Keeps the option lists that the user may have, and only those, fresh from the time the first screen stands. */
export function useFreshOptions(http: Http, activity: Activity, isDrawn: boolean): void {
  const options = useContext(OptionsContext)
  const queryClient = useQueryClient()
  const { permissions } = useUser()
  useEffect(() => {
    if (!options) return
    const allowed = options.lists.filter((list) => mayHave({ permissions }, list))
    options.store.keepOnly(new Set(allowed.map(({ name }) => name)))
  }, [options, permissions])
  useEffect(() => {
    if (!options || !isDrawn) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const isPaused = () => document.hidden || activity.isIdle()
    void begin({ ...options, http, signal, isPaused }, queryClient)
    return () => controller.abort()
  }, [options, http, activity, isDrawn, queryClient])
}

type Cycle = Options & {
  readonly http: Http
  readonly signal: AbortSignal
  readonly isPaused: () => boolean
}

async function begin(cycle: Cycle, queryClient: QueryClient): Promise<void> {
  await quiet(queryClient, cycle.signal)
  if (cycle.signal.aborted) return
  await refreshOptions({ ...cycle, permissions: () => session.read()?.permissions ?? [] })
}

/** Resolves when what the first screen asked for has come and the browser has nothing else to do. */
async function quiet(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  do await rest(signal)
  while (queryClient.isFetching() > 0 && !signal.aborted)
}

const restTime = 500

const rest = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 })
      else resolve()
    }, restTime)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
