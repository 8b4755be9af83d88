import { sql } from 'kysely'

import { messageOf } from '#schema'
import { invalid, notify, type Behavior, type Context } from '#server'

import { msg } from '../../msg.server.ts'
import { emptyFailedLeads, emptyLeads } from '../privacy/empty.server.ts'
import { retention, subjects } from './retention.ts'
import { afterWaiting, keptFor, termInForce, waitingDays, type Rule } from './terms.server.ts'

/** Most records of one run, every hour. */
const atOnce = 5_000

export const retentionBehavior: Behavior<typeof retention> = {
  async beforeUpdate(changes, record, context) {
    const next = { ...record, ...changes }
    checkTerm(next)
    return { ...changes, ...(await beginningOf(next, record, context)) }
  },

  async afterUpdate(record, previous, { sql: database, user }) {
    if (!record.starts_at || record.starts_at === previous.starts_at || record.waiting === null)
      return
    await notify(database, {
      event: 'retention_begins',
      title: 'A retention rule takes effect soon',
      message:
        '%{who} changed the rule “%{subject}”: it keeps for a shorter time from %{date} on and empties %{waiting} records then. Change it until then if it is wrong.',
      values: {
        who: user.name,
        subject: messageOf(
          `resources.${retention.name}.choices.subject.${record.subject}`,
          subjects[record.subject],
        ),
        waiting: record.waiting,
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

function checkTerm({ subject, term, is_active }: Rule): void {
  const { unit, min = 1, max = Infinity, old } = keptFor[subject]
  const time = (count: number) => msg(`time_of_${unit}`, { count })
  if (term < min) throw invalid({ term: [msg('it_is_kept_for_at_least', { time: time(min) })] })
  if (term > max) throw invalid({ term: [msg('it_is_kept_for_at_most', { time: time(max) })] })
  if (!is_active && !old) throw invalid({ is_active: [msg('this_is_never_kept_for_ever')] })
}

/** When a changed rule takes effect, and what holds until then. */
async function beginningOf(
  next: Rule,
  record: Rule,
  context: Context,
): Promise<Pick<Rule, 'starts_at' | 'in_force' | 'waiting'>> {
  const { old } = keptFor[next.subject]
  const inForce = termInForce(record)
  if (!next.is_active) return { starts_at: null, in_force: null, waiting: null }
  if (!old || (inForce !== null && next.term >= inForce)) {
    return { starts_at: new Date().toISOString(), in_force: null, waiting: null }
  }
  const { starts_at, in_force } = record
  const isWaiting = record.is_active && starts_at !== null && new Date(starts_at) > new Date()
  const waiting = await countOld(old(next.term - waitingDays), context)
  if (isWaiting && next.term >= record.term) return { starts_at, in_force, waiting }
  return { starts_at: afterWaiting(), in_force: inForce, waiting }
}

const emptyings = { leads: emptyLeads, failed_leads: emptyFailedLeads }

/** The engine deletes the rest by the same rules. */
async function apply(rule: Rule, context: Context): Promise<void> {
  const { id, subject } = rule
  const term = termInForce(rule)
  const old = keptFor[subject].old
  if (term === null || !old || (subject !== 'leads' && subject !== 'failed_leads')) return
  const { sql: database } = context
  const { rows } = await sql<{ id: number }>`
    select id from ${old(term)} order by created_at limit ${atOnce}
    for update skip locked`.execute(database)
  if (rows.length === 0) return
  await emptyings[subject](
    rows.map((one) => one.id),
    context,
  )
  await sql`
    update retention_rules set last_run_at = now(), emptied = coalesce(emptied, 0) + ${rows.length}
    where id = ${id}`.execute(database)
}

async function countOld(
  old: ReturnType<NonNullable<(typeof keptFor)[Rule['subject']]['old']>>,
  { sql: database }: Context,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from ${old} limit 1000000) as old`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}
