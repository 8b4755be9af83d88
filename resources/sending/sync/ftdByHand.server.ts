import { sql } from 'kysely'

import { groupBy } from '#schema'
import { conflict, invalid, type Context } from '#server'

import { lead, type Lead } from '../../leads/lead/lead.ts'
import { msg } from '../../msg.server.ts'
import { followLeads } from '../engine/outcome/followLeads.server.ts'
import { send, type Send } from '../send/send.ts'
import { datesOfDeposit, tellDatedBefore } from './depositDates.server.ts'
import { moveLeads } from './moveLeads.server.ts'

interface ByHand {
  readonly date: string
  readonly reason: string
}

/** Sets first-time deposits that a broker has not reported (product.md 9.4). A lead keeps the first it has had. */
export async function setFtd(
  sends: readonly Send[],
  { date, reason }: ByHand,
  context: Context,
): Promise<void> {
  if (Date.parse(date) > Date.now()) throw invalid({ date: [msg('choose_a_date_that_has_been')] })
  if (sends.some((one) => isDeposited(one))) throw conflict(msg('it_has_a_deposit_already'))
  const ids = sends.map(({ id }) => id)
  const changed = await context
    .records(send)
    .updateAll(
      ids,
      (held) =>
        new Map(
          held.map((one) => [one.id, { ...datesOfDeposit(date, one), ftd_cancelled_at: null }]),
        ),
      { detail: { note: reason } },
    )
  for (const [department, own] of groupBy(changed, (one) => one.department)) {
    await tellDatedBefore(own, department, context.sql)
  }
  await moveLeads(changed, { deposits: new Set(ids), note: reason }, context)
}

/**
 * Takes first-time deposits back: they stand in the history, and count no more. Where another department has told of one
 * too, that is the first of its lead from now on.
 */
export async function cancelFtd(
  sends: readonly Send[],
  reason: string,
  context: Context,
): Promise<void> {
  if (!sends.every((one) => isDeposited(one))) throw conflict(msg('it_has_no_deposit'))
  const ids = sends.map(({ id }) => id)
  const ftd_cancelled_at = new Date().toISOString()
  await context
    .records(send)
    .updateAll(ids, (held) => new Map(held.map(({ id }) => [id, { ftd_cancelled_at }])), {
      detail: { note: reason },
    })
  const own = (one: Lead) =>
    sends.some((each) => each.lead === one.id && each.department === one.ftd_department)
  const unset = {
    ftd_at: null,
    api_ftd_at: null,
    ftd_detected_at: null,
    ftd_department: null,
    ftd_cancelled_at,
  }
  const leads = sends.map((one) => one.lead)
  const before = await statusesBeforeDeposits(leads, context)
  const changed = await context.records(lead).updateAll(
    leads,
    (held) =>
      new Map(
        held.filter(own).map((one): [number, Partial<Lead>] => [
          one.id,
          {
            ...unset,
            ...before.get(one.id),
            ...(one.stage === 'converted' && { stage: 'sent' as const }),
          },
        ]),
      ),
    { detail: { note: reason } },
  )
  // One may be in line for another department meanwhile, or was given back.
  await followLeads(
    changed.map(({ id }) => id),
    context,
  )
  const next = await nextDeposits(
    changed.map(({ id }) => id),
    context,
  )
  await moveLeads(next, { deposits: new Set(next.map(({ id }) => id)), note: reason }, context)
}

/** The earliest deposit of each lead that still counts. */
async function nextDeposits(leads: readonly number[], { records }: Context): Promise<Send[]> {
  const sends = await records(send).find({ lead: { in: leads }, ftd_cancelled_at: { empty: true } })
  const earliest = sends
    .filter((one) => isDeposited(one))
    .toSorted((one, other) => timeOf(one) - timeOf(other) || one.id - other.id)
  return [...groupBy(earliest, (one) => one.lead).values()].flatMap(([first]) => first ?? [])
}

const timeOf = ({ ftd_at }: Send): number => Date.parse(ftd_at ?? '')

/**
 * What the status of leads was before they were deposits, by their ids: else a lead whose deposit was none could neither be
 * sent nor follow its broker. Those that have another by now are left out; what was never anything else has none.
 */
async function statusesBeforeDeposits(
  leads: readonly number[],
  { sql: database }: Context,
): Promise<Map<number, Partial<Lead>>> {
  const { rows } = await sql<{
    id: number
    status: number | null
    status_department: number | null
  }>`
    select l.id, change.status, case
        when change.before ? 'status_department' then (change.before ->> 'status_department')::bigint
        when change.before is not null then l.status_department
      end as status_department
    from leads l
    join statuses deposit on deposit.id = l.status and deposit."group" = 'deposit'
    left join lateral (
      select a.before, old.id as status from audit_log a
      left join statuses old on old.id = (a.before ->> 'status')::bigint
      where a.resource = 'leads' and a.record_id = l.id and a.before ? 'status'
        and old."group" is distinct from 'deposit'
      order by a.id desc limit 1
    ) change on true
    where l.id = any(${leads}::bigint[])`.execute(database)
  const status_changed_at = new Date().toISOString()
  return new Map(rows.map(({ id, ...status }) => [id, { ...status, status_changed_at }]))
}

const isDeposited = ({ ftd_at, ftd_cancelled_at }: Send): boolean =>
  ftd_at !== null && !ftd_cancelled_at

/** The same by the lead: at the department that it is set for, or that had it last. */
export async function setFtdOfLead(one: Lead, given: ByHand, context: Context): Promise<void> {
  const sends = await context.records(send).find({ lead: one.id, state: 'sent' })
  const last = sends.find(({ department }) => department === one.last_department) ?? sends.at(-1)
  if (!last) throw conflict(msg('no_broker_has_taken_this_lead'))
  await setFtd([last], given, context)
}

export async function cancelFtdOfLead(one: Lead, reason: string, context: Context): Promise<void> {
  const sends = await context.records(send).find({ lead: one.id })
  const own = sends.filter((each) => each.department === one.ftd_department && isDeposited(each))
  if (own.length === 0) throw conflict(msg('it_has_no_deposit'))
  await cancelFtd(own, reason, context)
}
