import { sql } from 'kysely'

import { idsBy, insertPairs, insertRows, type Sql } from '#server'

import { msg } from '../msg.server.ts'
import { demoDesks, demoIntegration, hoursOf } from './demoDesks.ts'
import {
  acceptedSend,
  iso,
  otherEndings,
  otherSend,
  planOf,
  waitingSend,
  type SentLead,
} from './demoSends.ts'
import { createRandom, type Random } from './random.ts'

const day = 86_400_000

interface Desk {
  readonly id: number
  readonly broker: number
  readonly name: string
  readonly integration: number
  readonly countries: readonly string[]
  readonly isPaused: boolean
}

/** What became of the leads of the demo: integrations, and a send for each that a desk took, refused or still waits for. */
export async function addHistory(database: Sql, now: number): Promise<void> {
  await addIntegrations(database, now)
  const random = createRandom(20_260_202)
  const desks = await desksOf(database)
  const leads = await leadsOf(database)
  const user = (await idsBy(database, 'users', 'email'))('sender@example.com')
  const stages = new Map<number, string>()
  const rows = leads.flatMap((lead) => {
    const sends = sendsOf(random, { lead, desks, now, stages })
    const takers = desks.filter(({ countries }) => countries.includes(lead.code))
    return sends.map(({ desk, values }, at) => ({
      uuid: `00000000-0000-4000-8000-${String(lead.id * 10 + at).padStart(12, '0')}`,
      send_key: `demo-${lead.id}-${at}`,
      lead: lead.id,
      broker: desk.broker,
      department: desk.id,
      integration: desk.integration,
      integration_version: 1,
      source: lead.source,
      country: lead.country,
      language: lead.language,
      user,
      version: 1,
      syncs_without: 0,
      missing_at_broker: false,
      is_test: false,
      ...values,
      ...planOf(takers, desk, values),
    }))
  })
  await insertRows(database, 'sends', rows)
  await addAttempts(database)
  await followSends(database, stages)
}

async function addIntegrations(database: Sql, now: number): Promise<void> {
  const id = await idsBy(database, 'broker_departments', 'branch_name')
  const country = await idsBy(database, 'countries', 'iso_3166_2')
  const all = Object.entries(demoDesks)
  const { rows } = await sql<{ id: number; broker_id: number }>`
    select id, broker_id from broker_departments`.execute(database)
  for (const [name, one] of all) {
    await sql`
      update broker_departments set timezone = ${one.timezone},
        opening_hours = nullif(${JSON.stringify(hoursOf(one))}::jsonb, 'null')
      where id = ${id(name)}`.execute(database)
  }
  await insertPairs(
    database,
    'broker_departments_accept_countries',
    all.flatMap(([name, { countries }]) =>
      countries.map((code) => [id(name), country(code)] as const),
    ),
  )
  const capped = all.flatMap(([name, { cap }]) =>
    cap ? [{ department: id(name), limit: cap, ...cappedBy }] : [],
  )
  await insertRows(
    database,
    'department_caps',
    capped.map((one) => ({ ...one, ...written(now) })),
  )
  await insertRows(
    database,
    'send_integrations',
    all.map(([name, { state, push = true }]) => ({
      ...demoIntegration,
      ...defaults,
      ...written(now),
      name: `${name} API`,
      department: id(name),
      broker: rows.find((one) => one.id === id(name))?.broker_id,
      state,
      push_active: push,
      url: `https://api.example.com/${name.toLowerCase().replaceAll(' ', '-')}/leads`,
      tested_at: iso(now - 61 * day),
      pause_reason: state === 'auto_paused' ? msg('authorization_error') : null,
    })),
  )
  await sql`
    update broker_departments d set default_integration = i.id
    from send_integrations i where i.department = d.id`.execute(database)
}

const cappedBy = { period: 'day', counts: 'accepted', position: 1 }

const written = (now: number) => ({
  created_at: iso(now - 61 * day),
  updated_at: iso(now - 61 * day),
  version: 1,
})

/** What the columns that must have a value have unless somebody says otherwise. */
const defaults = { revision: 1 }

async function desksOf(database: Sql): Promise<Desk[]> {
  const { rows } = await sql<Omit<Desk, 'countries' | 'isPaused'>>`
    select d.id, d.broker_id as broker, d.branch_name as name, i.id as integration
    from broker_departments d join send_integrations i on i.department = d.id`.execute(database)
  return rows.flatMap((row) => {
    const desk = demoDesks[row.name]
    return desk && desk.state !== 'archived'
      ? [{ ...row, countries: desk.countries, isPaused: desk.state === 'auto_paused' }]
      : []
  })
}

