import { createHash, randomInt } from 'node:crypto'

import { conflict, notFound, placesOf, type Backend, type Context } from '#server'

import { msg } from '../../msg.server.ts'
import { brokerDepartment, type BrokerDepartment } from './brokerDepartment.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const overlapMs = 24 * 3_600_000

/** Gives a department a new token, which is told this once. The old one ends, or works on for a day beside it. */
export async function giveToken(
  department: BrokerDepartment | undefined,
  ends: 'at once' | 'in a day',
  { backend, records }: Context,
): Promise<{ api_token: string }> {
  if (!department) throw notFound()
  const { previous_token_until: until } = department
  // Two work at most: a third would end the first, of which its partner was promised a day.
  if (ends === 'in a day' && until && Date.parse(until) > Date.now())
    throw conflict(msg('the_token_before_still_works'))
  const api_token = newToken()
  const old = ends === 'in a day' ? openToken(department, 'api_token', backend) : undefined
  await records(brokerDepartment).update(department.id, {
    api_token,
    api_token_hash: hashOfToken(api_token),
    previous_token: old ?? null,
    previous_token_hash: old === undefined ? null : hashOfToken(old),
    previous_token_until: old === undefined ? null : new Date(Date.now() + overlapMs).toISOString(),
  })
  return { api_token }
}

/** 40 random characters (product.md 3.2). */
const newToken = () => Array.from({ length: 40 }, () => letters[randomInt(letters.length)]).join('')

/** What a token is found by. It is long and random: its hash needs no salt. */
export const hashOfToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

type Sealed = 'api_token' | 'previous_token'

/** The token that stands sealed in a stored department. */
export function openToken(
  department: { readonly id: number } & Partial<Record<Sealed, unknown>>,
  name: Sealed,
  { secrets }: Pick<Backend, 'secrets'>,
): string | undefined {
  const sealed = department[name]
  if (typeof sealed !== 'string') return undefined
  return secrets.decrypt(sealed, placesOf(brokerDepartment, name, department.id))
}
