import { sql } from 'kysely'

import { invalid, notify, type Context } from '#server'

import { keepOut, type Person } from '../../blackList/keepOut.server.ts'
import { blockPeople } from '../../blackList/blockPeople.server.ts'
import { checkStatus, notThere } from './allowedStatus.server.ts'
import { unmarked } from '../generatedFields.server.ts'
import type { Lead } from '../lead.ts'
import { ruledStatuses, ruleFor, type RuledStatus } from '../../statusSetting/statusRules.server.ts'
import { msg } from '../../../msg.server.ts'

/** The fields of a lead that its status changes, depends on, or hands on to the black list. */
export const statusFields = [
  'id',
  'status',
  'status_department',
  'status_changed_at',
  'not_available_till',
  'source',
  'tags',
  'generated_fields',
  'ftd_at',
  'accepted_count',
  'is_test',
  'email_key',
  'phone_key',
  'alt_email',
  'alt_phone',
] as const satisfies readonly (keyof Lead)[]

type Followed = Pick<Lead, (typeof statusFields)[number]>
type Held = Omit<Followed, 'status_changed_at' | 'not_available_till' | keyof Person>
type Changes = Map<number, Partial<Lead>>

/**
 * What changes of leads, by their ids, when they get a status, from a department where its broker tells it; those that have
 * it already are left out. Refuses statuses that take a permission of their own (product.md 4.4).
 */
export async function statusChanges(
  to: number | null | undefined,
  leads: readonly Held[],
  context: Context,
  status_department: number | null = null,
): Promise<Changes> {
  if (!to) throw invalid({ status: [msg('choose_a_status')] })
  const others = leads.filter(({ status }) => status !== to)
  const known = await ruledStatuses([to, ...others.map(({ status }) => status)], context.sql)
  const target = known.get(to)
  if (!target) throw notThere()
  const status_changed_at = new Date().toISOString()
  return new Map(
    others.map((one) => {
      checkStatus(target, known.get(one.status ?? 0), context, one)
      const statusSource = { status_department }
      const changes = { status: to, status_changed_at, ...statusSource }
      const own = { ...changes, ...effects(target, { ...one, ...statusSource }) }
      return [one.id, unmarked(own, one)]
    }),
  )
}

/** Changes of leads with what follows from the statuses among them, in their order. */
export async function withStatusEffects(
  all: readonly { readonly changes: Partial<Lead>; readonly record: Lead }[],
  context: Context,
): Promise<Partial<Lead>[]> {
  const moved = all.filter(({ changes }) => 'status' in changes)
  const effects: Changes = new Map()
  for (const to of new Set(moved.map(({ changes }) => changes.status))) {
    const own = moved.filter(({ changes }) => changes.status === to)
    const before = own.map(({ changes, record: one }) => ({
      ...one,
      ...changes,
      status: one.status,
    }))
    for (const [id, effect] of await statusChanges(to, before, context)) effects.set(id, effect)
  }
  return all.map(({ changes, record }) => {
    const effect = effects.get(record.id)
    return unmarked({ ...effect, ...changes, ...(effect?.tags && { tags: effect.tags }) }, record)
  })
}

/**
 * What changes of leads, by their ids, when a department tells the status that they have: the rule of the department takes
 * the place of that which held so far.
 */
export async function tellerChanges(
  leads: readonly Held[],
  status_department: number,
  { sql: database }: Context,
): Promise<Changes> {
  const others = leads.filter((one) => one.status_department !== status_department)
  const known = await ruledStatuses(
    others.map(({ status }) => status),
    database,
  )
  const changes = others.map((one): [number, Partial<Lead>] => {
    const status = known.get(one.status ?? 0)
    const moved = { ...one, status_department }
    const isOther = status && ruleFor(status, moved) !== ruleFor(status, one)
    return [one.id, { status_department, ...(isOther && effects(status, moved)) }]
  })
  return new Map(changes)
}

/**
 * What the rules of the statuses that leads have change of them, by their ids, as if they had held when they were set. A later
 * time till which a lead is not available stays: `longer` counts these.
 */
export async function ruleChanges(
  leads: readonly (Held & Pick<Lead, 'status_changed_at' | 'not_available_till'>)[],
  { sql: database }: Context,
): Promise<{ changes: Changes; longer: number }> {
  const known = await ruledStatuses(
    leads.map(({ status }) => status),
    database,
  )
  let longer = 0
  const changes = leads.map((one): [number, Partial<Lead>] => {
    const status = known.get(one.status ?? 0)
    if (!status) return [one.id, {}]
    const { not_available_till: till, ...rest } = effects(status, one, one.status_changed_at)
    if (!till) return [one.id, rest]
    const isLonger = Date.parse(one.not_available_till ?? '') > Date.parse(till)
    if (isLonger) longer += 1
    return [one.id, { ...rest, ...(!isLonger && { not_available_till: till }) }]
  })
  return { changes: new Map(changes), longer }
}

