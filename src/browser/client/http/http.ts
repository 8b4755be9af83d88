import { apiOrigin, takeEarly } from './earlyRequest.ts'
import { localeOf } from '../i18n/languageOrder.ts'
import { session as browserSession, type Session, type SessionStore } from '../session/session.ts'
import { store } from '../storage/store.ts'
import { unavailable, expired, HttpFailure, failureOf } from './httpFailure.ts'

const timeout = 120_000

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  signal?: AbortSignal | undefined
  /** The server does a call once for each key: see `newRequestKey`. */
  key?: string | undefined
  /** Who called says in its own place what failed: a missing answer is told to no other place. */
  tellsItself?: boolean
  /** No action of the user's: that it gets no answer is told once, when answers begin to be missing. */
  isBackground?: boolean
}

/** The calls of the API. Paths stand below `/api`. Every method rejects with HttpFailure. */
export interface Client {
  json<Answer>(path: string, call?: Call): Promise<Answer>
  /** The whole answer as it is read. */
  read<Answer>(
    path: string,
    call: Call | undefined,
    reader: (response: Response) => Promise<Answer>,
  ): Promise<Answer>
  /** An answer without end; only the signal ends it. */
  stream(path: string, signal: AbortSignal): Promise<Response>
  /** What every call carries, for those who make their own. */
  headers(): Record<string, string>
}

/** The calls of the console: once the session has ended, every one rejects with the words of that. */
export interface Http extends Omit<Client, 'read'> {
  blob(path: string, call?: Call): Promise<Blob>
  /** Hears the status of an answer to a call that somebody made on their own. */
  answered(status: number): void
  /** Calls back once when the server no longer knows the session. Returns a function that stops it. */
  onExpired(listener: () => void): () => void
  /** Whether the page waits for its user to sign in again, because something on it is not saved. */
  isWaiting(): boolean
  /** Calls back when that changes. Returns a function that stops it. */
  onWaiting(listener: () => void): () => void
  /** Signs in anew while the page waits. Keeps nothing: that is for `resume` or a reload. */
  signInAgain(values: Record<string, string>): Promise<Session>
  /** Goes on with a new session of the same person; with another's the page is loaded anew. */
  resume(session: Session): void
  /** Gives up waiting, and with it what is not saved. */
  abandon(): void
  /** Calls back with each action that the server could not answer, and with the first other call after it had answered. */
  onUnavailable(listener: (failure: HttpFailure) => void): () => void
}

export interface ClientOptions {
  /** Where the API stands, like `https://api.example.com`; where the server has told the page, when absent. */
  origin?: string
  session: SessionStore
  /** The language that the server answers in. */
  locale: () => string
  /** The answer that is on its way already to the same question, if there is one. */
  early?: typeof takeEarly
}

export function createClient({ origin, session, locale, early }: ClientOptions): Client {
  function headers(): Record<string, string> {
    const known = session.read()
    return {
      Accept: 'application/json',
      Locale: locale(),
      ...(known && { Authorization: `Bearer ${known.access_token}` }),
    }
  }

  async function send(
    path: string,
    { method = 'GET', body, signal, key }: Call,
  ): Promise<Response> {
    const token = session.read()?.access_token
    const hasBody = body !== undefined
    const url = `${origin ?? apiOrigin()}/api${path}`
    const known = headers()
    // Without an answer to an early question the server is asked again.
    const asked = method === 'GET' ? early?.(url, known, signal) : undefined
    const response =
      (await asked?.catch(() => undefined)) ??
      (await fetch(url, {
        method,
        headers: {
          ...known,
          ...(hasBody && { 'Content-Type': 'application/json' }),
          ...(key && { 'Idempotency-Key': key }),
        },
        ...(hasBody && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }))
    if (response.status === 401 && token) throw new HttpFailure(401, expired)
    if (!response.ok)
      throw failureOf(response.status, await readJson<object>(response).catch(() => ({})))
    return response
  }

  const read = <Answer>(
    path: string,
    call: Call = {},
    reader: (response: Response) => Promise<Answer>,
  ): Promise<Answer> =>
    inTime(call.signal, async (signal) => reader(await send(path, { ...call, signal })))

  return {
    json: <Answer>(path: string, call?: Call) => read<Answer>(path, call, readJson),
    read,
    stream: (path, signal) => send(path, { signal }),
    headers,
  }
}

async function readJson<Answer>(response: Response): Promise<Answer> {
  const text = await response.text()
  const answer: Answer = text ? JSON.parse(text) : {}
  return answer
}

/** Calls and reads the whole answer within the time limit. */
async function inTime<Answer>(
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const limit = AbortSignal.timeout(timeout)
  try {
    return await call(signal ? AbortSignal.any([signal, limit]) : limit)
  } catch (error) {
    if (error instanceof HttpFailure || signal?.aborted) throw error
    throw new HttpFailure(0, unavailable)
  }
}

/** The connection of this page to its server. */
export const client = createClient({
  session: browserSession,
  locale: () => localeOf(store, browserSession.read()),
  early: takeEarly,
})
