import { client, type Client } from '../http/http.ts'
import { HttpFailure } from '../http/httpFailure.ts'
import { endSession, forgetDraft, personOf, session, sessionOf, type Session } from './session.ts'
import { store } from '../storage/store.ts'

export interface DemoAccount {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** What the first page asks before anybody has signed in. */
export interface Setup {
  /** No user exists yet: the first administrator is to be made. */
  readonly needed: boolean
  readonly demo_accounts: readonly DemoAccount[]
}

const welcomeTime = 1000

/** Signs in and keeps the session; resolves a second after the success. */
export async function signIn(values: Record<string, string>): Promise<void> {
  const data = await requestSession(client, values)
  forgetOthers(data)
  session.write(sessionOf(data))
  await new Promise((resolve) => setTimeout(resolve, welcomeTime))
}

/**
 * Asks for a session and keeps nothing of it. Where others' wrong tries have locked the account or the address, the
 * server is told by which token it knows this browser.
 */
export async function requestSession(
  { json }: Pick<Client, 'json'>,
  { email, password }: Record<string, string>,
): Promise<Session> {
  const ask = async (more: object) => {
    const body = { email, password, ...more }
    return (await json<{ data: Session }>('/login', { method: 'POST', body })).data
  }
  try {
    return await ask({})
  } catch (error) {
    const device = localStorage.getItem('leadgate.device')
    if (!device || !(error instanceof HttpFailure) || error.status !== 429) throw error
    return ask({ device })
  }
}

/** What somebody else looked for in this browser is not for this user. */
export function forgetOthers(given: Session): void {
  const user = personOf(given)
  endSession(session)
  if (store.getItem('user') !== user) {
    forgetDraft()
    store.reset()
  }
  store.setItem('user', user)
}

export async function readSetup(signal: AbortSignal): Promise<Setup> {
  const { data } = await client.json<{ data: Setup }>('/setup', { signal, isBackground: true })
  return data
}
