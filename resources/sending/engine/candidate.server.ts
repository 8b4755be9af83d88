import { sql } from 'kysely'

import type { Sql } from '#server'

import type { Lead } from '../../leads/lead/lead.ts'
import type { Target } from './target.server.ts'

type OfLead = Pick<
  Lead,
  | 'id'
  | 'uuid'
  | 'stage'
  | 'is_test'
  | 'status'
  | 'source'
  | 'country'
  | 'language'
  | 'created_at'
  | 'date_of_birth'
  | 'consent_at'
>

/** A lead as the checks see it. */
export interface Candidate extends OfLead {
  readonly is_deleted: boolean
  readonly is_unavailable: boolean
  /** An open or accepted send of it to the department is there, and may not be repeated yet. */
  readonly is_taken: boolean
  readonly is_taken_by_companion: boolean
  /** The fields that the department requires and that are empty. */
  readonly missing: readonly string[]
}

/** Leads with what speaks against sending them to a department, in one statement. */
export async function loadCandidates(
  ids: readonly number[],
  { id, resend_after_days: days, block_same_company: isBlocked, ...target }: Target,
  sends: readonly number[],
  database: Sql,
): Promise<Candidate[]> {
  const { companions, required_fields: required } = target
  const { rows } = await sql<Candidate>`
    select l.id, l.uuid, l.stage, l.is_test, l.status, l.source, l.country, l.language, l.created_at,
      l.date_of_birth, l.consent_at, l.email, l.email_key, l.email_hmac, l.phone, l.phone_hmac, l.ip,
      l.first_name, l.last_name, l.deleted_at is not null as is_deleted,
      coalesce(l.not_available_till > now(), false) as is_unavailable,
      exists (
        select from sends s where s.lead = l.id and s.department = ${id} and s.holds
          and s.id <> all(${[...sends]}::bigint[])
          and not coalesce(s.state = 'sent' and s.sent_at < now() - ${days}::integer * interval '1 day', false)
      ) as is_taken,
      ${isBlocked && companions.length > 0}::boolean and exists (
        select from sends s where s.lead = l.id and s.state = 'sent'
          and s.broker = any(${[...companions]}::bigint[])
      ) as is_taken_by_companion,
      array(
        select name from unnest(${[...(required ?? [])]}::text[]) as name
        where coalesce(to_jsonb(l) ->> name, '') = ''
      ) as missing
    from unnest(${[...ids]}::bigint[]) with ordinality as asked (id, place)
    join leads l on l.id = asked.id order by asked.place`.execute(database)
  return rows
}
