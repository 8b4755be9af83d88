import { sql } from 'kysely'

import { groupBy, type Field } from '#schema'
import type { Context } from '#server'

import { failedLead, personal } from '../failedLead/failedLead.ts'
import { lead, type Lead } from '../lead/lead.ts'
import { countJob } from '../../sending/engine/outcome/jobCounts.server.ts'
import { emptyCallsOfFailed, emptyCallsOfLeads } from './emptyCalls.server.ts'

/** What stays of an emptied lead: where it came from and what became of it, and fingerprints that keep the person out. */
const keptFields: ReadonlySet<string> = new Set<keyof Lead>([
  'source',
  'country',
  'status',
  'stage',
  'status_changed_at',
  'status_department',
  'user',
  'import',
  'uuid',
  'email_hmac',
  'phone_hmac',
  'alt_email_hmac',
  'alt_phone_hmac',
  'department',
  'last_department',
  'last_sent_at',
  'ftd_at',
  'api_ftd_at',
  'ftd_detected_at',
  'ftd_department',
  'ftd_cancelled_at',
])

const cleared = Object.entries<Field>(lead.fields)
  .filter(
    ([name, { kind, options }]) =>
      !keptFields.has(name) && options.optional && !options.derived && kind !== 'references',
  )
  .map(([name]) => name)

/** What may stand in the log of such a lead: no word of the person. */
const reportedFields = [
  ...keptFields,
  'sends_count',
  'accepted_count',
  'is_test',
  'reason_code',
  'action',
  'told_by',
  'use',
  'lead',
  'broker',
  'integration',
  'state',
  'failure_status',
  'attempts',
  'http_status',
  'sent_at',
]

/**
 * Empties leads, with what was said of them, what brokers were sent and answered, what the request log keeps of that, and the
 * values in the audit log (product.md 15.3). Dates, source, country, status and deposits stay for statistics.
 */
export async function emptyLeads(
  ids: readonly number[],
  context: Pick<Context, 'sql' | 'backend'>,
): Promise<void> {
  if (ids.length === 0) return
  const { sql: database } = context
  const all = sql`any(${[...ids]}::bigint[])`
  await sql`
    update leads set ${emptied(cleared)}, stage = 'erased', version = version + 1, updated_at = now()
    where id = ${all}`.execute(database)
  await sql`delete from leads_tags where record_id = ${all}`.execute(database)
  await emptyCallsOfLeads(ids, database)
  const { rows: comments } = await sql<{ id: number }>`
    delete from lead_comments where lead = ${all} returning id`.execute(database)
  await sql`
    delete from kept_postbacks k using sends s
    where s.lead = ${all} and k.broker_lead in (s.send_key, s.api_lead_id)`.execute(database)
  // The sends before their attempts: what writes an answer holds its send.
  const { rows: sends } = await sql<{ id: number; waiting_job: number | null }>`
    update sends s set api_lead_id = null, auto_login = null, failure_message = null, note = null,
      next_attempt_at = null, holds = null, version = s.version + 1,
      state = case when was.is_open then 'cancelled' else s.state end
    from (
      select id, state in ('pending', 'waiting', 'retrying') as is_open
      from sends where lead = ${all} order by id for update
    ) was
    where s.id = was.id
    returning s.id, case when was.is_open and not s.is_again then s.job end as waiting_job`.execute(
    database,
  )
  await countCancelled(sends, context)
  // That there was a body stays: it tells who has received the person.
  await sql`
    update send_attempts set response = null, error = null,
      request = case when request is not null then '{}'::jsonb end
    where send = any(${idsOf(sends)}::bigint[])`.execute(database)
  await forget(lead.name, ids, database)
  await forget('lead_comments', idsOf(comments), database)
  await forget('sends', idsOf(sends), database)
}

/** A job that waits for sends of people who are gone ends without them. */
async function countCancelled(
  sends: readonly { readonly waiting_job: number | null }[],
  context: Pick<Context, 'sql' | 'backend'>,
): Promise<void> {
  const jobs = groupBy(sends, ({ waiting_job }) => waiting_job)
  for (const [job, own] of [...jobs].toSorted(([one], [other]) => (one ?? 0) - (other ?? 0))) {
    if (job !== null) await countJob(job, Array(own.length).fill('cancelled'), context)
  }
}

/** Empties failed leads, with the rows that reports of imports keep of them and the calls that brought them. */
export async function emptyFailedLeads(
  ids: readonly number[],
  { sql: database }: Pick<Context, 'sql'>,
): Promise<void> {
  if (ids.length === 0) return
  const all = sql`any(${[...ids]}::bigint[])`
  await sql`
    delete from import_failures i using failed_leads f
    where f.id = ${all} and i.import_id = f.import and i.row_number = f.row_number`.execute(
    database,
  )
  await sql`
    update failed_leads set ${emptied(personal)},
      stage = case stage when 'open' then 'discarded' else stage end,
      version = version + 1, updated_at = now()
    where id = ${all}`.execute(database)
  await emptyCallsOfFailed(ids, database)
  await forget(failedLead.name, ids, database)
}

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

async function forget(resource: string, ids: readonly number[], database: Context['sql']) {
  await sql`
    select forget_values(${resource}, ${[...ids]}::bigint[], ${reportedFields}::text[])`.execute(
    database,
  )
}

const emptied = (names: readonly string[]) =>
  sql.join(names.map((name) => sql`${sql.ref(name)} = null`))
