import { createHmac } from 'node:crypto'

import { sql } from 'kysely'

import { RequestError, type Backend } from '#server'

import { openToken } from '../../brokers/department/departmentToken.server.ts'
import { msg } from '../../msg.server.ts'
import type { Credentials } from './credentials.server.ts'
import { isSameText, type Partner } from './partner.server.ts'

const windowMs = 5 * 60_000

interface Signed {
  readonly method: string
  /** The path with its query, as it was sent. */
  readonly url: string
  readonly body: string
}

type Signature = Extract<Credentials, { type: 'signature' }>

/**
 * Refuses a call that its department has not signed: by HMAC-SHA-256 with its token, in hexadecimal digits, over the timestamp
 * and the body, or the address of a call without one. A signature that changes something opens once (product.md 8.1).
 */
export async function checkSignature(
  { timestamp, signature }: Signature,
  partner: Partner,
  { method, url, body }: Signed,
  backend: Backend,
): Promise<void> {
  const sentAt = Number(timestamp) * (timestamp.length > 10 ? 1 : 1_000)
  if (Math.abs(Date.now() - sentAt) > windowMs) throw refused(msg('partner_old_timestamp'))
  const keys = (['api_token', 'previous_token'] as const).flatMap(
    (name) => openToken(partner, name, backend) ?? [],
  )
  const isRight = keys.some((key) =>
    isSameText(signatureOf(key, timestamp + (body || url)), signature.toLowerCase()),
  )
  if (!isRight) throw refused(msg('partner_wrong_signature'))
  if (method !== 'GET' && !(await isFirst(signature.toLowerCase(), partner, backend))) {
    throw refused(msg('partner_signature_used'))
  }
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
