import { expired, HttpFailure, unavailable, type Call, type Client, type Http } from './http.ts'
import { endSession, type SessionStore } from './session.ts'

const reloadDelay = 3000

interface ConnectionOptions {
  session: SessionStore
  reload: () => void
}

/** The calls of the console, which hears from them when the session has ended and when the server is away. */
export function connect(client: Client, { session, reload }: ConnectionOptions): Http {
  const end = createEnd(session, reload)
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
    onUnavailable: outage.onBegin,
  }
}

/** The end of a session that the server no longer knows: told once, and three seconds later carried out. */
function createEnd(session: SessionStore, reload: () => void) {
  const bell = createBell()
  let hasCome = false
  let isWanted = false
  return {
    hasCome: () => hasCome,
    /** While its user ends it, other calls may find it gone, and tell nobody. */
    async wanted<Answer>(call: () => Promise<Answer>): Promise<Answer> {
      isWanted = true
      return call().finally(() => (isWanted = false))
    },
    come(): void {
      if (hasCome || isWanted) return
      hasCome = true
      const token = session.read()?.access_token
      bell.ring()
      setTimeout(() => {
        // Meanwhile another tab may have signed in anew.
        if (session.read()?.access_token === token) endSession(session)
        reload()
      }, reloadDelay)
    },
    onCome: bell.listen,
  }
}

/** A time without answers (specification 8). */
function createOutage() {
  const bell = createBell()
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
        if (isOn && isTold) bell.ring()
        throw error
      }
    },
    onBegin: bell.listen,
  }
}

function createBell() {
  const listeners = new Set<() => void>()
  return {
    ring: () => listeners.forEach((listener) => listener()),
    listen(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
