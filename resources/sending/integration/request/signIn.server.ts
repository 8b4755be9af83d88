import { callOut, type Backend, type OutboundAnswer } from '#server'

import { logCall } from '../../callLog/logCalls.server.ts'
import { answerDocument, firstText } from '../answer/answerDocument.ts'
import type { LoadedIntegration } from '../loadForCall.server.ts'
import { encodeText } from './encodeText.ts'
import { isFresh, longestLogin, sharedToken, type Login } from './sharedToken.server.ts'
import { fillTemplate } from './template.ts'

/** What a login brought: a token, or why there is none. */
type SignedIn = { readonly token: string } | { readonly answer: OutboundAnswer }

/** Logins of this process by integration and settings: one at a time each, and its token until it ends. */
const logins = new WeakMap<Backend, Map<string, Promise<Login>>>()

const defaultMinutes = 55

/** Whether calls of an integration need a token first. */
const needsToken = ({ integration: { auth_type } }: LoadedIntegration): boolean =>
  auth_type === 'login_token' || auth_type === 'oauth2_client'

/**
 * Makes a call with the token that its integration needs, if it needs one; after a 401 to the token once more with a new one:
 * nothing was taken then. `answerOf` returns the answer to a call that was made.
 */
export async function withToken<Called>(
  loaded: LoadedIntegration,
  backend: Backend,
  answerOf: (called: Called) => OutboundAnswer | undefined,
  call: (login: SignedIn | undefined, spentMs: number) => Promise<Called>,
): Promise<Called> {
  if (!needsToken(loaded)) return call(undefined, 0)
  const login = await signIn(loaded, backend)
  const first = await call(login, 0)
  const answer = answerOf(first)
  if (answer?.kind !== 'answer' || answer.status !== 401) return first
  return call(await signIn(loaded, backend, login), answer.ms)
}

/**
 * The token for a call: the one that is held, or that of a login. Of calls whose token was refused together one signs in: a login
 * more would end the session of the one before, where a broker holds a single one.
 */
async function signIn(
  loaded: LoadedIntegration,
  backend: Backend,
  refused?: SignedIn,
): Promise<SignedIn> {
  const held = logins.get(backend) ?? new Map()
  logins.set(backend, held)
  const key = keyOf(loaded)
  const before = held.get(key)
  const known = await before
  if (isFresh(known) && known !== refused) return known
  // Another call may have begun a login meanwhile.
  const current = held.get(key)
  const login = current && current !== before ? current : share(loaded, backend, refused)
  held.set(key, login)
  const result = await login
  if (!('token' in result) && held.get(key) === login) held.delete(key)
  return result
}

/** Without the database, each process signs in for itself: nothing is known of a lead whose call could not be made. */
function share(loaded: LoadedIntegration, backend: Backend, refused?: SignedIn): Promise<Login> {
  const asked = {
    integration: loaded.integration.id,
    settings: keyOf(loaded),
    refused: refused && 'token' in refused ? refused.token : undefined,
    logIn: () => logIn(loaded, backend),
  }
  return sharedToken(asked, backend).catch(asked.logIn)
}

const keyOf = ({ integration: { id, revision, version } }: LoadedIntegration) =>
  `${id}/${revision}/${version}`

async function logIn(
  { integration, secrets }: LoadedIntegration,
  backend: Backend,
): Promise<Login> {
  const { auth_type, connect_timeout, total_timeout, token_minutes } = integration
  const isOAuth = auth_type === 'oauth2_client'
  const names = { 'auth.username': integration.auth_username, 'auth.secret': secrets.secret }
  const template = isOAuth ? oauthBody(integration.oauth_scope) : integration.token_body
  const written = template ?? '{"username":"{{auth.username}}","password":"{{auth.secret}}"}'
  const isJson = /^\s*[{[]/.test(written)
  const escape = isJson ? (text: string) => JSON.stringify(text).slice(1, -1) : encodeText
  const request = {
    method: (isOAuth ? null : integration.token_method) ?? 'POST',
    url: integration.token_url ?? '',
    headers: {
      Accept: 'application/json',
      'Content-Type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
    },
    body: fillTemplate(written, (name) => escape(new Map(Object.entries(names)).get(name) ?? '')),
  }
  const answer = await callOut(backend, {
    ...request,
    connectMs: connect_timeout * 1_000,
    totalMs: Math.min(total_timeout, longestLogin) * 1_000,
  })
  await logCall(backend, { kind: 'sign-in', integration, request, answer })
  if (answer.kind === 'fault') return { answer }
  const document = answerDocument(answer)
  const paths = isOAuth ? ['access_token'] : [integration.token_path ?? 'token']
  const token = answer.status < 300 ? firstText(document, paths) : undefined
  if (!token) return { answer }
  const given = Number(firstText(document, ['expires_in']))
  const seconds = isOAuth && given > 0 ? given : (token_minutes ?? defaultMinutes) * 60
  return { token, until: Date.now() + seconds * 1_000 }
}

const oauthBody = (scope: string | null) =>
  'grant_type=client_credentials&client_id={{auth.username}}&client_secret={{auth.secret}}' +
  (scope ? `&scope=${encodeText(scope)}` : '')
