import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import { recordAudit, type Context, type Sql } from '#server'

import { countHits, holdEntries } from '../../../leads/blackList/isListed.server.ts'
import { send, type Send } from '../../send/send.ts'
import { openCaps } from '../caps/caps.server.ts'
import { checkLeads, type Checked } from './checks.server.ts'
import { isPaced, type Pacing } from '../pacing.ts'
import { pacedTimes } from '../pacedTimes.ts'
import { createRotation, type Choice } from './rotation.server.ts'
import { loadTargets, type Target } from './target.server.ts'

/** What is asked for leads. */
export interface SendOrder {
  /** One department, or those of a rotation. */
  readonly departments: readonly number[]
  /** Of these, so many that one lead is offered to in turn; three unless given. */
  readonly max_departments?: number | undefined
  readonly integration?: number | undefined
  /** Leads that may be at another department are sent too; their outcome there is unknown. */
  readonly is_forced?: boolean | undefined
  /** They were asked for when nothing rested, and wait for what does now. */
  readonly waits_for_rest?: boolean | undefined
  readonly mode: Send['mode']
  readonly user: number | null
  readonly job?: number | null
  /** The first moment at which anything goes out. */
  readonly scheduled_at?: string | null | undefined
  readonly pacing?: Pacing | undefined
  /** Of the person who asked: in it the hours of a pacing are meant. */
  readonly zone?: string | undefined
  readonly note?: string | null | undefined
}

/** How many leads will be sent, and how many are skipped for which reason. */
export interface PlanCounts {
  readonly planned: number
  readonly skipped: number
  readonly reasons: Readonly<Record<string, number>>
  readonly sends: readonly Send[]
}

/** Puts leads in line for departments: a row of `sends` for each, also for those that a check keeps back. */
export async function planSends(
  given: readonly number[],
  order: SendOrder,
  context: Context,
): Promise<PlanCounts> {
  const leadIds = [...new Set(given)]
  await holdEntries(leadIds, context)
  await lockLeads(leadIds, context.sql)
  await holdDepartments(order.departments, context.sql)
  const choices = await chooseDepartments(leadIds, order, context)
  const planned = choices.filter(({ checked: { refusal } }) => !refusal || refusal.until)
  await letGo(planned, context.sql)
  const times = await timesOf(planned.length, order, context.sql)
  const timeOf = new Map(planned.map((one, place) => [one, times?.[place]]))
  const numbers = await numbersOf(choices, context.sql)
  const rows = choices.map((one) => sendRow(one, order, timeOf.get(one), numbers))
  const sends = await context.records(send).createAll(rows)
  await queueLeads(sends, context)
  await countHits(
    choices.map(({ checked: { entry } }) => entry),
    context,
  )
  const skipped = sends.filter(({ state }) => state === 'skipped')
  return {
    planned: sends.length - skipped.length,
    skipped: skipped.length,
    sends,
    reasons: countBy(skipped.map(({ failure_status }) => failure_status ?? '')),
  }
}

/** Keeps other transactions from planning sends of leads until this one ends. */
export async function lockLeads(ids: readonly number[], database: Sql): Promise<void> {
  if (ids.length === 0) return
  await sql`
    select from leads where id = any(${[...ids]}::bigint[]) order by id for no key update
  `.execute(database)
}

/** A department that is being deleted is waited for, and one that leads are put in line for is not deleted meanwhile. */
async function holdDepartments(ids: readonly number[], database: Sql): Promise<void> {
  await sql`
    select from broker_departments where id = any(${[...ids]}::bigint[]) order by id for key share
  `.execute(database)
}

/**
 * Chooses for each lead, and changes nothing: what a preview shows. What goes later is looked at as it is then; the hours and
 * caps of what goes one after another are asked at its calls alone. `before` is what was chosen of the same leads already.
 */
export async function chooseDepartments(
  leadIds: readonly number[],
  order: Pick<
    SendOrder,
    | 'departments'
    | 'max_departments'
    | 'integration'
    | 'is_forced'
    | 'waits_for_rest'
    | 'scheduled_at'
    | 'pacing'
  >,
  context: Pick<Context, 'sql' | 'backend'>,
  before?: readonly Choice[],
): Promise<Choice[]> {
  const now = firstMoment(order)
  const { departments, integration, is_forced: isForced, waits_for_rest: waitsForRest } = order
  const options = { isForced, waitsForRest, isPaced: isPaced(order.pacing) }
  const wanted = departments.map((department) => ({ department, integration }))
  const targets = (await loadTargets(wanted, context.sql)).flatMap((one) => one ?? [])
  const caps = await openCaps(targets, { sql: context.sql, now, isHeld: false })
  const asked = targets.flatMap((target) => leadIds.map((lead) => ({ lead, target })))
  const checkedBy = new Map<number, [Target, Checked][]>(leadIds.map((id) => [id, []]))
  const all = await checkLeads(asked, { now, caps, ...options }, context)
  for (const [at, checked] of all.entries()) {
    const target = asked[at]?.target
    if (checked && target) checkedBy.get(checked.lead.id)?.push([target, checked])
  }
  const choose = await createRotation(targets, context, { most: order.max_departments, before })
  return leadIds.flatMap((id) => choose(checkedBy.get(id) ?? []) ?? [])
}