async function leadsOf(database: Sql): Promise<SentLead[]> {
  const ms = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`
  const { rows } = await sql<SentLead>`
    select l.id, l.country, c.iso_3166_2 as code, l.source, l.language, l.broker_status, m.status,
      l.sends_count as sends, l.api_lead_id, ${ms('l.created_at')} as created,
      ${ms('l.last_sent_at')} as sent, ${ms('l.ftd_at')} as ftd,
      greatest(${ms('l.status_changed_at')}, ${ms('l.last_sent_at')}) as "statusAt"
    from leads l join countries c on c.id = l.country
      left join status_maps m on m.compared_as = lower(l.broker_status)
    order by l.id`.execute(database)
  return rows
}

interface Turn {
  readonly lead: SentLead
  readonly desks: readonly Desk[]
  readonly now: number
  /** Filled with how leads stand that no broker took. */
  readonly stages: Map<number, string>
}

function sendsOf(random: Random, { lead, desks, now, stages }: Turn) {
  const takers = desks.filter(({ countries }) => countries.includes(lead.code))
  const [first] = takers
  if (!first) return []
  const desk = takers.length > 1 && random.chance(0.25) ? random.one(takers) : first
  if (lead.sent !== null) {
    const accepted = { desk, values: acceptedSend(random, lead, lead.sent) }
    if (lead.sends < 2) return [accepted]
    const at = lead.created + (lead.sent - lead.created) * random.fraction()
    const { ending } = random.one(otherEndings.slice(0, 4))
    return [{ desk, values: otherSend(random, at, ending) }, accepted]
  }
  const at = lead.created + random.fraction() * Math.min(6 * 3_600_000, now - lead.created)
  if (desk.isPaused && now - lead.created < 20 * day) {
    stages.set(lead.id, 'queued')
    return [{ desk, values: waitingSend(random, at, now) }]
  }
  if (!random.chance(0.4)) return []
  const { ending, stage } = random.one(otherEndings)
  stages.set(lead.id, stage)
  return [{ desk, values: otherSend(random, at, ending) }]
}

/** The last call of each send that was made, as the engine would have written it. */
async function addAttempts(database: Sql): Promise<void> {
  await sql`
    insert into send_attempts (send, number, started_at, finished_at, outcome, rule, http_status, error,
      request, response, created_at, updated_at)
    select s.id, s.attempts, coalesce(s.sent_at, s.created_at), s.answered_at,
      case s.state when 'returned' then 'success' when 'sent' then 'success'
        when 'rejected' then case s.failure_status when 'Duplicate' then 'duplicate' else 'rejected' end
        when 'retrying' then 'retry' else s.state end,
      case when s.state in ('sent', 'returned') then 1 when s.failure_status = 'Duplicate' then 2 end,
      s.http_status, case when s.http_status is null then s.failure_message end,
      jsonb_build_object('method', i.method, 'url', i.url, 'body', jsonb_build_object(
        'first_name', l.first_name, 'last_name', l.last_name, 'email', '••••', 'phone', '••••')),
      case when s.state in ('sent', 'returned') then '{"success":true,"id":"' || s.api_lead_id || '"}'
        when s.state = 'unknown' then '{"result":"queued for review"}'
        when s.http_status is not null then '{"success":false,"error":"' || s.failure_message || '"}' end,
      s.created_at, s.updated_at
    from sends s join send_integrations i on i.id = s.integration join leads l on l.id = s.lead
    where s.attempts > 0`.execute(database)
}

/** What leads tell of their sends. */
async function followSends(database: Sql, stages: ReadonlyMap<number, string>): Promise<void> {
  await sql`
    insert into leads_sent_departments (record_id, target_id)
    select distinct lead, department from sends where attempts > 0`.execute(database)
  await sql`
    insert into leads_sent_brokers (record_id, target_id)
    select distinct lead, broker from sends where attempts > 0`.execute(database)
  const rows = [...stages].map(([id, stage]) => ({ id, stage }))
  await sql`
    update leads l set
      sends_count = s.sends, accepted_count = s.accepted, last_department = s.last,
      ftd_department = case when l.ftd_at is not null then s.last end,
      ftd_detected_at = l.ftd_at,
      stage = coalesce(own.stage, l.stage),
      send_result = case s.ended ->> 'state'
        when 'sent' then 'accepted' when 'returned' then 'rejected'
        else coalesce(s.ended ->> 'state', l.send_result)
      end,
      failure_status = case when s.ended ->> 'state' <> 'sent' then s.ended ->> 'failure_status' end
    from (
      select lead, count(*) filter (where attempts > 0)::int as sends,
        count(*) filter (where state in ('sent', 'returned'))::int as accepted,
        (array_agg(department order by created_at desc) filter (where attempts > 0))[1] as last,
        (array_agg(
          jsonb_build_object('state', state, 'failure_status', failure_status)
          order by coalesce(answered_at, updated_at) desc, id desc
        ) filter (where state in ('sent', 'rejected', 'failed', 'unknown', 'returned')))[1] as ended
      from sends group by lead
    ) s left join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as own (id bigint, stage text) on own.id = s.lead
    where s.lead = l.id`.execute(database)
  await sql`
    update send_integrations i set push_ok_at = s.ok, push_failed_at = s.failed
    from (
      select integration, max(answered_at) filter (where state in ('sent', 'returned')) as ok,
        max(answered_at) filter (where state in ('rejected', 'failed', 'unknown')) as failed
      from sends group by integration
    ) s where s.integration = i.id`.execute(database)
}
