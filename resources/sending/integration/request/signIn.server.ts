import { memoizeByObject } from '#schema'
import { callOut, fingerprints, type Backend, type OutboundAnswer } from '#server'

import { logCall } from '../../callLog/logCalls.server.ts'
import { loggedAt, loggedBody } from '../../callLog/redactBody.ts'
import { answerDocument, firstText } from '../answer/answerDocument.ts'
import { withoutSecrets } from '../answer/withoutSecrets.server.ts'
import type { Integration } from '../integration.ts'
import type { LoadedIntegration } from '../loadForCall.server.ts'
import { encodeText } from './encodeText.ts'
import { spokenAt } from './loginProblem.server.ts'
import { isFresh, longestLogin, sharedToken, type Login } from './sharedToken.server.ts'
import { fillTemplate } from './template.ts'

/** What a login brought: a token, or why there is none. */
type SignedIn = { readonly token: string } | { readonly answer: OutboundAnswer }

/** Logins of this process by account: one at a time each, and its token until it ends. */
const loginsOf = memoizeByObject<Backend, Map<string, Promise<Login>>>(() => new Map())

const defaultMinutes = 55

/** Whether calls of an integration need a token first. */
const needsToken = ({ integration: { auth_type } }: LoadedIntegration): boolean =>
  auth_type === 'login_token' || auth_type === 'oauth2_client'

/**
 * Makes a call with the token that its integration needs, if it needs one; where the broker refuses the token, once more with a
 * new one: nothing was taken then. `refusedIn` returns the milliseconds that such a refusal took.
 */
export async function withToken<Called>(
  loaded: LoadedIntegration,
  backend: Backend,
  refusedIn: (called: Called) => number | undefined,
  call: (login: SignedIn | undefined, spentMs: number) => Promise<Called>,
): Promise<Called> {
  if (!needsToken(loaded)) return call(undefined, 0)
  const login = await signIn(loaded, backend)
  const first = await call(login, 0)
  const spentMs = 'token' in login ? refusedIn(first) : undefined
  if (spentMs === undefined) return first
  return call(await signIn(loaded, backend, login), Math.max(spentMs, 1))
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
  const held = loginsOf(backend)
  const key = accountOf(loaded, backend)
  const before = held.get(key)
  const known = await before
  if (isFresh(known) && known !== refused) return known
  // Another call may have begun a login meanwhile.
  const current = held.get(key)
  const login = current && current !== before ? current : share(key, loaded, backend, refused)
  held.set(key, login)
  const result = await login
  if (!('token' in result) && held.get(key) === login) held.delete(key)
  return result
}

/** Without the database, each process signs in for itself: nothing is known of a lead whose call could not be made. */
function share(
  account: string,
  loaded: LoadedIntegration,
  backend: Backend,
  refused?: SignedIn,
): Promise<Login> {
  const asked = {
    account,
    refused: refused && 'token' in refused ? refused.token : undefined,
    logIn: () => logIn(loaded, backend),
  }
  return sharedToken(asked, backend).catch(asked.logIn)
}

/** The same for all integrations that sign in by the same call, and find the token in its answer at the same place. */
const accountOf = (loaded: LoadedIntegration, backend: Backend): string =>
  fingerprints(backend)(JSON.stringify([loginCall(loaded), tokenPath(loaded)]))

const isOAuth = ({ integration: { auth_type } }: LoadedIntegration) => auth_type === 'oauth2_client'

const tokenPath = (loaded: LoadedIntegration) =>
  isOAuth(loaded) ? 'access_token' : (loaded.integration.token_path ?? 'token')

function loginCall(loaded: LoadedIntegration) {
  const { integration, secrets } = loaded
  const names = { 'auth.username': integration.auth_username, 'auth.secret': secrets.secret }
  const fill = (text: string, escape: (value: string) => string) =>
    fillTemplate(text, (name) => escape(new Map(Object.entries(names)).get(name) ?? ''))
  const method = (isOAuth(loaded) ? null : integration.token_method) ?? 'POST'
  const url = fill(integration.token_url ?? '', encodeText)
  const headers = { Accept: 'application/json' }
  if (method === 'GET') return { method, url, headers }
  const template = isOAuth(loaded) ? oauthBody(integration.oauth_scope) : integration.token_body
  const written = template ?? '{"username":"{{auth.username}}","password":"{{auth.secret}}"}'
  const isJson = /^\s*[{[]/.test(written)
  const contentType = isJson ? 'application/json' : 'application/x-www-form-urlencoded'
  const body = fill(written, isJson ? inJson : encodeText)
  return { method, url, headers: { ...headers, 'Content-Type': contentType }, body }
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

async function logIn(loaded: LoadedIntegration, backend: Backend): Promise<Login> {
  const { integration } = loaded
  const { connect_timeout, total_timeout, token_minutes } = integration
  const request = loginCall(loaded)
  const answer = await callOut(backend, {
    ...request,
    connectMs: connect_timeout * 1_000,
    totalMs: Math.min(total_timeout, longestLogin) * 1_000,
  })
  await logCall(backend, { kind: 'sign-in', integration, request, answer })
  if (answer.kind === 'fault') return { answer }
  const document = answerDocument(answer)
  const token = answer.status < 300 ? firstText(document, [tokenPath(loaded)]) : undefined
  if (!token) return { answer: withoutToken(withoutSecrets(answer, loaded.secrets), integration) }
  const given = Number(firstText(document, ['expires_in']))
  const seconds = isOAuth(loaded) && given > 0 ? given : (token_minutes ?? defaultMinutes) * 60
  return { token, until: Date.now() + seconds * 1_000 }
}

/** Of a login that a broker took, whose token stands under another name: names, and in words only what brokers say there. */
function withoutToken(answer: OutboundAnswer, { message_paths }: Integration): OutboundAnswer {
  if (answer.kind === 'fault' || answer.status >= 300) return answer
  const told = loggedAt([...spokenAt, ...(message_paths ?? [])])
  return { ...answer, headers: {}, body: JSON.stringify(loggedBody(answer.body, told)) }
}

const oauthBody = (scope: string | null) =>
  'grant_type=client_credentials&client_id={{auth.username}}&client_secret={{auth.secret}}' +
  (scope ? `&scope=${encodeText(scope)}` : '')
