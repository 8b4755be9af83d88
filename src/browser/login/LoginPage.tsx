import { useEffect, useState } from 'react'

import { HttpFailure } from '../http.ts'
import { Cover } from './Cover.tsx'
import { LoginForm } from './LoginForm.tsx'
import { readSetup, type Setup } from './signIn.ts'
import { SetupForm } from './SetupForm.tsx'
import { direction, locale, told } from './words.ts'
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

const askAgainAfter = 3000

/** Undefined until the server has answered; meanwhile people may try to sign in. Not every server knows a set-up. */
function useSetup(): Setup | undefined {
  const [setup, setSetup] = useState<Setup>()
  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const ask = () => {
      readSetup(controller.signal).then(setSetup, (error: unknown) => {
        const isMissing = error instanceof HttpFailure && error.status === 404
        if (!controller.signal.aborted && !isMissing) timer = setTimeout(ask, askAgainAfter)
      })
    }
    ask()
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [])
  return setup
}
