import { sql } from 'kysely'

import { invalid, type BulkCall, type Context, type LeftOut } from '#server'

import { draw } from '../../settings/source/drawRules.server.ts'
import { lead, type Lead } from './lead.ts'
import { statusChanges, followStatus } from './status/leadStatus.server.ts'
import { msg } from '../../msg.server.ts'

type Labelled = 'tags' | 'funnel' | 'status'

interface Spread {
  readonly field: Labelled
  readonly spread: readonly { readonly label: string; readonly weight: number }[]
}

/** Refuses labels that stand for nothing before they are spread over the first lead. */
export async function refuseLabels(
  { values }: BulkCall,
  context: Pick<Context, 'sql' | 'user'>,
): Promise<void> {
  const { field, spread } = values as unknown as Spread
  await valuesOf(field, spread, context)
}

/**
 * Spreads labels by their weights over the leads that have none; what is there is never written over (product.md 10.5).
 * Returns those that it has left out.
 */
export async function spreadLabels(
  leads: readonly Lead[],
  { field, spread: labels }: Spread,
  context: Context,
): Promise<LeftOut> {
  const values = await valuesOf(field, labels, context)
  const weights = labels.map(({ weight }, at) => ({ status: at, weight }))
  const ids = leads.map(({ id }) => id)
  const note = msg('generated_by_randomize_data')
  const leftOut = new Map<number, string>()
  const decide = async (held: readonly Lead[]) => {
    const begun = field === 'status' ? await asTheyBegan(held, context.sql) : new Set<number>()
    for (const one of held) {
      const reason = whyClosed(field, begun.has(one.id) ? { ...one, status: null } : one)
      if (reason) leftOut.set(one.id, reason)
    }
    const chosen = held
      .filter(({ id }) => !leftOut.has(id))
      .map((one) => ({ one, value: values[draw(weights)] }))
    const marked = ({ generated_fields }: Lead) => [
      ...new Set([...(generated_fields ?? []), field]),
    ]
    const effects = field === 'status' ? await statusesOf(chosen, context) : undefined
    return new Map(
      chosen.map(({ one, value }): [number, Partial<Lead>] => [
        one.id,
        {
          ...(field === 'tags' && { tags: [Number(value)] }),
          ...(field === 'funnel' && { funnel: String(value) }),
          ...effects?.get(one.id),
          generated_fields: marked(one),
        },
      ]),
    )
  }
  const changed = await context.records(lead).updateAll(ids, decide, { detail: { note } })
  if (field === 'status') await followStatus(changed, context)
  return leftOut
}

/** The leads with the status with which all of their source begin, which stands for none until one is set. */
async function asTheyBegan(
  leads: readonly Lead[],
  database: Context['sql'],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select l.id from leads l join sources s on s.id = l.source
    where l.id = any(${leads.map(({ id }) => id)}::bigint[])
      and l.status = coalesce(s.default_status, (select id from statuses where is_default limit 1))
      and not exists (
        select from audit_log a
        where a.resource = 'leads' and a.record_id = l.id and a.action = 'update' and a.after ? 'status'
      )`.execute(database)
  return new Set(rows.map(({ id }) => id))
}

/** Why a lead gets no label, if something is there already. An internal status is none for a lead that a broker has taken. */
function whyClosed(
  field: Labelled,
  { tags, funnel, status, accepted_count }: Lead,
): string | undefined {
  if (field === 'tags') return tags.length > 0 ? msg('it_has_tags_already') : undefined
  if (field === 'funnel') return funnel ? msg('it_has_a_funnel_already') : undefined
  if (status !== null) return msg('it_has_a_status_already')
  return accepted_count > 0 ? msg('a_broker_has_taken_it') : undefined
}

async function statusesOf(
  chosen: readonly { readonly one: Lead; readonly value: number | string | undefined }[],
  context: Context,
): Promise<Map<number, Partial<Lead>>> {
  const found = new Map<number, Partial<Lead>>()
  for (const status of new Set(chosen.map(({ value }) => Number(value)))) {
    const own = chosen.filter(({ value }) => Number(value) === status).map(({ one }) => one)
    for (const [id, change] of await statusChanges(status, own, context)) found.set(id, change)
  }
  return found
}

/** What the labels stand for: ids of tags and statuses, or themselves. Refuses a name that there is not. */
async function valuesOf(
  field: Labelled,
  labels: Spread['spread'],
  { sql: database, user }: Pick<Context, 'sql' | 'user'>,
): Promise<(number | string)[]> {
  if (field === 'funnel') return labels.map(({ label }) => label)
  const names = labels.map(({ label }) => label.toLowerCase())
  const { rows } = await (
    field === 'tags'
      ? sql<{ id: number; name: string }>`
          select id, lower(name) as name from tags where lower(name) = any(${names}::text[])
            and (user_setting_id is null or user_setting_id = ${user.id})`
      : sql<{ id: number; name: string }>`
          select id, lower(name) as name from statuses
          where lower(name) = any(${names}::text[]) and "group" <> 'deposit'`
  ).execute(database)
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  return names.map((name, at) => {
    const id = ids.get(name)
    if (id === undefined) {
      const text = labels[at]?.label ?? name
      throw invalid({ [`spread.${at}.label`]: [msg('there_is_no_label', { text })] })
    }
    return id
  })
}
