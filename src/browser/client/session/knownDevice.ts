import { useEffect } from 'react'

import type { Http } from '../http/http.ts'
import { useSession } from './session.ts'

const tokenKey = 'leadgate.device'
const sessionKey = 'leadgate.device.session'

/** Lets the server know this browser, once for each sign-in: others' wrong passwords then lock nobody out of it. */
export function useKnownDevice(http: Http): void {
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
      // A server that knows no devices locks nobody out by them.
      () => undefined,
    )
  }, [http, session])
}
