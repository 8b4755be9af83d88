import { sql } from 'kysely'

import { groupBy } from '#schema'
import { prepared, type Context, type Sql } from '#server'

import { holdClaims } from '../claim.server.ts'
import type { Ended, Settled } from './ended.server.ts'
import { holdEntries } from '../../../leads/blackList/isListed.server.ts'
import { chooseDepartments, lockLeads, planSends } from '../plan/planSend.server.ts'
import { placesBehindLine } from '../caps/placesBehindLine.server.ts'
import type { Choice } from '../plan/rotation.server.ts'

const restsWith: ReadonlySet<string> = new Set(['capacity', 'auth'])

/** Of sends that would wait for their broker, those whose leads another department of their rotation takes instead. */
export async function findTakers(
  ended: readonly Ended[],
  context: Pick<Context, 'sql' | 'backend'>,
): Promise<ReadonlySet<number>> {
  const wanted = ended.filter(
    ({ send, outcome }) => restsWith.has(outcome.outcome) && send.others.length > 0,
  )
  if (wanted.length === 0) return new Set()
  // No other transaction takes a place under a cap, or goes on to one, until what follows is written.
  await holdClaims(context.sql)
  const free = await freeToGoOn(wanted, context.sql)
  const choices: Choice[] = []
  for (const own of byOthers(free)) {
    const departments = own[0]?.send.others ?? []
    choices.push(...(await chooseDepartments(leadsOf(own), { departments }, context)))
  }
  const fullFor = await placesBehindLine(
    choices.map(({ target }) => target),
    context.sql,
  )
  const sure = choices.filter((choice) => isSure(choice, fullFor))
  const taken = new Set(sure.map(({ checked }) => checked.lead.id))
  return new Set(free.flatMap(({ send }) => (taken.has(send.lead) ? [send.id] : [])))
}

/** Whether a lead stays in line there. Where calls under way or others in line have the last places of a cap, it may yet be left out. */
function isSure(
  { target, checked: { lead, refusal } }: Choice,
  fullFor: Awaited<ReturnType<typeof placesBehindLine>>,
): boolean {
  const waits = target.cap_action === 'wait'
  if (!refusal) return !fullFor(target, lead) || waits
  return refusal.until !== undefined && (refusal.status !== 'Cap reached' || waits)
}

/** Offers leads to the next department of their rotation. Returns the sends whose leads are on their way again. */
export async function goOn(
  settled: readonly Settled[],
  context: Context,
): Promise<ReadonlySet<number>> {
  const wanted = settled.filter(({ course }) => course.goesOn)
  // No other transaction plans sends of these leads between the look at them and the plan.
  await holdEntries(leadsOf(wanted), context)
  await lockLeads(leadsOf(wanted), context.sql)
  const onward = new Set<number>()
  for (const group of byOthers(wanted)) {
    const own = await freeToGoOn(group, context.sql)
    const [{ send: first } = { send: undefined }] = own
    if (!first) continue
    const { others: departments, job, user, mode, note } = first
    const max_departments = departments.length
    const order = { departments, max_departments, mode, user, job, note }
    const { sends } = await planSends(leadsOf(own), order, context)
    const planned = new Set(sends.filter(({ state }) => state !== 'skipped').map((one) => one.lead))
    // One send follows, also where two of a lead have ended.
    for (const { send } of own) if (planned.delete(send.lead)) onward.add(send.id)
  }
  return onward
}

const leadsOf = (all: readonly Ended[]) => [...new Set(all.map(({ send }) => send.lead))]

const byOthers = (all: readonly Ended[]) =>
  groupBy(all, ({ send: { others, job, user } }) => JSON.stringify([others, job, user])).values()

/** Those whose job goes on, and whose leads no other broker has, may have or is to get since they were planned. */
async function freeToGoOn<One extends Ended>(all: readonly One[], database: Sql): Promise<One[]> {
  if (all.length === 0) return []
  const { rows } = await sql<{ id: number }>`${prepared}
    select s.id from sends s left join jobs j on j.id = s.job and not s.is_again
    where s.id = any(${all.map(({ send }) => send.id)}::bigint[])
      and coalesce(j.state not in ('cancelling', 'cancelled', 'failed'), true) and not exists (
        select from sends other where other.lead = s.lead and other.id <> s.id and other.mode <> 'test'
          and (other.state in ('pending', 'waiting', 'retrying', 'sending', 'unknown')
            or other.state = 'sent' and other.sent_at >= s.created_at)
      )`.execute(database)
  const free = new Set(rows.map(({ id }) => id))
  return all.filter(({ send }) => free.has(send.id))
}
