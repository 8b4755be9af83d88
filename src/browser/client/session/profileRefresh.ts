import type { Activity } from '../live/activity.ts'
import type { Http } from '../http/http.ts'
import { profileOf, type Profile, type Session, type SessionStore } from './session.ts'

/** Milliseconds until the profile is read first, and then between two readings. */
const firstAfter = 100
const every = 30_000

interface Refresh {
  readonly http: Http
  readonly session: SessionStore
  readonly activity: Activity
}

/** The question under way. */
let asking: AbortController | undefined

/**
 * Reads the profile and keeps what is new in it. A newer question calls the one under way off, for its answer knows
 * more; an answer during which the profile was changed here may be older than that change, and is asked for again.
 * Rejects with HttpFailure, and with an AbortError when called off.
 */
export async function readProfile(
  ask: (signal: AbortSignal) => Promise<{ data: Partial<Session> }>,
  session: SessionStore,
): Promise<void> {
  asking?.abort()
  asking = new AbortController()
  const { signal } = asking
  for (;;) {
    const before = session.read()
    const { data } = await ask(signal)
    const known = session.read()
    // Meanwhile somebody else may have signed in, in another tab.
    if (!known || known.access_token !== before?.access_token) return
    if (known !== before) continue
    const expires_at = laterEnd(known, data)
    const next = { ...known, ...merged(known, data), expires_at, is_fetched: true }
    if (JSON.stringify(next) !== JSON.stringify(known)) session.write(next)
    return
  }
}

/** Reads the profile again and again while somebody is at work. Returns a function that stops it. */
export function refreshProfile({ http, session, activity }: Refresh): () => void {
  const refresh = () =>
    readProfile(
      (signal) => http.json<{ data: Partial<Profile> }>('/profile', { signal, isBackground: true }),
      session,
    )
  // What a refresh does not get, the next one gets; a lost session is told by `http` itself.
  const tryRefresh = () => void refresh().catch(() => undefined)
  const first = setTimeout(tryRefresh, firstAfter)
  const timer = setInterval(() => {
    if (!activity.isIdle()) tryRefresh()
  }, every)
  const forget = activity.onReturn(tryRefresh)
  return () => {
    clearTimeout(first)
    clearInterval(timer)
    forget()
    asking?.abort()
  }
}

const hour = 3_600_000

/** When the session ends. That a use put it off for less than an hour is no news for a page. */
function laterEnd({ expires_at: known }: Session, { expires_at: given }: Partial<Session>): string {
  return given && Math.abs(Date.parse(given) - Date.parse(known)) > hour ? given : known
}

/** The new profile; settings and permissions stay the very same when nothing in them changed. */
export function merged(known: Profile, given: Partial<Profile>): Profile {
  const next = profileOf({ ...known, ...given })
  const same = <Value>(before: Value, after: Value) =>
    JSON.stringify(before) === JSON.stringify(after) ? before : after
  return {
    ...next,
    permissions: same(known.permissions, next.permissions),
    settings: same(known.settings, next.settings),
  }
}
