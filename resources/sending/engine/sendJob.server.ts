import { sql } from 'kysely'

import { NotYet, workAsProcess, type Behavior, type Context, type Sql } from '#server'

import { msg } from '../../msg.server.ts'
import { send, type Send } from '../send/send.ts'
import { cancelSends } from './outcome/cancelSends.server.ts'
import { followLeads } from './outcome/followLeads.server.ts'
import { canarySize, countJob } from './outcome/jobCounts.server.ts'
import { planSends, type SendOrder } from './plan/planSend.server.ts'
import { requireForce, requireSenderWith } from './plan/requireSender.server.ts'
import { wakeParked } from './wakeSends.server.ts'

/** Leads that one part of a job puts in line, in one transaction. */
const partSize = 500

/** What a job that sends was asked for, beside the leads in its parts. */
export type SendJobParameters = Omit<SendOrder, 'user' | 'job'> & {
  readonly is_canary?: boolean
  readonly stop_percent?: number | null
  readonly stop_first?: number | null
}

interface Part {
  readonly ids: readonly number[]
  readonly isAfterCanary: boolean
}

/** The parts of a job; those after a canary wait for it. */
export function partsOf(ids: readonly number[], isCanary: boolean) {
  const first = isCanary ? ids.slice(0, canarySize) : []
  const rest = ids.slice(first.length)
  const parts = Array.from({ length: Math.ceil(rest.length / partSize) }, (_, part) => ({
    ids: rest.slice(part * partSize, (part + 1) * partSize),
    isAfterCanary: isCanary,
  }))
  const all: Part[] = [
    ...(first.length > 0 ? [{ ids: first, isAfterCanary: false }] : []),
    ...parts,
  ]
  return all.map((payload) => ({ size: payload.ids.length, payload }))
}

/**
 * Sends taken back in one transaction, of a request too. No claim calls the others: their job is being cancelled, and the
 * worker of jobs takes them back as it comes to it again.
 */
const takenBack = 1_000

/** Whether an earlier part of a job put leads in line: it was asked for when nothing rested. */
async function hasSends(id: number, database: Sql): Promise<boolean> {
  const { rows } = await sql`
    select from sends where job = ${id} and state <> 'skipped' limit 1`.execute(database)
  return rows.length > 0
}

type Jobs = NonNullable<Behavior<typeof send>['jobs']>

/**
 * Puts leads in line, part by part, and runs until the last of their sends has ended. Its user must be a sender with this
 * permission at each part.
 * @param prepare What is done to the leads of a part before they are put in line, in the same transaction.
 */
export const sendJob = (
  permission: string,
  prepare?: (ids: readonly number[], parameters: unknown, context: Context) => Promise<void>,
): Jobs[string] => ({
  async run({ payload, size }, { job, ...context }) {
    await requireSenderWith(permission, context)
    const { ids, isAfterCanary } = payload as Part
    if (isAfterCanary && job.processed < canarySize)
      throw new NotYet('the first leads are under way')
    const order = job.parameters as unknown as SendJobParameters
    requireForce(order, context.user)
    if (order.is_canary && !isAfterCanary && job.total > size) {
      // Before they are planned: those that are left out end at once, and the job rests with words of its own.
      await context.backend.jobs.note(context.sql, job.id, msg('the_first_leads_go_first'))
    }
    await prepare?.(ids, order, context)
    const isBegun = isAfterCanary || (await hasSends(job.id, context.sql))
    const asked = { ...order, job: job.id, user: job.user, waits_for_rest: isBegun }
    const counts = await planSends(ids, asked, context)
    // Leads that have gone meanwhile are done with too.
    await countJob(job.id, Array(size - counts.planned).fill('skipped'), context)
  },

  async takeBack({ id }, { backend, sql: database }) {
    const { rows } = await sql<Pick<Send, 'id' | 'lead' | 'attempts'>>`
      select id, lead, attempts from sends
      where job = ${id} and not is_again and state in ('pending', 'waiting', 'retrying')
      order by id limit ${takenBack} for update`.execute(database)
    const changesOf = await cancelSends(rows, database)
    await workAsProcess(backend, database, async (context) => {
      await context.records(send).updateAll(
        rows.map((one) => one.id),
        (held) => new Map(held.map((one) => [one.id, changesOf(one)])),
      )
      await followLeads(
        rows.map((one) => one.lead),
        context,
      )
    })
    const { rows: left } = await sql<{ count: number }>`
      select count(*)::integer as count from sends
      where job = ${id} and not is_again
        and state in ('pending', 'waiting', 'retrying', 'sending')`.execute(database)
    return left[0]?.count ?? 0
  },

  resume: (id, { sql: database }) => wakeParked(id, database),
})
