import { lazy, Suspense, useEffect, useState } from 'react'

import type { ConfirmingHttp } from '../../client/session/confirmation.ts'

const ConfirmPassword = lazy(async () => ({
  default: (await import('./ConfirmPassword.tsx')).ConfirmPassword,
}))

type Answer = (isConfirmed: boolean) => void

/** Asks for the password over the page whenever the server wants it again. */
export function PasswordQuestion({ http }: { http: ConfirmingHttp }) {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    let pending: Answer | undefined
    const stop = http.onPasswordNeeded(
      () =>
        new Promise<boolean>((resolve) => {
          pending = (isConfirmed) => {
            setAnswer(undefined)
            resolve(isConfirmed)
          }
          setAnswer(() => pending)
        }),
    )
    return () => {
      stop()
      pending?.(false)
    }
  }, [http])
  return <Suspense>{answer && <ConfirmPassword http={http} onAnswer={answer} />}</Suspense>
}
