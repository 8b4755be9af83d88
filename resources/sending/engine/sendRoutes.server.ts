import { randomInt } from 'node:crypto'

import { sql } from 'kysely'

import type { User } from '#schema'
import {
  answeredBefore,
  authorOf,
  bulkWork,
  conflict,
  fingerprints,
  invalid,
  keyOf,
  once,
  recordAudit,
  selectedCount,
  selectedItems,
  transact,
  type Api,
  type Backend,
  type Sql,
} from '#server'

import { cardNumber } from '../../cardNumber.server.ts'
import { msg } from '../../msg.server.ts'
import { lead } from '../../leads/lead/lead.ts'
import { send } from '../send/send.ts'
import { meanPauseMs, type Pacing } from './pacing.ts'
import { fewLeads } from './plan/fewLeads.ts'
import { requireForce, requireSender } from './plan/requireSender.server.ts'
import { previewContract, sendContract, type SendValues } from './plan/sendContract.ts'
import { partsOf, type SendJobParameters } from './sendJob.server.ts'
import { maxChecked, previewSends } from './plan/sendPreview.server.ts'

interface Asked {
  readonly of: 'leads' | 'sends'
  readonly ids?: readonly number[] | undefined
  readonly filter?: Record<string, unknown> | undefined
  readonly exclude?: readonly number[] | undefined
  readonly expected_count?: number
  readonly values: SendValues
}

interface Begun {
  readonly job_id: number
}

type Selected = Parameters<typeof selectedItems>[2]
type Asker = Parameters<typeof selectedItems>[3]

/** The preview of a send, and the send as it was previewed (product.md 6.1). */
export function sendRoutes(app: Api, backend: Backend): void {
  const config = { access: { permission: 'lead.send' }, work: bulkWork(lead) }
  const { sql: database } = backend.database

  app.post('/lead/send/preview', { schema: previewContract, config }, async (request) => {
    const { user, body } = request
    requireForce(body.values, user)
    await requireSender(user, database)
    checkMoment(body.values)
    const asker = { user, backend, author: authorOf(request) }
    const selected = await selectedLeads(body, asker)
    const count = await selectedCount(lead, 'show', selected, asker)
    await checkDepartments(body.values, count, database)
    const { items } = await selectedItems(lead, 'show', selected, asker, maxChecked)
    const counts = await previewSends(idsOf(items), body.values, { backend, sql: database })
    return { data: { count, ...counts, confirm_token: tokenOf(body, count, user) } }
  })

  app.post('/lead/send', { schema: sendContract, config }, async (request, reply) => {
    const { user, body } = request
    requireForce(body.values, user)
    const key = keyOf(request)
    const begun = (data: Begun) => {
      reply.status(202)
      return { message: msg('the_leads_are_put_in_line'), data }
    }
    const before = await answeredBefore<Begun>(key, database)
    if (before) return begun(before)
    await requireSender(user, database)
    const asker = { user, backend, author: authorOf(request) }
    const selected = await selectedLeads(body, asker)
    const { items } = await selectedItems(lead, 'show', selected, asker)
    const ids = idsOf(items)
    const { length: count } = ids
    if (count !== body.expected_count) {
      const errors = { expected_count: [String(count)] }
      throw conflict(
        msg('the_number_of_leads_is_another_now', { count: count.toLocaleString('en') }),
        errors,
      )
    }
    if (body.confirm_token !== tokenOf(body, count, user)) {
      throw conflict(msg('look_at_the_preview_again'))
    }
    checkOrder(body.values)
    const names = await checkDepartments(body.values, count, database)
    const start = async (transaction: Sql): Promise<Begun> => {
      const type = 'sends.lead_send'
      const job_id = await backend.jobs.start(transaction, {
        type,
        name: jobName(names),
        user_id: user.id,
        parameters: parametersOf(body.values, user),
        chunks: partsOf(inOrder(ids, body.values.order), body.values.is_canary),
      })
      await recordAudit(transaction, {
        ...asker.author,
        action: 'job_start',
        resource: lead.name,
        job_id,
        detail: { type, leads: count, departments: body.values.departments },
      })
      return { job_id }
    }
    return begun(
      await transact(backend, request, ({ sql: transaction }) =>
        once(key, transaction, () => start(transaction)),
      ),
    )
  })

  /** What a filter of leads matches is counted before it is read, where the person was shown a number. */
  async function selectedLeads(
    { of, ids, filter, exclude = [], expected_count }: Asked,
    asker: Asker,
  ): Promise<Selected> {
    if ((ids === undefined) === (filter === undefined)) {
      throw invalid({ ids: [msg('fill_in_this_field')] })
    }
    const selected = ids ? { ids } : { filter: filter ?? {}, exclude }
    return of === 'sends'
      ? { ids: await leadsOf(selected, asker) }
      : { ...selected, expected_count }
  }

  /** The leads of sends that the person may look at. */
  async function leadsOf(selected: Selected, asker: Asker): Promise<number[]> {
    const { items } = await selectedItems(send, 'show', selected, asker)
    const { rows } = await sql<{ lead: number }>`
      select distinct lead from sends where id = any(${idsOf(items)}::bigint[])`.execute(database)
    return rows.map((one) => one.lead)
  }

  /** Of one person, one selection and one set of answers. */
  function tokenOf({ of, ids, filter, exclude, values }: Asked, count: number, user: User): string {
    const asked = [user.id, of, ids ?? null, filter ?? null, exclude ?? null, values, count]
    return fingerprints(backend)(`send ${JSON.stringify(asked)}`)
  }
}

