import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNotify } from 'react-admin'
import { Outlet } from 'react-router-dom'

import { expired, type Http } from './http.ts'
import { ChangePassword } from './layout/LazyChangePassword.tsx'
import { Shell } from './layout/Shell.tsx'
import { followServer } from './live.ts'
import { followPreferences } from './preferences/followPreferences.ts'
import { refreshProfile } from './profileRefresh.ts'
import { session, useSession } from './session.ts'
import { store } from './store.ts'

interface SignedInProps {
  http: Http
  onSignOut: () => void
}

/** The console of somebody who is signed in, kept up to date while they work. */
export function SignedIn({ http, onSignOut }: SignedInProps) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { id: userId, must_change_password: mustChange, permissions } = useSession() ?? {}
  useEffect(() => refreshProfile(http, session), [http])
  useEffect(() => followServer(http, queryClient), [http, queryClient])
  useEffect(() => {
    if (userId) return followPreferences({ http, store, storage: localStorage, userId })
    return undefined
  }, [http, userId])
  useEffect(() => http.onExpired(() => notify(expired, { type: 'warning' })), [http, notify])
  const before = useRef(permissions)
  useEffect(() => {
    if (before.current === permissions) return
    before.current = permissions
    queryClient.removeQueries({ queryKey: ['auth'] })
    void queryClient.invalidateQueries()
  }, [permissions, queryClient])
  return (
    <Shell {...{ http, onSignOut }}>
      {mustChange ? <ChangePassword http={http} /> : <Outlet />}
    </Shell>
  )
}
