import { shellWord } from '../../shellWord.ts'
import type { Partner } from '../caller/partner.server.ts'

type Caller = Pick<Partner, 'id' | 'auth_type' | 'username' | 'is_sender'>

/** What stands where the token belongs, which cannot be read any more. */
const token = 'YOUR_TOKEN'

/** The headers by which a department signs in (product.md 8.1). */
export function headersFor({ id, auth_type }: Caller): string[] {
  switch (auth_type) {
    case 'token':
      return ['Authorization: Bearer <token>']
    case 'basic':
      return ['Authorization: Basic <base64 of username:token>']
    case 'signature':
      return [
        `X-Department: ${id}`,
        'X-Timestamp: <seconds since 1970>',
        'X-Signature: <HMAC-SHA-256 with the token over timestamp + body, or timestamp + path with query where there is no body, in hexadecimal digits>',
      ]
    default:
      return []
  }
}

/** A first call for a shell, as it works once the token stands in it. Null while the API is closed. */
export function exampleFor(caller: Caller, origin: string): string | null {
  const { auth_type, is_sender, id } = caller
  if (auth_type === 'none') return null
  const path = is_sender ? '/api/partner/lead' : '/api/partner/lead/status'
  const body = JSON.stringify(is_sender ? testLead(id) : statuses)
  const call = `curl -X POST ${origin}${path}`
  const json = `-H 'Content-Type: application/json'`
  if (auth_type !== 'signature') {
    const signIn =
      auth_type === 'basic'
        ? `-u ${shellWord(`${caller.username ?? ''}:${token}`)}`
        : `-H 'Authorization: Bearer ${token}'`
    return [call, signIn, json, `-d '${body}'`].join(' \\\n  ')
  }
  const signed = [
    `-H 'X-Department: ${id}'`,
    '-H "X-Timestamp: $timestamp"',
    '-H "X-Signature: $signature"',
  ]
  return [
    `body='${body}'`,
    'timestamp=$(date +%s)',
    `signature=$(printf %s "$timestamp$body" | openssl dgst -sha256 -hmac '${token}' -r | cut -d' ' -f1)`,
    [call, ...signed, json, '-d "$body"'].join(' \\\n  '),
  ].join('\n')
}

/** A person of its own, as another department may have brought that of all; a test, as what is tried is no business. */
const testLead = (id: number) => ({
  email: `ada.${id}@example.com`,
  first_name: 'Ada',
  country: 'GB',
  external_id: 'order-1',
  is_test: true,
})

const statuses = [{ id: 1, status: 'No answer', status_at: '2026-01-31T10:00:00Z' }]