const idsOf = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id)

/** Of the departments it sends to. */
export const jobName = (departments: readonly string[]) =>
  msg('send_to', { departments: departments.join(', ') })

interface Wanted {
  readonly departments: readonly number[]
  readonly integration?: number | null | undefined
  readonly pacing?: Pacing | undefined
}

/** Milliseconds: a moment may pass while somebody reads the preview of it. */
const passedMs = 900_000
const yearMs = 366 * 86_400_000

/** Throws 422 for a moment that is past, or so far off that it is a mistake: what is sent cannot be taken back. */
function checkMoment({ scheduled_at }: Pick<SendValues, 'scheduled_at'>): void {
  if (!scheduled_at) return
  const ahead = Date.parse(scheduled_at) - Date.now()
  const problem =
    ahead < -passedMs
      ? msg('this_moment_is_past')
      : ahead > yearMs
        ? msg('choose_a_moment_within_a_year')
        : undefined
  if (problem) throw invalid({ scheduled_at: [problem] }, problem)
}

/** Throws 422 for a moment at which nothing is sent, and for a note that may not be kept. */
export function checkOrder(values: Pick<SendValues, 'note' | 'scheduled_at'>): void {
  checkMoment(values)
  const { note } = values
  if (note && cardNumber.isIn(note)) throw invalid({ note: [cardNumber.message] })
}

/** Throws 422 where leads go out for longer than a year, or the longest pause is shorter than the shortest. */
function checkPace(pacing: Pacing | undefined, count: number): void {
  const { interval_min: min, interval_max: max } = pacing ?? {}
  if (min && max !== null && max !== undefined && max < min) {
    throw invalid({ 'pacing.interval_max': [msg('the_least_pause_is_longer', { min })] })
  }
  if (count * meanPauseMs(pacing) > yearMs) {
    throw invalid(
      { pacing: [msg('choose_a_pace_within_a_year')] },
      msg('choose_a_pace_within_a_year'),
    )
  }
}

/** Returns the names of the departments. Throws 422 for those that are not there or take fewer leads, or take them too slowly. */
export async function checkDepartments(
  { departments, integration, pacing }: Wanted,
  count: number,
  database: Sql,
): Promise<string[]> {
  checkPace(pacing, count)
  const { rows } = await sql<{ name: string; send_a_lot: boolean; has: boolean }>`
    select d.branch_name as name, d.send_a_lot, exists (
      select from send_integrations i where i.id = ${integration ?? null}::bigint and i.department = d.id
    ) as has
    from broker_departments d
    where d.id = any(${departments}::bigint[]) and d.deleted_at is null`.execute(database)
  if (rows.length !== new Set(departments).size) {
    throw invalid({ departments: [msg('not_found_choose_one_from_the_list')] })
  }
  if (integration && !(rows.length === 1 && rows[0]?.has)) {
    throw invalid({ integration: [msg('it_belongs_to_another_department')] })
  }
  const small = rows.find((one) => !one.send_a_lot)
  if (count > fewLeads && small) {
    const values = { department: small.name, max: fewLeads }
    throw invalid({ departments: [msg('takes_at_most_leads_at_once', values)] })
  }
  return rows.map(({ name }) => name)
}

export function parametersOf(values: SendValues, user: User): SendJobParameters {
  const { departments, integration } = values
  return {
    ...values,
    integration: integration ?? undefined,
    mode: departments.length > 1 ? 'rotation' : 'manual',
    zone: user.timezone ?? 'UTC',
  }
}

export function inOrder(ids: readonly number[], order: SendValues['order']): number[] {
  if (order === 'newest') return ids.toReversed()
  const sorted = [...ids]
  if (order === 'oldest') return sorted
  for (let place = sorted.length - 1; place > 0; place -= 1) {
    const other = randomInt(place + 1)
    const [one = 0, two = 0] = [sorted[place], sorted[other]]
    sorted[place] = two
    sorted[other] = one
  }
  return sorted
}
