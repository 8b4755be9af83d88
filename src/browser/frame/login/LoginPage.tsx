import { useEffect, useState } from 'react'

import { HttpFailure } from '../../client/http/http.ts'
import { Cover } from './Cover.tsx'
import { LoginForm } from './LoginForm.tsx'
import { readSetup, type Setup } from '../../client/session/signIn.ts'
import { SetupForm } from './SetupForm.tsx'
import { direction, locale, told } from './loginTexts.ts'
import './login.css'

interface LoginPageProps {
  /** The user has begun to type: what comes after the sign-in can be fetched. */
  onTyping: () => void
  onSignedIn: () => void
}

/** The first page, in plain React: nothing of the console is loaded yet. */
export function LoginPage({ onTyping, onSignedIn }: LoginPageProps) {
  const setup = useSetup()
  return (
    <main className="login" lang={locale} dir={direction} onInput={onTyping}>
      <header>
        <Cover />
        <p className="brand">Leadgate</p>
        <p className="claim">{told('Everything through the right door.')}</p>
      </header>
      <div className="side">
        {setup?.needed ? (
          <SetupForm onSignedIn={onSignedIn} />
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
 * Undefined until the server has answered; meanwhile people may try to sign in. Not every server knows a set-up: any answer
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
