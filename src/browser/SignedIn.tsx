import { useEffect, useState } from 'react'
import { useNotify } from 'react-admin'

import { expired, unavailable, type Http } from './http.ts'
import { ChangePassword } from './layout/LazyChangePassword.tsx'
import { Shell } from './layout/Shell.tsx'
import { Page } from './Page.tsx'
import { followPreferences } from './preferences/followPreferences.ts'
import { useSession } from './session.ts'
import { store } from './store.ts'
import { useUpToDate } from './useUpToDate.ts'

interface SignedInProps {
  http: Http
  onSignOut: () => void
}

/** The console of somebody who is signed in, kept up to date while they work. */
export function SignedIn({ http, onSignOut }: SignedInProps) {
  const { id: userId, must_change_password: mustChange } = useSession() ?? {}
  const [isDrawn, setDrawn] = useState(false)
  useUpToDate(http, isDrawn)
  useWarnings(http)
  useEffect(() => {
    if (userId) return followPreferences({ http, store, storage: localStorage, userId })
    return undefined
  }, [http, userId])
  return (
    <Shell {...{ http, onSignOut }}>
      {mustChange ? <ChangePassword /> : <Page />}
      <Drawn onDrawn={setDrawn} />
    </Shell>
  )
}

/** Beside a page: what it is made of has come as soon as this stands. */
function Drawn({ onDrawn }: { onDrawn: (isDrawn: true) => void }) {
  useEffect(() => onDrawn(true), [onDrawn])
  return null
}

/** What any call may run into (specification 8). */
function useWarnings(http: Http): void {
  const notify = useNotify()
  useEffect(() => http.onExpired(() => notify(expired, { type: 'warning' })), [http, notify])
  useEffect(
    () =>
      http.onUnavailable(() => {
        // Without a connection there is a notice already.
        if (navigator.onLine) notify(unavailable, { type: 'error' })
      }),
    [http, notify],
  )
}
