import { sql } from 'kysely'

import { isStored, type Field } from '#schema'
import { prepared, type Sql } from '#server'

import { lead as leads, type Lead } from '../../../leads/lead/lead.ts'
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

interface Companion {
  /** The name of one of them. */
  readonly broker: string
  /** One has it, or may have it. */
  readonly is_taken: boolean
  /** One is to be called, or is being called: it may have it by then. */
  readonly until: string
}

/** A lead as the checks see it. */
export interface Candidate extends OfLead {
  readonly is_deleted: boolean
  /** Null where it may be sent. */
  readonly free_at: string | null
  /** An open or accepted send of it to the department is there, and may not be repeated yet. */
  readonly is_taken: boolean
  /** What other brokers of the same affiliate companies have of it, where the department minds. */
  readonly companion: Companion | null
  /** What became of it at another department is unknown: it may be there. */
  readonly is_in_doubt: boolean
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
  at: Date,
  database: Sql,
): Promise<(Candidate | undefined)[]> {
  const targets = [...new Set(asked.map(({ target }) => target))]
  const places = new Map(targets.map((target, at) => [target, at]))
  const wanted = targets.map(askedOf)
  const needed = [...new Set(wanted.flatMap(({ required }) => required))].toSorted()
  const { rows } = await sql<Candidate & { place: number }>`${prepared}
    with target as (
      select t.*, (one.place - 1)::integer as at
      from jsonb_array_elements(${JSON.stringify(wanted)}::jsonb) with ordinality as one (content, place),
        jsonb_to_record(one.content) as t (department bigint, days integer, companions bigint[], required text[])
    )
    select asked.place::integer, l.id, l.uuid, l.stage, l.is_test, l.status, l.status_department, l.source, l.country, l.language, l.created_at,
      l.date_of_birth, l.consent_at, l.email, l.email_key, l.email_hmac, l.phone, l.phone_key, l.phone_hmac,
      l.alt_email, l.alt_email_hmac, l.alt_phone, l.alt_phone_hmac, l.ip,
      l.first_name, l.last_name, l.deleted_at is not null as is_deleted,
      case when l.not_available_till > ${at.toISOString()}::timestamptz then l.not_available_till end as free_at,
      exists (
        select from sends s where s.lead = l.id and s.department = target.department
          and (s.holds or s.state = 'sent') and s.mode <> 'test' and s.id is distinct from asked.send
          and not coalesce(s.state = 'sent' and s.sent_at < now() - target.days * interval '1 day', false)
      ) as is_taken,
      case when cardinality(target.companions) > 0 then (
        select jsonb_build_object('is_taken', bool_or(s.state in ('sent', 'unknown')), 'broker', (
          select name from brokers where id = min(s.broker) filter (where s.state in ('sent', 'unknown'))
        ), 'until', max(
          case when s.state = 'sending' then now() + interval '5 seconds'
            else greatest(s.next_attempt_at, now() + interval '1 minute') end
        )) from sends s
        where s.lead = l.id and s.broker = any(target.companions) and s.mode <> 'test'
          and (s.state in ('sent', 'unknown', 'sending')
            or s.state in ('pending', 'waiting', 'retrying') and ${isEarlier})
        having count(*) > 0
      ) end as companion,
      exists (
        select from sends s where s.lead = l.id and s.state = 'unknown'
          and s.department <> target.department and s.mode <> 'test'
      ) as is_in_doubt,
      case when cardinality(target.required) > 0 then array(
        select name from unnest(target.required) as name, (select ${valuesOf(needed)} as held offset 0) as own
        where coalesce(held ->> name, '') = ''
      ) else '{}' end as missing
    from unnest(${asked.map(({ lead }) => lead)}::bigint[], ${asked.map(({ send }) => send ?? null)}::bigint[],
      ${asked.map(({ target }) => places.get(target))}::integer[]) with ordinality as asked (lead, send, at, place)
    join leads l on l.id = asked.lead join target on target.at = asked.at`.execute(database)
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return asked.map((_, at) => byPlace.get(at + 1))
}

/**
 * Of two sends in line the one that has been called goes first, then the one that was planned first: neither waits for the other
 * for ever.
 */
const isEarlier = sql`(asked.send is null or (s.attempts = 0, s.id) < (
  select own.attempts = 0, own.id from sends own where own.id = asked.send))`

const askedOf = (target: Target) => ({
  department: target.id,
  days: target.resend_after_days,
  companions: target.block_same_company ? target.companions : [],
  required: [...(target.required_fields ?? []), ...(target.integration?.needs ?? [])].filter(
    (name, at, all) => columns.has(name) && all.indexOf(name) === at,
  ),
})

const columns = new Set(
  Object.entries<Field>(leads.fields).flatMap(([name, field]) => (isStored(field) ? [name] : [])),
)

/** No more of a lead than is asked for: the whole of one takes longer to read than all else. */
const valuesOf = (names: readonly string[]) =>
  sql`jsonb_build_object(${sql.join(names.flatMap((name) => [sql.lit(name), sql.ref(`l.${name}`)]))})`