/** What the status of a new lead, or of all leads of a file, changes of it. */
export function newStatusEffects(status: RuledStatus, values: Partial<Lead>): Partial<Lead> {
  const { not_available_till, ...tags } = effects(status, values)
  // What was given for this one lead says more than what holds for all.
  return values.not_available_till || !not_available_till ? tags : { ...tags, not_available_till }
}

/** Does what else the rules say of a new lead with a status, before it is there. Returns what that changes of it. */
export async function followNewStatus(
  status: RuledStatus,
  values: Partial<Lead>,
  context: Context,
): Promise<Partial<Lead>> {
  const rule = ruleFor(status, values)
  if (!rule) return {}
  await tell(rule, status, context)
  if (!rule.add_to_black_list) return {}
  await keepOut([values], reasonOf(status), context)
  return { stage: 'blocked' }
}

const day = 86_400_000

/** What a status does to a lead beside its name (product.md 9.1). */
function effects(status: RuledStatus, lead: Partial<Lead>, setAt?: string | null): Partial<Lead> {
  const rule = ruleFor(status, lead)
  if (!rule) return {}
  const since = setAt ? Date.parse(setAt) : Date.now()
  const { days_not_available: days, add_tags, remove_tags } = rule
  const till = since + days * day
  const remaining = (lead.tags ?? []).filter((tag) => !remove_tags.includes(tag))
  const isTagged = add_tags.length > 0 || remove_tags.length > 0
  return {
    ...(till > Date.now() && { not_available_till: new Date(till).toISOString() }),
    ...(isTagged && {
      tags: [...new Set([...remaining, ...add_tags])].sort((one, other) => one - other),
    }),
  }
}

/**
 * Does what else the rules say of leads that have got a status: their people go to the black list, and those whom a rule
 * names are told, in one message for all leads of an hour.
 */
export async function followStatus(leads: readonly Followed[], context: Context): Promise<void> {
  const known = await ruledStatuses(
    leads.map(({ status }) => status),
    context.sql,
  )
  for (const status of known.values()) {
    const own = leads.filter((one) => one.status === status.id)
    const ruled = own.map((one) => ({ one, rule: ruleFor(status, one) }))
    const listed = ruled.filter(({ rule }) => rule?.add_to_black_list).map(({ one }) => one)
    await blockPeople(listed, reasonOf(status), context)
    for (const rule of new Set(ruled.map((one) => one.rule))) {
      if (rule) await tell(rule, status, context)
    }
  }
}

/** Whether a rule says more of the statuses of these leads than what their rows hold. */
export async function isFollowed(ids: readonly number[], database: Context['sql']) {
  const { rows } = await sql`
    select from leads l join lead_status_settings r on r.status = l.status
    where l.id = any(${[...ids]}::bigint[]) and (
      r.add_to_black_list
      or exists (select from lead_status_settings_notify_users where record_id = r.id)
      or exists (select from lead_status_settings_notify_roles where record_id = r.id)
    ) limit 1`.execute(database)
  return rows.length > 0
}

const reasonOf = ({ name }: RuledStatus) =>
  ({ reason: `Status: ${name}`, origin: 'status' }) as const

async function tell(
  rule: NoticeTargets,
  status: RuledStatus,
  { sql: database }: Context,
): Promise<void> {
  if (rule.notify_users.length + rule.notify_roles.length === 0) return
  await notify(database, {
    event: 'lead_status',
    title: 'Leads got a status',
    message: 'Leads got the status “%{status}”.',
    values: { status: status.name },
    about: { resource: 'statuses', id: status.id },
    to: await peopleOf(rule, database),
  })
}

interface NoticeTargets {
  readonly notify_users: readonly number[]
  readonly notify_roles: readonly number[]
}

async function peopleOf(
  { notify_users: users, notify_roles: roles }: NoticeTargets,
  database: Context['sql'],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users u where id = any(${users}::bigint[])
      or exists (select from users_roles r where r.record_id = u.id and r.target_id = any(${roles}::bigint[]))
    order by id`.execute(database)
  return rows.map(({ id }) => id)
}
