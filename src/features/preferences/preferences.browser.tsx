import { useEffect, useState, type ReactNode } from 'react'

import type { Http } from '../../browser/client/http/http.ts'
import { useSession } from '../../browser/client/session/session.ts'
import { store } from '../../browser/client/storage/store.ts'
import { Waiting } from '../../browser/ui/states/StatePanels.tsx'
import type { Feature } from '../../browser/views/slots.ts'
import { holdsThoseOf } from './localPreferences.ts'

/** How a person likes to see the console, the same in all their browsers. */
export const preferences: Feature = { Gate }

/** How long a browser that knows nothing of a user waits for the server, in milliseconds. */
const timeoutMs = 1_000

/** Waits as long as this browser may draw otherwise than the user likes it: the lists would jump when their density comes. */
function Gate({ http, children }: { http: Http; children: ReactNode }) {
  const userId = useSession()?.id
  return usePreferences(http, userId) ? children : <Waiting />
}

function usePreferences(http: Http, userId: number | undefined): boolean {
  const [isKnown, setKnown] = useState(() => !userId || holdsThoseOf(localStorage, userId))
  useEffect(() => {
    if (!userId) return undefined
    const onKnown = () => setKnown(true)
    const timer = setTimeout(onKnown, timeoutMs)
    const controller = new AbortController()
    void import('./followPreferences.ts').then(({ followPreferences }) => {
      if (controller.signal.aborted) return
      const stop = followPreferences({ http, store, storage: localStorage, userId, onKnown })
      controller.signal.addEventListener('abort', stop)
    })
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [http, userId])
  return isKnown
}
