import { timingSafeEqual } from 'node:crypto'

import { sql } from 'kysely'

import type { Sql } from '#server'

import { hashOfToken } from '../../brokers/department/departmentToken.server.ts'
import type { AuthType, Credentials } from './credentials.server.ts'

/** A department as a caller of ours (product.md 8.1). */
export interface Partner {
  readonly id: number
  readonly branch_name: string
  readonly auth_type: AuthType
  readonly username: string | null
  /** Its own addresses, or those of its broker. */
  readonly addresses: readonly string[]
  readonly is_sender: boolean
  readonly send_a_lot: boolean
  /** Neither it nor its broker is switched off. */
  readonly is_active: boolean
  readonly is_test: boolean
  readonly default_source: number | null
  readonly may_send_restricted: boolean
  readonly api_token: string | null
  /** Null when it works no longer. */
  readonly previous_token: string | null
}

/** Returns the department that a call says it comes from, if what it says of that is right. A signature is checked with the body. */
export async function findPartner(
  credentials: Credentials,
  database: Sql,
): Promise<Partner | undefined> {
  if (credentials.type === 'signature') {
    const partner = await partnerById(credentials.department, database)
    return partner?.auth_type === 'none' || partner?.auth_type === 'signature' ? partner : undefined
  }
  const hash = hashOfToken(credentials.token)
  const partner = await partnerWhere(
    sql`(d.api_token_hash = ${hash} or d.previous_token_hash = ${hash} and d.previous_token_until > now())`,
    database,
  )
  if (!partner || partner.auth_type === 'none') return partner
  if (partner.auth_type !== credentials.type) return undefined
  const isNamed =
    credentials.type === 'token' || isSameText(credentials.username, partner.username ?? '')
  return isNamed ? partner : undefined
}

/** A department as a caller, whichever user asks. */
export const partnerById = (id: number, database: Sql): Promise<Partner | undefined> =>
  partnerWhere(sql`d.id = ${id}`, database)

async function partnerWhere(
  condition: ReturnType<typeof sql>,
  database: Sql,
): Promise<Partner | undefined> {
  const { rows } = await sql<Partner>`
    select d.id, d.branch_name, d.auth_type, d.username, d.is_sender, d.send_a_lot, d.is_test,
      coalesce(nullif(d.allowed_ips, '{}'), b.ip_addresses, '{}') as addresses,
      d.is_active and b.is_active as is_active, d.default_source, d.may_send_restricted, d.api_token,
      case when d.previous_token_until > now() then d.previous_token end as previous_token
    from broker_departments d join brokers b on b.id = d.broker_id
    where ${condition} and d.deleted_at is null and b.deleted_at is null`.execute(database)
  return rows[0]
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashOfToken(one)), Buffer.from(hashOfToken(other)))
}
