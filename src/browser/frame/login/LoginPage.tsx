import { firstMsg } from '../../../texts/firstMsg.ts'
import { lazy, Suspense, useEffect, useState } from 'react'

import { productClaim, productName } from '../../client/product.ts'
import { HttpFailure } from '../../client/http/httpFailure.ts'
import { LoginForm } from './LoginForm.tsx'
import { lastLanguage, localizeMessage } from './loginFields.tsx'
import { readSetup, type Setup } from '../../client/session/signIn.ts'
import './login.css'

/** Needed once in the life of an installation. */
const SetupForm = lazy(async () => ({ default: (await import('../SetupForm.tsx')).SetupForm }))

/** It comes with no word that somebody waits for. */
const Cover = lazy(async () => ({ default: (await import('../Cover.tsx')).Cover }))

interface LoginPageProps {
  /** The user has begun to type: what comes after the sign-in can be fetched. */
  onTyping: () => void
  onSignedIn: () => void
}

/** The first page, in plain React: nothing of the console is loaded yet. */
export function LoginPage({ onTyping, onSignedIn }: LoginPageProps) {
  const setup = useSetup()
  const { locale, direction } = lastLanguage()
  return (
    <main className="login" lang={locale} dir={direction} onInput={onTyping}>
      <header>
        <Suspense>
          <Cover />
        </Suspense>
        <p className="brand">{productName}</p>
        <p className="claim">
          {productClaim ||
            localizeMessage(
              firstMsg('everything_through_the_right_door', 'Everything through the right door.'),
            )}
        </p>
      </header>
      <div className="side">
        {setup?.needed ? (
          <Suspense>
            <SetupForm onSignedIn={onSignedIn} />
          </Suspense>
        ) : (
          <LoginForm demoAccounts={setup?.demo_accounts ?? []} onSignedIn={onSignedIn} />
        )}
      </div>
    </main>
  )
}

/** Milliseconds. */
const firstWait = 3_000
const longestWait = 60_000

/**
 * Undefined until the server has answered; meanwhile people may try to sign in. Not every server knows a set-up: the first answer
 * is the last. Without one the server is asked again, ever more seldom.
 */
function useSetup(): Setup | undefined {
  const [setup, setSetup] = useState<Setup>()
  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const ask = (wait: number) => {
      readSetup(controller.signal).then(setSetup, (error: unknown) => {
        const isSilent = !(error instanceof HttpFailure) || error.status === 0 || error.status > 499
        if (controller.signal.aborted || !isSilent) return
        timer = setTimeout(() => ask(Math.min(wait * 2, longestWait)), wait)
      })
    }
    ask(firstWait)
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [])
  return setup
}

/** Stands in for the console when its files did not come, as after a new release or without a connection. */
export function LoadFailed() {
  return (
    <main className="loading" role="alert">
      {`${productName} could not be loaded.`}
      <button type="button" onClick={() => window.location.reload()}>
        Try again
      </button>
    </main>
  )
}
