import { timingSafeEqual } from 'node:crypto'

import { sql } from 'kysely'

import type { Backend, Sql } from '#server'

import { hashOfToken, openToken } from '../../brokers/department/departmentToken.server.ts'
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
  /** Whether that source takes new leads. */
  readonly is_open: boolean
  readonly may_send_restricted: boolean
  readonly api_token: string | null
  /** Null when it works no longer. */
  readonly previous_token: string | null
}

/** Returns the department that a call names, whether what it says is right or not: by its number, its token or its username. */
export async function namedPartner(
  credentials: Credentials,
  database: Sql,
): Promise<Partner | undefined> {
  if (credentials.type === 'signature') return partnerById(credentials.department, database)
  const hash = hashOfToken(credentials.token)
  const partner = await partnerWhere(
    sql`(d.api_token_hash = ${hash} or d.previous_token_hash = ${hash} and d.previous_token_until > now())`,
    database,
  )
  if (partner || credentials.type === 'token') return partner
  return partnerWhere(sql`d.auth_type = 'basic' and d.username = ${credentials.username}`, database)
}

/** Whether a token, and the username with it, open a department. */
export function isOpenedBy(
  partner: Partner,
  credentials: Exclude<Credentials, { type: 'signature' }>,
  backend: Backend,
): boolean {
  if (!keysOf(partner, backend).some((key) => isSameText(key, credentials.token))) return false
  if (partner.auth_type === 'none') return true
  if (partner.auth_type !== credentials.type) return false
  return credentials.type === 'token' || isSameText(credentials.username, partner.username ?? '')
}

/** The tokens that serve. */
export const keysOf = (partner: Partner, backend: Backend): string[] =>
  (['api_token', 'previous_token'] as const).flatMap(
    (name) => openToken(partner, name, backend) ?? [],
  )

/** A department as a caller, whichever user asks. */
export const partnerById = (id: number, database: Sql): Promise<Partner | undefined> =>
  partnerWhere(sql`d.id = ${id}`, database)

/** Returns nothing where several fit: they are told apart by nothing that a call says. */
async function partnerWhere(
  condition: ReturnType<typeof sql>,
  database: Sql,
): Promise<Partner | undefined> {
  const { rows } = await sql<Partner>`
    select d.id, d.branch_name, d.auth_type, d.username, d.is_sender, d.send_a_lot, d.is_test,
      coalesce(nullif(d.allowed_ips, '{}'), b.ip_addresses, '{}') as addresses,
      d.is_active and b.is_active as is_active, d.default_source, d.may_send_restricted, d.api_token,
      coalesce(s.is_active, false) as is_open,
      case when d.previous_token_until > now() then d.previous_token end as previous_token
    from broker_departments d join brokers b on b.id = d.broker_id
      left join sources s on s.id = d.default_source
    where ${condition} and d.deleted_at is null and b.deleted_at is null limit 2`.execute(database)
  return rows.length === 1 ? rows[0] : undefined
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashOfToken(one)), Buffer.from(hashOfToken(other)))
}