/** What was accepted so long ago that it may be sent again no longer stands in the way. */
async function letGo(planned: readonly Choice[], database: Sql): Promise<void> {
  const again = planned.filter(({ target }) => target.resend_after_days !== null)
  if (again.length === 0) return
  await sql`
    update sends s set holds = null, updated_at = now(), version = version + 1
    from unnest(${again.map(({ checked }) => checked.lead.id)}::bigint[],
      ${again.map(({ target }) => target.id)}::bigint[]) as again (lead, department)
    where s.lead = again.lead and s.department = again.department and s.holds and s.state = 'sent'
  `.execute(database)
}

/** The moments of sends that are paced, after those that were planned last; the others go as soon as they may. */
async function timesOf(
  count: number,
  { job, pacing, scheduled_at, zone = 'UTC' }: SendOrder,
  database: Sql,
): Promise<readonly Date[] | undefined> {
  if (!isPaced(pacing)) return undefined
  const { rows } = await sql<{ at: string | null; count: number }>`
    with newest as (
      select scheduled_at as at from sends
      where job = ${job ?? null}::bigint and scheduled_at is not null and state <> 'skipped'
      order by created_at desc, id desc limit ${pacing.per_day ?? 1}
    ), last as (select max(at) as at from newest)
    select last.at, (
      select count(*)::integer from newest
      where date_trunc('day', newest.at, ${zone}) = date_trunc('day', last.at, ${zone})
    ) as count from last`.execute(database)
  const { at = null, count: onDay = 0 } = rows[0] ?? {}
  const first = firstMoment({ scheduled_at })
  const course = at ? { at: new Date(at), onDay, from: first } : { at: first, onDay: 0 }
  return pacedTimes(count, pacing, { ...course, zone })
}

/** Before which nothing goes out. */
const firstMoment = ({ scheduled_at }: Pick<SendOrder, 'scheduled_at'>) =>
  new Date(Math.max(Date.now(), Date.parse(scheduled_at ?? '') || 0))

/** How many sends of a lead to a department there are: the next one has a key of its own. */
async function numbersOf(choices: readonly Choice[], database: Sql): Promise<Map<string, number>> {
  const { rows } = await sql<{ lead: number; department: number; count: number }>`
    select lead, department, count(*)::integer as count from sends
    where lead = any(${choices.map(({ checked }) => checked.lead.id)}::bigint[])
      and department = any(${[...new Set(choices.map(({ target }) => target.id))]}::bigint[])
    group by lead, department`.execute(database)
  return new Map(rows.map(({ lead, department, count }) => [`${lead} ${department}`, count]))
}

function sendRow(
  { target, checked: { lead, refusal }, plan, others }: Choice,
  order: SendOrder,
  paced: Date | undefined,
  numbers: ReadonlyMap<string, number>,
): Partial<Send> {
  const isSkipped = refusal && !refusal.until
  const earliest = paced?.toISOString() ?? order.scheduled_at ?? null
  const due = Math.max(Date.now(), Date.parse(earliest ?? '') || 0, refusal?.until?.getTime() ?? 0)
  const isLater = due > Date.now() + 1_000
  const number = (numbers.get(`${lead.id} ${target.id}`) ?? 0) + 1
  return {
    uuid: randomUUID(),
    lead: lead.id,
    broker: target.broker_id,
    department: target.id,
    integration: target.integration?.id ?? null,
    integration_version: target.integration?.revision ?? null,
    source: lead.source,
    country: lead.country,
    language: lead.language,
    job: order.job ?? null,
    user: order.user,
    mode: order.mode,
    state: isSkipped ? 'skipped' : isLater ? 'waiting' : 'pending',
    holds: isSkipped ? null : true,
    failure_status: refusal?.status ?? null,
    failure_message: refusal?.message ?? null,
    scheduled_at: earliest,
    next_attempt_at: isSkipped ? null : new Date(due).toISOString(),
    plan,
    others: isSkipped ? [] : others,
    is_test: lead.is_test,
    note: order.note ?? null,
    send_key: `${lead.uuid ?? lead.id}-${target.id}-${number}`,
  }
}

/** Leads that wait for a send say so. Of all of them there is a line in the history, written in one statement. */
async function queueLeads(
  sends: readonly Send[],
  { sql: database, user }: Pick<Context, 'sql' | 'user'>,
): Promise<void> {
  const open = sends.filter(({ state }) => state !== 'skipped').map(({ lead }) => lead)
  const { rows } = await sql<{ id: number; version: number; before: string; after: string }>`
    update leads l set sends_count = l.sends_count + 1, version = l.version + 1, updated_at = now(),
      stage = case when l.stage in ('new', 'rejected', 'sent', 'check_needed') then 'queued' else l.stage end
    from leads was where was.id = l.id and l.id = any(${open}::bigint[])
    returning l.id, l.version, was.stage as before, l.stage as after`.execute(database)
  const moved = rows.filter(({ before, after }) => before !== after)
  await recordAudit(
    database,
    ...moved.map(({ id, version, before, after }) => ({
      user_id: user.id || null,
      action: 'update',
      resource: 'leads',
      record_id: id,
      version,
      before: { stage: before },
      after: { stage: after },
    })),
  )
}

function countBy(all: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const one of all) counts[one] = (counts[one] ?? 0) + 1
  return counts
}
