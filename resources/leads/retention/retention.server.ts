import { sql } from 'kysely'

import type { RecordOf } from '#schema'
import { notify, type Behavior, type Context } from '#server'

import { emptyFailedLeads, emptyLeads } from '../privacy/empty.server.ts'
import { retention } from './retention.ts'

type Rule = RecordOf<typeof retention>

/** Days in which people may still object to a rule that empties more. */
const waitingDays = 7
/** Most records of one run, every hour. */
const atOnce = 5_000

export const retentionBehavior: Behavior<typeof retention> = {
  async beforeUpdate(changes, record, context) {
    const { days, is_active, subject } = { ...record, ...changes }
    const wasActive = record.is_active && days >= record.days
    if (!is_active) return { ...changes, starts_at: null, waiting: null }
    if (wasActive) return changes
    const starts_at = new Date(Date.now() + waitingDays * 86_400_000).toISOString()
    const waiting = await countOf(subject, days - waitingDays, context)
    return { ...changes, starts_at, waiting }
  },

  async afterUpdate(record, previous, { sql: database, user }) {
    if (!record.starts_at || record.starts_at === previous.starts_at) return
    await notify(database, {
      event: 'retention_begins',
      title: 'A retention rule takes effect soon',
      message:
        '%{who} set what is emptied after %{days} days. It begins on %{date}, with %{waiting} records. Change the rule until then if it is wrong.',
      values: {
        who: user.name,
        days: record.days,
        waiting: record.waiting ?? 0,
        date: record.starts_at.slice(0, 10),
      },
      about: { resource: retention.name, id: record.id },
      to: { permission: 'lead.erase' },
    })
  },

  schedules: {
    'empty what is kept too long': {
      every: 60,
      async run(context) {
        const rules = await context.records(retention).find({ is_active: true })
        for (const rule of rules) await apply(rule, context)
      },
    },
  },
}

async function apply({ id, subject, days, starts_at }: Rule, context: Context): Promise<void> {
  if (!starts_at || new Date(starts_at) > new Date()) return
  const empty = subject === 'leads' ? emptyLeads : emptyFailedLeads
  const { sql: database } = context
  const { rows } = await sql<{ id: number }>`
    select id from ${of(subject, days)} order by created_at limit ${atOnce}
    for update skip locked`.execute(database)
  if (rows.length === 0) return
  await empty(
    rows.map((one) => one.id),
    context,
  )
  await sql`
    update retention_rules set last_run_at = now(), emptied = emptied + ${rows.length}
    where id = ${id}`.execute(database)
}

async function countOf(
  subject: Rule['subject'],
  days: number,
  { sql: database }: Context,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from ${of(subject, days)} limit 1000000) as old`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

/** What nobody has touched or talked about for so many days and is not empty yet. */
function of(subject: Rule['subject'], days: number) {
  const before = sql`now() - ${days} * interval '1 day'`
  return subject === 'leads'
    ? sql`leads where created_at < ${before} and updated_at < ${before} and stage <> 'erased'
        and not exists (
          select from lead_comments c where c.lead = leads.id and c.created_at >= ${before}
        )`
    : sql`failed_leads where payload is not null and created_at < ${before}`
}
