import { conflict, type Behavior, type Context } from '#server'

import { blockPeople } from '../../leads/blackList/blockPeople.server.ts'
import { lead } from '../../leads/lead/lead.ts'
import { msg } from '../../msg.server.ts'
import { releaseSlots } from '../engine/caps/caps.server.ts'
import { cancelSends } from '../engine/outcome/cancelSends.server.ts'
import { followLeads } from '../engine/outcome/followLeads.server.ts'
import { countJob } from '../engine/outcome/jobCounts.server.ts'
import { lockLeads } from '../engine/plan/planSend.server.ts'
import { requireSender } from '../engine/plan/requireSender.server.ts'
import { cancelFtd, setFtd } from '../sync/ftdByHand.server.ts'
import { askStatuses } from '../sync/askStatuses.server.ts'
import { send, type Send } from './send.ts'
import { ended, refuseHeld, refuseErased, refuseKnownId } from './sendRefusals.server.ts'

/** What people do with sends (product.md 6.7, 11.7); the lead, its caps and its integration follow. */
export const sendActions: Behavior<typeof send>['actions'] = {
  /** Begins anew: the broker gets the same key, so that who knows it makes no second lead. */
  async retry({ records }, context) {
    await requireSender(context.user, context.sql)
    // What is being planned for them is waited for, and seen.
    await lockLeads(
      records.map((one) => one.lead),
      context.sql,
    )
    await refuseErased(records, context)
    await refuseHeld(records, context)
    // Its rotation has gone on, and others may have the lead.
    await changeEach(records, context, (one) => ({ ...sentAgain(one), others: [] }))
  },

  async cancel({ records }, context) {
    const changesOf = await cancelSends(records, context.sql)
    await changeEach(records, context, changesOf)
    for (const one of records) {
      const { job, is_again } = one
      if (job !== null && !is_again) await countJob(job, [changesOf(one).state], context)
    }
  },

  async return({ records, input }, context) {
    await refuseErased(records, context)
    await changeEach(records, context, () => returned(input))
    await keepOutReturned(records, input.reason, context)
  },

  async ftd({ records, input }, context) {
    await refuseErased(records, context)
    await setFtd(records, input, context)
  },

  async cancel_ftd({ records, input: { reason } }, context) {
    await refuseErased(records, context)
    await cancelFtd(records, reason, context)
  },

  async sync({ records }, { sql: database }) {
    for (const { integration, created_at } of records) {
      if (integration !== null) await askStatuses([integration], daysSince(created_at), database)
    }
  },

  async resolve({ records, input: { outcome, api_lead_id } }, context) {
    // What became of a send may be decided for an erased lead, too.
    if (outcome === 'again' || api_lead_id) await refuseErased(records, context)
    if (outcome === 'again') await requireSender(context.user, context.sql)
    if (api_lead_id) await refuseKnownId(records, api_lead_id, context)
    if (outcome !== 'accepted') await giveBack(records, context)
    await changeEach(records, context, (one) => {
      if (outcome === 'again') return { ...sentAgain(one), state: 'pending', reserved: null }
      if (outcome === 'leave') return { ...ended, state: 'failed', reserved: null }
      const sent_at = one.answered_at ?? new Date().toISOString()
      return { state: 'sent', sent_at, ...withoutFailure, ...(api_lead_id && { api_lead_id }) }
    })
  },
}

/** Gives one send back that its broker has accepted. Throws 409 where that is not, or no longer, so. */
export async function returnSend(
  one: Send,
  input: Parameters<typeof returned>[0],
  context: Context,
): Promise<void> {
  await refuseErased([one], context)
  await changeEach([one], context, ({ state }) => {
    if (state !== 'sent') throw conflict(msg('partner_not_returnable'))
    return { state: 'returned', ...returned(input) }
  })
  await keepOutReturned([one], input.reason, context)
}

/** Who has asked the broker to be removed is on the black list (product.md 3.6). */
async function keepOutReturned(
  sends: readonly Send[],
  reason: Send['return_reason'],
  context: Context,
): Promise<void> {
  if (reason !== 'remove') return
  const people = await context.records(lead).find({ id: { in: sends.map((one) => one.lead) } })
  await blockPeople(people, { reason: 'Return: asked to be removed', origin: 'request' }, context)
}

const returned = ({ reason, note }: { reason: Send['return_reason']; note: string | null }) => ({
  holds: null,
  returned_at: new Date().toISOString(),
  return_reason: reason,
  note,
})

/** Days that a pull must look back for a send. */
const daysSince = (at: string | null): number =>
  at === null ? 1 : Math.ceil((Date.now() - Date.parse(at)) / 86_400_000) + 1

const withoutFailure = { failure_status: null, failure_message: null } as const

const sentAgain = ({ attempts }: Send) => ({
  holds: true,
  next_attempt_at: new Date().toISOString(),
  is_again: true,
  attempts_before: attempts,
  waits_since: null,
  ...withoutFailure,
})

async function changeEach(
  sends: readonly Send[],
  context: Context,
  change: (one: Send) => Partial<Send>,
): Promise<void> {
  const ids = sends.map(({ id }) => id)
  await context
    .records(send)
    .updateAll(ids, (held) => new Map(held.map((one) => [one.id, change(one)])))
  await followLeads(
    sends.map(({ lead }) => lead),
    context,
  )
}

/** What was not accepted after all takes no place under the caps. */
function giveBack(sends: readonly Send[], { sql: database }: Context): Promise<void> {
  const slots = sends.flatMap(({ department, reserved }) =>
    Array.isArray(reserved) ? [{ department, keys: reserved.map(String) }] : [],
  )
  return releaseSlots(slots, database)
}
