import { createHmac } from 'node:crypto'

import { sql } from 'kysely'

import { RequestError, type Backend } from '#server'

import { msg } from '../../msg.server.ts'
import type { Credentials } from './credentials.server.ts'
import { isSameText, keysOf, type Partner } from './partner.server.ts'

const windowMs = 5 * 60_000

interface Signed {
  readonly method: string
  /** The path with its query, as it was sent. */
  readonly url: string
  readonly body: string
}

/** A signature, and the department that it names, if there is one. */
export type SignedCall = Extract<Credentials, { type: 'signature' }> & {
  readonly named: Partner | undefined
}

/**
 * Refuses a call that its department has not signed: by HMAC-SHA-256 with its token, in hexadecimal digits, over the timestamp
 * and the body, or the address of a call without one. A signature that changes something opens once (product.md 8.1). The
 * answer is the same for a department that there is not: else each number would tell whether it is one.
 */
export async function checkSignature(
  { timestamp, signature, named: partner }: SignedCall,
  { method, url, body }: Signed,
  backend: Backend,
): Promise<Partner> {
  const sentAt = Number(timestamp) * (timestamp.length > 10 ? 1 : 1_000)
  if (Math.abs(Date.now() - sentAt) > windowMs) throw refused(msg('partner_old_timestamp'))
  const isRight =
    partner &&
    keysOf(partner, backend).some((key) =>
      isSameText(signatureOf(key, timestamp + (body || url)), signature.toLowerCase()),
    )
  const isSigner = partner?.auth_type === 'signature' || partner?.auth_type === 'none'
  if (!isRight || !isSigner) throw refused(msg('partner_wrong_signature'))
  if (method !== 'GET' && !(await isFirst(signature.toLowerCase(), partner, backend))) {
    throw refused(msg('partner_signature_used'))
  }
  return partner
}

const signatureOf = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex')

const refused = (message: string) => new RequestError(401, message)

/** Signatures stand among the keys of requests, which are forgotten after a day. */
async function isFirst(
  signature: string,
  { id }: Partner,
  { database }: Pick<Backend, 'database'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into request_keys (user_id, key, request)
    values (${-id}, ${`signature ${signature}`}, ''::bytea) on conflict do nothing`.execute(
    database.sql,
  )
  return numAffectedRows === 1n
}
