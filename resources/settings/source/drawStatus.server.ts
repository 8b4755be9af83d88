import { randomInt } from 'node:crypto'

import { sql } from 'kysely'

import { countNow, type Context, type Sql } from '#server'

import { lead, type Lead } from '../../leads/lead/lead.ts'
import { statusChanges, followStatus } from '../../leads/lead/leadStatus.server.ts'
import { msg } from '../../msg.server.ts'
import type { SourceRandomStatus } from './sourceRandomStatus.ts'

type Use = SourceRandomStatus['use']

interface Weighted {
  readonly status: number
  readonly weight: number
}

interface DrawRule {
  readonly id: number
  readonly source: number
  readonly use: Use
  readonly rows: readonly Weighted[]
  /** None: every country. */
  readonly countries: readonly number[]
}

/** The sum of what a rule has drawn. */
export const drawsOf = (rule: number | '') => `draws=${rule}`

/** Returns one of the statuses, each as often as its weight says. There must be one. */
export function draw(rows: readonly Weighted[]): number {
  const sum = rows.reduce((before, { weight }) => before + weight, 0)
  let left = randomInt(Math.max(sum, 1))
  const found = rows.find(({ weight }) => (left -= weight) < 0)
  if (!found) throw new Error('there is no status to draw from')
  return found.status
}

type Drawn = Pick<Lead, 'source' | 'country' | 'is_test' | 'accepted_count'>

/** Whether a rule may set the status of a lead at all: never of one that a broker has taken, nor test answers of a live one. */
const mayDraw = (use: Use, { is_test, accepted_count }: Drawn): boolean =>
  accepted_count === 0 && (use === 'initial_status' || is_test)

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
        where a.resource = 'leads' and a.record_id = l.id and a.detail ->> 'use' = 'test_answers'
      )
    order by l.id limit 500`.execute(context.sql)
  const leads = await context.records(lead).find({ id: { in: rows.map(({ id }) => id) } })
  const sources = leads.map(({ source }) => source)
  await setDrawn(leads, await rulesOf('test_answers', sources, context.sql), context)
}

/** Sets what is drawn for each lead; each draw stands in the history of its lead with the rule. */
async function setDrawn(
  leads: readonly Lead[],
  rules: readonly DrawRule[],
  context: Context,
  otherwise: (one: Lead) => number | undefined = () => undefined,
): Promise<void> {
  const groups = new Map<string, { rule: DrawRule | undefined; to: number; ids: number[] }>()
  for (const one of leads) {
    const rule = rules.find((known) => fits(known, one))
    const to = rule ? draw(rule.rows) : otherwise(one)
    if (to === undefined) continue
    const key = `${rule?.id} ${to}`
    const group = groups.get(key)
    if (group) group.ids.push(one.id)
    else groups.set(key, { rule, to, ids: [one.id] })
  }
  for (const { rule, to, ids } of groups.values()) {
    const note = rule && msg('drawn_by_source_random_status', { rule: rule.id })
    const changed = await context.records(lead).updateAll(
      ids,
      async (held) => {
        const open = held.filter((one) => !rule || mayDraw(rule.use, one))
        const changes = await statusChanges(to, open, context)
        return new Map(open.map(({ id }) => [id, changes.get(id) ?? drawnAgain()]))
      },
      rule && { detail: { note, use: rule.use } },
    )
    if (rule) countNow(drawsOf(rule.id), changed.length, context)
    await followStatus(changed, context)
  }
}

/** The status that a lead has already is an answer too, of this moment. */
const drawnAgain = () => ({ status_changed_at: new Date().toISOString() })

const fits = ({ source, countries, use }: DrawRule, one: Drawn): boolean =>
  source === one.source &&
  mayDraw(use, one) &&
  (countries.length === 0 || (one.country !== null && countries.includes(one.country)))

/** The rules of sources in use, those of some countries before those of all. */
async function rulesOf(
  use: Use,
  sources: readonly number[],
  database: Sql,
): Promise<readonly DrawRule[]> {
  const { rows } = await sql<DrawRule>`
    select r.id, r.source, r.use, d.rows, c.countries
    from source_random_statuses r
      cross join lateral (
        select jsonb_agg(jsonb_build_object('status', status, 'weight', weight)) as rows
        from source_random_status_rows where rule = r.id
      ) d
      cross join lateral (
        select array(
          select target_id from source_random_statuses_countries where record_id = r.id
        ) as countries
      ) c
    where r.use = ${use} and r.is_active and r.source = any(${[...sources]}::bigint[])
      and d.rows is not null
    order by c.countries = '{}', r.id`.execute(database)
  return rows
}
