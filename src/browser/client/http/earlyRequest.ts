import { localeInUse } from '../i18n/languageOrder.ts'
import { preferencePrefix, readStored, stateKey } from '../storage/storageKeys.ts'

/** What a list asked for last: in the words of the API, and of react-admin. */
export interface RememberedRequest {
  /** The query of the address at which it did. */
  readonly search: string
  readonly path: string
  readonly resource: string
  /** What react-admin's `getList` was given. */
  readonly params: object
}

/** By the path of the address. */
export type RememberedRequests = Readonly<Record<string, RememberedRequest>>

interface Early {
  /** The address and the headers, as JSON. */
  readonly question: string
  readonly response: Promise<Response>
  /** Calls it off. */
  abort(): void
  /** When it was sent, by `performance.now()`. */
  readonly at: number
}

/** An answer that waited longer than this for the console may be old, in milliseconds. */
const goodFor = 10_000

let early: Early | undefined

interface KnownSession {
  readonly access_token?: string
  readonly expires_at?: string
  readonly must_change_password?: boolean
  readonly settings?: { readonly locale?: unknown }
}

/** The session that this browser keeps, if it is still good. */
export function readKnownSession(): KnownSession | undefined {
  const session = readStored<KnownSession>(stateKey('auth'))
  const isGood = session?.access_token && Date.parse(session.expires_at ?? '') > Date.now()
  return isGood ? session : undefined
}

/**
 * Asks again, before any of the console is there, what the list at this address asked last. The console takes the answer
 * in the place of its own first question, when that is the very same.
 */
export function askEarly(session: KnownSession): void {
  const { access_token, must_change_password } = session
  const known = requestHere()
  if (!known || must_change_password) return
  const headers = {
    Accept: 'application/json',
    Locale: localeInUse(session, readStored(`${preferencePrefix}locale`)),
    Authorization: `Bearer ${access_token}`,
  }
  const url = `${apiOrigin()}/api${known.path}`
  const controller = new AbortController()
  const { signal } = controller
  const response = fetch(url, { headers, signal })
  // Who takes the answer hears why there is none.
  response.catch(() => undefined)
  early = {
    question: questionOf(url, headers),
    response,
    abort: () => controller.abort(),
    at: performance.now(),
  }
}

/** What the list at this address asked last. A bare address shows the list as it was looked at last. */
export function requestHere(): RememberedRequest | undefined {
  const { pathname, search } = window.location
  const known = readStored<RememberedRequests>(stateKey('requests'))?.[pathname]
  return known && (search === '' || search === known.search) ? known : undefined
}

/**
 * The answer that is on its way already to the very same question; undefined when there is none. Given once. From then on
 * the signal calls it off, as it does any other question.
 */
export function takeEarly(
  url: string,
  headers: Headers,
  signal?: AbortSignal,
): Promise<Response> | undefined {
  const { question, response, abort, at = 0 } = early ?? {}
  if (!abort || question !== questionOf(url, headers)) return undefined
  early = undefined
  signal?.addEventListener('abort', abort)
  return performance.now() - at < goodFor ? response : undefined
}

type Headers = Readonly<Record<string, string>>

const questionOf = (url: string, headers: Headers) => JSON.stringify([url, headers])

/** Where the API stands, as the server tells the page (`API_ORIGIN`); empty where it stands with the page. */
export const apiOrigin = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="api-origin"]')?.content ?? ''
