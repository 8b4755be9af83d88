import type { Http } from './http.ts'
import type { Profile, SessionStore } from './session.ts'

/** Specification 9. */
const firstAfter = 100
const every = 30_000
const idleAfter = 15 * 60_000

const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const

/** Reads the profile again and again while somebody is at work. Answers how to stop. */
export function refreshProfile(http: Http, session: SessionStore): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let lastSign = Date.now()
  const note = () => {
    lastSign = Date.now()
  }
  for (const sign of signsOfLife) window.addEventListener(sign, note, { signal, passive: true })
  const refresh = async () => {
    if (Date.now() - lastSign > idleAfter) return
    const { data } = await http.json<{ data: Profile }>('/profile', { signal })
    const known = session.read()
    if (known) session.write({ ...known, ...merged(known, data) })
  }
  // What a refresh does not get, the next one gets; a lost session is told by `http` itself.
  const tryRefresh = () => void refresh().catch(() => undefined)
  const first = setTimeout(tryRefresh, firstAfter)
  const timer = setInterval(tryRefresh, every)
  return () => {
    clearTimeout(first)
    clearInterval(timer)
    controller.abort()
  }
}

/** The new profile; settings and permissions stay the very same when nothing in them changed (specification 4). */
export function merged(known: Profile, next: Profile): Profile {
  const same = <Value>(before: Value, after: Value) =>
    JSON.stringify(before) === JSON.stringify(after) ? before : after
  return {
    ...next,
    permissions: same(known.permissions, next.permissions),
    settings: same(known.settings, next.settings),
  }
}
