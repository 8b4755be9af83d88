import {
  expired,
  HttpFailure,
  unavailable,
  type Call,
  type Client,
  type Http,
} from '../http/http.ts'
import { forgetOthers, requestSession } from './signIn.ts'
import { noteInterrupted } from '../addresses/returnAddress.ts'
import { endSession, personOf, type Session, type SessionStore } from './session.ts'
import { createSignal } from '../storage/persisted.ts'

const reloadDelay = 3000

interface ConnectionOptions {
  session: SessionStore
  reload: () => void
  /** Whether something on the page would be lost by a reload. */
  hasUnsaved?: () => boolean
  /** Forgets what only the user of the session may know, as signing out does. */
  forget?: () => void
}

/** The calls of the console, which hears from them when the session has ended and when the server is away. */
export function connect(client: Client, options: ConnectionOptions): Http {
  const { session } = options
  const end = createEnd(options)
  const outage = createOutage()

  async function watched<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (end.hasCome()) throw new HttpFailure(401, expired)
    const token = session.read()?.access_token
    try {
      return await call()
    } catch (error) {
      const isRefused = error instanceof HttpFailure && error.status === 401
      // Meanwhile another tab may have signed in anew.
      if (isRefused && token && session.read()?.access_token === token) end.come()
      throw error
    }
  }

  const told = <Answer>(options: Call | undefined, call: () => Promise<Answer>) =>
    options?.tellsItself ? watched(call) : outage.watch(watched(call), options?.isBackground)

  return {
    json<Answer>(path: string, options?: Call) {
      const call = () => told(options, () => client.json<Answer>(path, options))
      return path === '/logout' ? end.wanted(call) : call()
    },
    blob: (path, options) => told(options, () => client.blob(path, options)),
    stream: (path, signal) => watched(() => client.stream(path, signal)),
    headers() {
      if (end.hasCome()) throw new HttpFailure(401, expired)
      return client.headers()
    },
    answered(status) {
      if (status === 401 && session.read()) end.come()
    },
    onExpired: end.onCome,
    isWaiting: end.isWaiting,
    onWaiting: end.onWaiting,
    signInAgain: (values) => requestSession(client, values),
    resume: end.goOn,
    abandon: end.abandon,
    onUnavailable: outage.onBegin,
  }
}

/**
 * The end of a session that the server no longer knows: told once, and three seconds later carried out. A page on
 * which something is not saved waits for its user instead of being loaded anew.
 */
function createEnd({ session, reload, hasUnsaved, forget }: ConnectionOptions) {
  const coming = createSignal()
  const waiting = createSignal()
  let hasCome = false
  let isWaiting = false
  let isWanted = false
  let stop = () => {}

  function carryOut(ended: Session | undefined): void {
    const known = session.read()
    if (known && known.access_token !== ended?.access_token) return anew(known, ended)
    if (ended) noteInterrupted(personOf(ended))
    if (hasUnsaved?.()) {
      session.unstore()
      setWaiting(true)
    } else leave()
  }

  function leave(): void {
    endSession(session)
    forget?.()
    reload()
  }

  /** Somebody has signed in, here over the page or meanwhile in another tab. */
  function anew(next: Session, ended: Session | undefined): void {
    const isSame = ended && personOf(next) === personOf(ended)
    if (isSame && hasUnsaved?.()) return resume(next)
    stop()
    if (!isSame) forgetOthers(next)
    session.write(next)
    reload()
  }

  function resume(next: Session): void {
    hasCome = false
    stop()
    setWaiting(false)
    session.write(next)
  }

  function setWaiting(next: boolean): void {
    if (isWaiting === next) return
    isWaiting = next
    waiting.send()
  }

  return {
    hasCome: () => hasCome,
    isWaiting: () => isWaiting,
    onWaiting: waiting.listen,
    goOn(next: Session): void {
      anew(next, session.read())
    },
    abandon: leave,
    /** While its user ends it, other calls may find it gone, and tell nobody. */
    async wanted<Answer>(call: () => Promise<Answer>): Promise<Answer> {
      isWanted = true
      return call().finally(() => (isWanted = false))
    },
    come(): void {
      if (hasCome || isWanted) return
      hasCome = true
      const ended = session.read()
      coming.send()
      setTimeout(() => carryOut(ended), reloadDelay)
      stop = session.subscribe(() => {
        const known = session.read()
        const isNew = known && known.access_token !== ended?.access_token
        if (isWaiting && isNew) anew(known, ended)
      })
    },
    onCome: coming.listen,
  }
}

/** A time without answers (specification 8). */
function createOutage() {
  const begin = createSignal()
  let isOn = false
  return {
    async watch<Answer>(call: Promise<Answer>, isBackground = false): Promise<Answer> {
      try {
        const answer = await call
        isOn = false
        return answer
      } catch (error) {
        const wasOn = isOn
        if (error instanceof HttpFailure) isOn = error.message === unavailable
        // Without a connection there is a notice already.
        const isTold = !isBackground || (!wasOn && navigator.onLine)
        if (isOn && isTold) begin.send()
        throw error
      }
    },
    onBegin: begin.listen,
  }
}

export interface ConfirmingHttp extends Http {
  /**
   * Sets who asks for the password when the server wants it again: one question for all calls that wait for it, and
   * each is sent again after a yes. Returns how to stop.
   */
  onPasswordNeeded(ask: () => Promise<boolean>): () => void
}

/** Sends the acts again that the server does only after the password was entered anew. */
export function withConfirmation(http: Http): ConfirmingHttp {
  let ask: (() => Promise<boolean>) | undefined
  let asking: Promise<boolean> | undefined

  async function confirming<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await call()
    } catch (error) {
      const isNeeded = error instanceof HttpFailure && error.code === 'confirm_password'
      if (!isNeeded || !ask) throw error
      asking ??= ask().finally(() => (asking = undefined))
      if (await asking) return call()
      throw new HttpFailure(403, 'Nothing was changed, because the password was not entered.')
    }
  }

  return {
    ...http,
    json: <Answer>(path: string, options?: Parameters<Http['json']>[1]) =>
      confirming(() => http.json<Answer>(path, options)),
    onPasswordNeeded(asker) {
      ask = asker
      return () => {
        if (ask === asker) ask = undefined
      }
    },
  }
}
