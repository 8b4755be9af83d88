import { useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'

import type { Http } from '../http/http.ts'
import { forgetRequests } from '../records/listCalls.ts'
import { followServer } from './live.ts'
import { OptionsContext } from '../options/store.ts'
import { watchActivity, type Activity } from './activity.ts'
import { useFreshOptions } from '../options/refresh.ts'
import { ownWrites } from './ownWrites.ts'
import { refreshProfile } from '../session/profileRefresh.ts'
import { session, useSession } from '../session/session.ts'

/** Keeps what is known of the user, the records and the option lists up to date while somebody is at work. */
export function useUpToDate(http: Http): void {
  const queryClient = useQueryClient()
  const options = useContext(OptionsContext)?.store
  const activity = useActivity()
  const token = useSession()?.access_token
  useEffect(() => refreshProfile({ http, session, activity }), [http, activity])
  useEffect(
    () =>
      followServer(http, queryClient, {
        ownWrites,
        onChange: (resource) => options?.markOld(resource),
      }),
    // With a new session the stream begins anew: the old one has ended with its own.
    [http, queryClient, options, token],
  )
  useFreshOptions(http, activity)
  useKnownDevice(http)
  useNewPermissions()
}

function useActivity(): Activity {
  const [activity] = useState(watchActivity)
  useEffect(() => activity.start(), [activity])
  return activity
}

/** What was answered under other permissions is asked for anew. */
function useNewPermissions(): void {
  const queryClient = useQueryClient()
  const permissions = useSession()?.permissions
  const before = useRef(permissions)
  useEffect(() => {
    if (before.current === permissions) return
    before.current = permissions
    forgetRequests()
    queryClient.removeQueries({ queryKey: ['auth'] })
    void queryClient.invalidateQueries()
  }, [permissions, queryClient])
}

const tokenKey = 'leadgate.device'
const sessionKey = 'leadgate.device.session'

/** Lets the server know this browser, once for each sign-in: wrong passwords of others then do not lock its user out. */
function useKnownDevice(http: Http): void {
  const session = useSession()?.access_token.slice(-8)
  useEffect(() => {
    if (!session || localStorage.getItem(sessionKey) === session) return
    const device = localStorage.getItem(tokenKey) ?? undefined
    const call = { method: 'POST', body: { device }, isBackground: true } as const
    http.json<{ data: { device: string } }>('/profile/device', call).then(
      ({ data }) => {
        localStorage.setItem(tokenKey, data.device)
        localStorage.setItem(sessionKey, session)
      },
      // A server that knows no devices does not lock users out by them.
      () => undefined,
    )
  }, [http, session])
}
