import { useEffect, useState, useSyncExternalStore } from 'react'

import type { Http } from '../../client/http/http.ts'
import type { ConfirmingHttp } from '../../client/session/connection.ts'
import type { Session } from '../../client/session/session.ts'
import { lazyDialog } from '../../ui/states/lazyDialog.tsx'

// Few people are asked for a password on a given day: the forms are fetched when they are needed.
const load = () => import('./PasswordDialogs.tsx')
const ConfirmPassword = lazyDialog(
  async () => (await load()).ConfirmPassword,
  ({ onAnswer }) => onAnswer(false),
)
const SignInAgain = lazyDialog(async () => (await load()).SignInAgain)
export const ChangePassword = lazyDialog(async () => (await load()).ChangePassword)

type Resolve = (isConfirmed: boolean) => void

/** Asks for the password over the page whenever the server wants it again. */
export function PasswordQuestion({ http }: { http: ConfirmingHttp }) {
  const [answer, setAnswer] = useState<Resolve>()
  useEffect(() => {
    let pending: Resolve | undefined
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
  return answer && <ConfirmPassword http={http} onAnswer={answer} />
}

/** Lies over a page on which something is not saved and whose session has ended. */
export function SignInWhenWaiting({ http, session }: { http: Http; session: Session }) {
  const isWaiting = useSyncExternalStore(http.onWaiting, http.isWaiting)
  return isWaiting && <SignInAgain {...{ http, session }} />
}
