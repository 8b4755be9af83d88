import { sql } from 'kysely'

import { groupBy } from '#schema'
import type { Context } from '#server'

import { lead, type Lead } from '../../leads/lead/lead.ts'
import {
  followStatus,
  statusChanges,
  tellerChanges,
} from '../../leads/lead/status/leadStatus.server.ts'
import {
  ruledStatuses,
  ruleFor,
  type RuledStatus,
} from '../../leads/statusSetting/statusRules.server.ts'
import type { Send } from '../send/send.ts'

type Known = ReadonlyMap<number, RuledStatus>

/**
 * Makes leads follow what brokers say of their sends: the status of the department that had them last, and the first
 * deposit. A deposit stays, and so does what a rule calls final; an erased lead is left as it is. `note` says in their
 * history what has moved them.
 */
export async function moveLeads(
  sends: readonly Send[],
  { deposits, note }: { readonly deposits: ReadonlySet<number>; readonly note: string },
  context: Context,
): Promise<void> {
  if (sends.length === 0) return
  const byLead = groupBy(sends, (one) => one.lead)
  const depositStatus = deposits.size > 0 ? await statusOfDeposits(context) : undefined
  let movedLeads: Lead[] = []
  const decide = async (all: Lead[]) => {
    const held = all.filter(({ stage }) => stage !== 'erased')
    const known = await ruledStatuses(
      [depositStatus, ...held.map(({ status }) => status), ...sends.map(({ status }) => status)],
      context.sql,
    )
    const wanted = held.map((one) => {
      const own = byLead.get(one.id) ?? []
      const deposit = own.find(({ id }) => deposits.has(id))
      const isFirst = deposit && !one.ftd_at
      const last = own.findLast(({ department }) => isLast(one, department))
      return { one, last, deposit: isFirst ? deposit : undefined }
    })
    const statuses = await statusesOf(wanted, { known, depositStatus }, context)
    movedLeads = held
    return new Map(
      wanted.map(({ one, last, deposit }): [number, Partial<Lead>] => [
        one.id,
        {
          ...(last?.broker_status && { broker_status: last.broker_status }),
          ...statuses.get(one.id),
          ...(deposit && converted(one, deposit)),
        },
      ]),
    )
  }
  const ids = [...byLead.keys()]
  const moved = await context.records(lead).updateAll(ids, decide, { detail: { note } })
  const before = new Map(movedLeads.map((one) => [one.id, one]))
  await followStatus(
    moved.filter(({ id, status, status_department }) => {
      const held = before.get(id)
      return status !== held?.status || status_department !== held?.status_department
    }),
    context,
  )
}

const isLast = ({ last_department }: Lead, department: number) =>
  last_department === null || last_department === department

const converted = (one: Lead, deposit: Send): Partial<Lead> => ({
  ftd_at: deposit.ftd_at,
  api_ftd_at: deposit.api_ftd_at,
  ftd_detected_at: deposit.ftd_detected_at,
  ftd_department: deposit.department,
  ftd_cancelled_at: null,
  ...(one.stage !== 'blocked' && { stage: 'converted' as const }),
})

interface Wanted {
  readonly one: Lead
  readonly last: Send | undefined
  readonly deposit: Send | undefined
}

/** The changes that go with new statuses, or with a status told by another department, a few statements for each pair of both. */
async function statusesOf(
  wanted: readonly Wanted[],
  { known, depositStatus }: { known: Known; depositStatus: number | undefined },
  context: Context,
): Promise<Map<number, Partial<Lead>>> {
  const to = wanted.flatMap(({ one, last, deposit }) => {
    const status = deposit ? depositStatus : last?.status
    const isAllowed = deposit ? !isDeposit(known, one) : mayFollow(known, one, status)
    const teller = (deposit ?? last)?.department ?? null
    const held = deposit ? { ...one, ...converted(one, deposit) } : one
    return status && isAllowed ? [{ one: held, status, teller }] : []
  })
  const all = new Map<number, Partial<Lead>>()
  for (const some of groupBy(to, ({ status, teller }) => `${status} ${teller}`).values()) {
    const [first] = some
    if (!first) continue
    const { status, teller } = first
    const leads = some.map(({ one }) => one)
    const changes = await statusChanges(status, leads, context, teller)
    const same = leads.filter((one) => one.status === status)
    const retold = teller === null ? [] : await tellerChanges(same, teller, context)
    for (const [id, change] of [...changes, ...retold]) all.set(id, change)
  }
  return all
}

const isDeposit = (known: Known, { status }: Lead) => known.get(status ?? 0)?.group === 'deposit'

/** A word that stands for a deposit makes none: only what says so in so many words does. */
function mayFollow(known: Known, one: Lead, status: number | null | undefined): boolean {
  const from = known.get(one.status ?? 0)
  const isFinal = from && (from.group === 'deposit' || ruleFor(from, one)?.is_final === true)
  return !isFinal && known.get(status ?? 0)?.group !== 'deposit'
}

async function statusOfDeposits({ sql: database }: Context): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from statuses where "group" = 'deposit' order by is_system desc, position, id limit 1`.execute(
    database,
  )
  return rows[0]?.id
}
