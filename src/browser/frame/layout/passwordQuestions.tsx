import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'

import type { Http } from '../../client/http/http.ts'
import type { ConfirmingHttp } from '../../client/session/connection.ts'
import type { Session } from '../../client/session/session.ts'

// Few people are asked for a password on a given day: the forms are fetched when they are needed.
const load = () => import('./PasswordDialogs.tsx')
const ConfirmPassword = lazy(async () => ({ default: (await load()).ConfirmPassword }))
const SignInAgain = lazy(async () => ({ default: (await load()).SignInAgain }))
export const ChangePassword = lazy(async () => ({ default: (await load()).ChangePassword }))

type Answer = (isConfirmed: boolean) => void

/** Asks for the password over the page whenever the server wants it again. */
export function PasswordQuestion({ http }: { http: ConfirmingHttp }) {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    let pending: Answer | undefined
    const ask = () =>
      new Promise<boolean>((resolve) => {
        pending = (isConfirmed) => {
          setAnswer(undefined)
          resolve(isConfirmed)
        }
        setAnswer(() => pending)
      })
    const stop = http.onPasswordNeeded(ask)
    return () => {
      stop()
      pending?.(false)
    }
  }, [http])
  return <Suspense>{answer && <ConfirmPassword http={http} onAnswer={answer} />}</Suspense>
}

/** Lies over a page on which something is not saved and whose session has ended. */
export function SignInWhenWaiting({ http, session }: { http: Http; session: Session }) {
  const isWaiting = useSyncExternalStore(http.onWaiting, http.isWaiting)
  return <Suspense>{isWaiting && <SignInAgain {...{ http, session }} />}</Suspense>
}
