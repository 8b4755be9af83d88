import { sql, type RawBuilder } from 'kysely'

import type { Sql } from '#server'

import type { LeadSearch, ShownLead } from './leadContract.ts'

/** Whether the rule of a status hides it from who brought the lead: the most specific one says (product.md 9.1). */
const isHidden = (status: string, teller: string) => sql`coalesce((
  select r.hide_from_source from lead_status_settings r
  where r.status = ${sql.raw(status)} and (r.scope = 'all' or r.scope = 'source' and r.source = l.source
    or r.scope = 'department' and r.department = ${sql.raw(teller)})
  order by case r.scope when 'department' then 1 when 'source' then 2 else 3 end limit 1
), false)`

/** Who told a status before a change, where that changed too. */
const tellerBefore = `case when a.before ? 'status_department'
  then (a.before ->> 'status_department')::bigint else l.status_department end`

/** The last group before it that is not hidden itself. */
const groupBefore = sql`(
  select before."group" from audit_log a
    join statuses before on before.id = (a.before ->> 'status')::bigint
  where a.resource = 'leads' and a.record_id = l.id and not ${isHidden('before.id', tellerBefore)}
  order by a.id desc limit 1
)`

const isFtd = sql`(l.ftd_at is not null and l.ftd_cancelled_at is null)`

const mayShow = sql`src.show_statuses_to_source`

const columns = sql`
  l.id, l.external_id, l.click_id, l.is_test, l.created_at, ${mayShow} as shows,
  case when not h.hidden then s.name end as status,
  case when h.hidden then ${groupBefore} else s."group" end as status_group,
  case when not h.hidden then l.status_changed_at end as status_at,
  ${isFtd} as ftd, case when ${isFtd} then l.ftd_at end as ftd_at,
  ${isFtd} and l.api_ftd_at is distinct from l.ftd_at as ftd_detected`

/** What the source is told: of a live lead not the status of our own work that was drawn for it (product.md 9.5). */
const told = sql`
  select case when not l.is_test and l.status_department is null and (
      select a.detail ->> 'use' from audit_log a
      where a.resource = 'leads' and a.record_id = l.id and a.after ? 'status'
      order by a.id desc limit 1
    ) = 'initial_status'
    then coalesce(src.default_status, (select id from statuses where is_default limit 1))
    else l.status end as status`

/** The leads that a department has brought and that are still there. */
const own = (department: number) => sql`
  from leads l
    join sources src on src.id = l.source
    cross join lateral (${told}) told
    left join statuses s on s.id = told.status
    cross join lateral (select ${isHidden('told.status', 'l.status_department')} as hidden) h
  where l.department = ${department} and l.deleted_at is null and l.stage <> 'erased'`

interface Row extends ShownLead {
  readonly shows: boolean
}

export async function ownLead(
  department: number,
  id: number,
  database: Sql,
): Promise<ShownLead | undefined> {
  const { rows } = await sql<Row>`select ${columns} ${own(department)} and l.id = ${id}`.execute(
    database,
  )
  return rows[0] && shown(rows[0])
}

export async function ownLeads(
  department: number,
  { page, per_page, ...period }: LeadSearch,
  database: Sql,
): Promise<{ data: ShownLead[]; meta: { page: number; per_page: number; total: number } }> {
  const found = sql`${own(department)} ${within(period)}`
  // What is told of a lead is looked up in its log: of those on the page, not of all before it.
  const { rows } = await sql<Row>`
    select ${columns} ${own(department)} and l.id = any(array(
      select l.id ${found} order by l.id desc limit ${per_page} offset ${(page - 1) * per_page}
    ))
    order by l.id desc`.execute(database)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::integer as total ${found}`.execute(database)
  return { data: rows.map(shown), meta: { page, per_page, total: counts[0]?.total ?? 0 } }
}

/** What is not shown is not found by its time either. */
const moments: Readonly<
  Record<LeadSearch['date'], { column: string; known: RawBuilder<unknown> }>
> = {
  created: { column: 'l.created_at', known: sql`true` },
  status: { column: 'l.status_changed_at', known: sql`${mayShow} and not h.hidden` },
  ftd: { column: 'l.ftd_at', known: sql`${mayShow} and ${isFtd}` },
}

function within({ from, to, date }: Omit<LeadSearch, 'page' | 'per_page'>): RawBuilder<unknown> {
  const { column, known } = moments[date]
  const at = sql.raw(column)
  const after = from ? sql`and ${at} >= ${from}::timestamptz` : sql``
  const wholeDay = to && !to.includes('T') ? sql`+ interval '1 day'` : sql``
  const before = to ? sql`and ${at} < ${to}::timestamptz ${wholeDay}` : sql``
  return sql`and ${known} ${after} ${before}`
}

function shown({ shows, id, external_id, click_id, is_test, created_at, ...rest }: Row): ShownLead {
  const plain = { id, state: 'accepted' as const, external_id, click_id, is_test, created_at }
  return shows ? { ...plain, ...rest } : plain
}
