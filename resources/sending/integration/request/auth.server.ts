import { createHmac } from 'node:crypto'

import { msg } from '../../../msg.server.ts'
import type { Integration } from '../integration.ts'
import { hiddenText } from './resolveValue.server.ts'
import { fillTemplate } from './template.ts'

/** What a broker knows us by, opened. */
export interface CallSecrets {
  readonly secret: string | null
  /** Secret headers by their names. */
  readonly headers: Readonly<Record<string, string>>
  /** What a login or a token service gave; only of those types of sign-in. */
  readonly token?: string
}

/** What a sign-in adds to a call. */
export interface Credentials {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly body: readonly (readonly [name: string, value: string])[]
}

const nothing: Credentials = { headers: [], query: [], body: [] }

/** The same secrets for the record of a call. */
export const hiddenSecrets = ({ headers }: CallSecrets): CallSecrets => ({
  secret: hiddenText,
  headers: Object.fromEntries(Object.keys(headers).map((name) => [name, hiddenText])),
  token: hiddenText,
})

/** What the sign-in adds, but for a signature, which needs the body first. Undefined while its secret is missing. */
export function credentialsOf(
  integration: Integration,
  { secret, headers, token }: CallSecrets,
): Credentials | undefined {
  const { auth_type: type, auth_name: name, auth_place, auth_prefix, auth_username } = integration
  switch (type) {
    case 'none':
      return nothing
    case 'custom_headers':
      // What is shown of a call may be asked for before a header is entered.
      return Object.keys(headers).length === 0 && secret !== hiddenText
        ? undefined
        : { ...nothing, headers: Object.entries(headers) }
    case 'api_key':
      return secret === null
        ? undefined
        : { ...nothing, [placeOf(auth_place)]: [[name ?? 'x-api-key', secret]] }
    case 'basic':
      return secret === null ? undefined : authorization(basicOf(auth_username ?? '', secret))
    case 'bearer':
      return secret === null ? undefined : authorization(`${auth_prefix ?? 'Bearer'} ${secret}`)
    case 'oauth2_client':
      return token === undefined ? undefined : authorization(`Bearer ${token}`)
    case 'login_token':
      return token === undefined
        ? undefined
        : {
            ...nothing,
            [placeOf(auth_place)]: [
              [name ?? 'Authorization', auth_prefix ? `${auth_prefix} ${token}` : token],
            ],
          }
    case 'hmac':
      return secret === null ? undefined : nothing
  }
}

/** Says where to enter what `credentialsOf` misses. */
export const missingSecret = ({ auth_type }: Integration): string =>
  auth_type === 'custom_headers'
    ? msg('enter_a_header_under_secret_headers')
    : msg('the_secret_of_the_sign_in_is_missing')

const placeOf = (place: Integration['auth_place']) =>
  place === 'query' ? 'query' : place === 'body' ? 'body' : 'headers'

const authorization = (value: string): Credentials => ({
  ...nothing,
  headers: [['Authorization', value]],
})

const basicOf = (name: string, secret: string) =>
  secret === hiddenText
    ? `Basic ${hiddenText}`
    : `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`

interface Signed {
  readonly secret: string
  readonly body: string | undefined
  /** Other variables that the integration signs. */
  valueOf(name: string): string
}

/** The header that holds the signature of a call, in hexadecimal digits. */
export function signature(
  { auth_name, hmac_algorithm, hmac_template }: Integration,
  { secret, body = '', valueOf }: Signed,
): readonly [string, string] {
  const text = fillTemplate(hmac_template ?? '{{body}}', (name) =>
    name === 'body' ? body : valueOf(name),
  )
  const signed =
    secret === hiddenText
      ? hiddenText
      : createHmac(hmac_algorithm ?? 'sha256', secret)
          .update(text)
          .digest('hex')
  return [auth_name ?? 'X-Signature', signed]
}
