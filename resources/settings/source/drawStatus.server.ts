import { sql } from 'kysely'

import type { Context, Sql } from '#server'

import { lead, type Lead } from '../../leads/lead/lead.ts'
import { rulesOf } from './drawRules.server.ts'
import { setDrawn } from './setDrawn.server.ts'

/** Gives new leads without a status the one that their source draws, or else its default (product.md 9.5). */
export async function drawInitial(leads: readonly Lead[], context: Context): Promise<void> {
  const waiting = leads.filter(({ status }) => status === null)
  if (waiting.length === 0) return
  const sources = waiting.map(({ source }) => source)
  const rules = await rulesOf('initial_status', sources, context.sql)
  const { rows: defaults } = await sql<{ id: number; status: number }>`
    select id, coalesce(default_status, (select id from statuses where is_default limit 1)) as status
    from sources where id = any(${sources}::bigint[])`.execute(context.sql)
  const defaultOf = new Map(defaults.map(({ id, status }) => [id, status]))
  await setDrawn(waiting, rules, context, (one) => defaultOf.get(one.source))
}

/** Whether one of these new leads still waits for its status. */
export async function drawsInitial(ids: readonly number[], database: Sql): Promise<boolean> {
  const { rows } = await sql`
    select from leads where id = any(${[...ids]}::bigint[]) and status is null limit 1`.execute(
    database,
  )
  return rows.length > 0
}

/** Gives test leads the answer of their source, once for each, when its delay has passed (product.md 9.5). */
export async function answerTestLeads(context: Context): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select l.id from leads l cross join lateral (
      select coalesce(delay_min, 0) as least, coalesce(delay_max, delay_min, 0) as most
      from source_random_statuses r
        cross join lateral (
          select coalesce(array_agg(target_id), '{}') as countries
          from source_random_statuses_countries where record_id = r.id
        ) c
      where r.source = l.source and r.use = 'test_answers' and r.is_active
        and (c.countries = '{}' or l.country = any(c.countries))
        and exists (select from source_random_status_rows where rule = r.id)
      order by c.countries = '{}', r.id limit 1
    ) rule
    where l.is_test and l.deleted_at is null and l.stage <> 'erased' and l.accepted_count = 0
      -- The longest delay is a week: what is older has its answer, or came before its rule.
      and l.created_at > now() - interval '8 days'
      and l.created_at + make_interval(
        mins => (rule.least + l.id * 7919 % (1 + greatest(0, rule.most - rule.least)))::int
      ) <= now()
      and not exists (
        select from audit_log a
        where a.resource = 'leads' and a.record_id = l.id and a.detail ->> 'use' = 'test_answers')
    order by l.id limit 500`.execute(context.sql)
  const leads = await context.records(lead).find({ id: { in: rows.map(({ id }) => id) } })
  const sources = leads.map(({ source }) => source)
  await setDrawn(leads, await rulesOf('test_answers', sources, context.sql), context)
}
