import { lazy, Suspense, useSyncExternalStore } from 'react'

import type { Http } from '../../client/http/http.ts'
import type { Session } from '../../client/session/session.ts'

const SignInAgain = lazy(async () => ({
  default: (await import('./SignInAgain.tsx')).SignInAgain,
}))

/** Lies over a page on which something is not saved and whose session has ended. */
export function SignInWhenWaiting({ http, session }: { http: Http; session: Session }) {
  const isWaiting = useSyncExternalStore(http.onWaiting, http.isWaiting)
  return <Suspense>{isWaiting && <SignInAgain {...{ http, session }} />}</Suspense>
}
