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
        <Cover />
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

const gate = { x: 430, y: 500 }
const sources = Array.from({ length: 23 }, (_, index) => 40 + index * 42)
const lanes = [150, 330, 500, 670, 850]

/** What comes in arrives from everywhere and leaves on few lanes; below the engine's own sentence it passes a door. */
function Cover() {
  return (
    <svg className="cover" viewBox="0 0 800 1000" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <g className="flow">
        {sources.map((y, index) => (
          <path key={y} d={into(y, index)} />
        ))}
        {lanes.map((y, index) => (
          <path key={y} d={outOf(y, index)} className="lane" />
        ))}
      </g>
      <g className="arrivals">
        {sources.map((y, index) => (
          // A dash without length and with round ends: a dot, somewhere on its way.
          <path
            key={y}
            d={into(y, index)}
            pathLength={16}
            strokeDasharray="0 16"
            strokeDashoffset={-2 - ((index * 7) % 11)}
            strokeWidth={index % 4 === 0 ? 12 : 8}
          />
        ))}
      </g>
      {!productClaim && (
        <g className="gate" transform={`translate(${gate.x} ${gate.y})`}>
          <path d="M-70 190V-60a70 70 0 0 1 140 0V190" />
          <path d="M-38 190V-56a38 38 0 0 1 76 0V190" className="inner" />
        </g>
      )}
    </svg>
  )
}

/** The height at which one of many lines passes the gate. */
const passing = (index: number, count: number) => gate.y + (index - (count - 1) / 2) * (90 / count)

function into(y: number, index: number): string {
  const height = passing(index, sources.length)
  return `M-10 ${y}C210 ${y} 230 ${height} ${gate.x} ${height}`
}

function outOf(y: number, index: number): string {
  const height = passing(index, lanes.length)
  return `M${gate.x} ${height}C620 ${height} 620 ${y} 820 ${y}`
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
