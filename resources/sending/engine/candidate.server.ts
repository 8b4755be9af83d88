import { sql } from 'kysely'

import { prepared, type Sql } from '#server'

import type { Lead } from '../../leads/lead/lead.ts'
import type { Target } from './target.server.ts'

type OfLead = Pick<
  Lead,
  | 'id'
  | 'uuid'
  | 'stage'
  | 'is_test'
  | 'status'
  | 'status_department'
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

/** A lead that is asked for. */
export interface Asked {
  readonly lead: number
  readonly target: Target
  /** Its send, which stands in its own way otherwise. */
  readonly send?: number
}

/** Leads with what speaks against sending them to departments, in one statement for all; in the order asked. */
export async function loadCandidates(
  asked: readonly Asked[],
  database: Sql,
): Promise<(Candidate | undefined)[]> {
  const targets = [...new Set(asked.map(({ target }) => target))]
  const places = new Map(targets.map((target, at) => [target, at]))
  const { rows } = await sql<Candidate & { place: number }>`${prepared}
    with target as (
      select t.*, (one.place - 1)::integer as at
      from jsonb_array_elements(${JSON.stringify(targets.map(askedOf))}::jsonb) with ordinality as one (content, place),
        jsonb_to_record(one.content) as t (department bigint, days integer, companions bigint[], required text[])
    )
    select asked.place::integer, l.id, l.uuid, l.stage, l.is_test, l.status, l.status_department, l.source, l.country, l.language, l.created_at,
      l.date_of_birth, l.consent_at, l.email, l.email_key, l.email_hmac, l.phone, l.phone_hmac,
      l.alt_email, l.alt_email_hmac, l.alt_phone, l.alt_phone_hmac, l.ip,
      l.first_name, l.last_name, l.deleted_at is not null as is_deleted,
      coalesce(l.not_available_till > now(), false) as is_unavailable,
      exists (
        select from sends s where s.lead = l.id and s.department = target.department and s.holds
          and s.id is distinct from asked.send
          and not coalesce(s.state = 'sent' and s.sent_at < now() - target.days * interval '1 day', false)
      ) as is_taken,
      cardinality(target.companions) > 0 and exists (
        select from sends s where s.lead = l.id and s.state = 'sent' and s.broker = any(target.companions)
      ) as is_taken_by_companion,
      case when cardinality(target.required) > 0 then array(
        select name from unnest(target.required) as name where coalesce(to_jsonb(l) ->> name, '') = ''
      ) else '{}' end as missing
    from unnest(${asked.map(({ lead }) => lead)}::bigint[], ${asked.map(({ send }) => send ?? null)}::bigint[],
      ${asked.map(({ target }) => places.get(target))}::integer[]) with ordinality as asked (lead, send, at, place)
    join leads l on l.id = asked.lead join target on target.at = asked.at`.execute(database)
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return asked.map((_, at) => byPlace.get(at + 1))
}

const askedOf = (target: Target) => ({
  department: target.id,
  days: target.resend_after_days,
  companions: target.block_same_company ? target.companions : [],
  required: target.required_fields ?? [],
})
