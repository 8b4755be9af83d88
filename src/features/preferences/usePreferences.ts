import { useEffect, useState } from 'react'

import type { Http } from '../../browser/client/http/http.ts'
import { store } from '../../browser/client/storage/store.ts'
import { followPreferences } from './followPreferences.ts'
import { holdsThoseOf } from './local.ts'

/** How long a browser that knows nothing of a user waits for the server, in milliseconds. */
const patience = 1_000

/**
 * Keeps a user's preferences the same in all their browsers. False as long as this browser may draw otherwise than
 * they like it: the lists would jump when their density comes.
 */
export function usePreferences(http: Http, userId: number | undefined): boolean {
  const [isKnown, setKnown] = useState(() => !userId || holdsThoseOf(localStorage, userId))
  useEffect(() => {
    if (!userId) return undefined
    const onKnown = () => setKnown(true)
    const timer = setTimeout(onKnown, patience)
    const stop = followPreferences({ http, store, storage: localStorage, userId, onKnown })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [http, userId])
  return isKnown
}
