import { sql } from 'kysely'

import { csvFile, file, recordAudit, type Context, type FileAnswer } from '#server'

import { lead } from '../lead/lead.ts'
import { findPerson, type Sought } from './person.server.ts'

type Row = Readonly<Record<string, unknown>>

/** Everything that is kept of a person, for the person who asks (product.md 15.3). Undefined where nothing is. */
export async function personData(
  sought: Sought,
  format: 'json' | 'csv',
  { sql: database, user }: Context,
): Promise<FileAnswer<'application/json' | 'text/csv'> | undefined> {
  const { leads, failed: failedIds } = await findPerson(sought, database)
  const ids = leads.map(({ id }) => id)
  if (ids.length + failedIds.length === 0) return undefined
  const { rows: whole } = await sql<{ row: Row }>`
    select jsonb_strip_nulls(to_jsonb(l) || jsonb_build_object(
      'source', (select name from sources where id = l.source),
      'country', (select name from countries where id = l.country),
      'language', (select name from languages where id = l.language),
      'status', (select name from statuses where id = l.status),
      'tags', (select jsonb_agg(t.name) from leads_tags j join tags t on t.id = j.target_id where j.record_id = l.id)
    )) as row
    from leads l where id = any(${ids}::bigint[]) order by id`.execute(database)
  const { rows: failed } = await sql<{ row: Row }>`
    select jsonb_strip_nulls(to_jsonb(f)) as row from failed_leads f
    where id = any(${failedIds}::bigint[]) order by id`.execute(database)
  const { rows: history } = await sql<{ row: Row }>`
    select jsonb_strip_nulls(jsonb_build_object(
      'at', at, 'lead', record_id, 'act', action, 'before', before, 'after', after
    )) as row
    from audit_log where resource = 'leads' and record_id = any(${ids}::bigint[])
    order by at, id limit 10000`.execute(database)
  const { rows: comments } = await sql<{ row: Row }>`
    select jsonb_build_object('at', created_at, 'lead', lead, 'text', text) as row
    from lead_comments where lead = any(${ids}::bigint[]) order by id`.execute(database)
  const { rows: sends } = await sql<{ row: Row }>`
    select jsonb_strip_nulls(jsonb_build_object(
      'at', s.created_at, 'lead', s.lead, 'broker', b.name, 'department', d.branch_name, 'state', s.state,
      'sent_at', s.sent_at, 'id_at_broker', s.api_lead_id, 'broker_status', s.broker_status,
      'deposit_at', s.ftd_at
    )) as row
    from sends s join broker_departments d on d.id = s.department join brokers b on b.id = d.broker_id
    where s.lead = any(${ids}::bigint[]) order by s.id`.execute(database)
  const data = {
    leads: whole.map(({ row }) => row),
    failed_leads: failed.map(({ row }) => row),
    comments: comments.map(({ row }) => row),
    sends: sends.map(({ row }) => row),
    history: history.map(({ row }) => row),
  }
  await recordAudit(
    database,
    // The action has its own line.
    ...ids
      .filter((id) => id !== sought.lead)
      .map((record_id) => ({
        user_id: user.id,
        action: 'person_data',
        resource: lead.name,
        record_id,
        detail: { format },
      })),
  )
  const name = `person${sought.lead ? ` of lead ${sought.lead}` : ''}.${format}`
  return format === 'json'
    ? file(name, 'application/json', JSON.stringify(data, null, 2))
    : file(name, 'text/csv', csvOf(data))
}

/** A line for each value: where it stands, its name, the value. */
function csvOf(data: Readonly<Record<string, readonly Row[]>>): string {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const lines = Object.entries(data).flatMap(([kind, rows]) =>
    rows.flatMap((row, at) =>
      Object.entries(row).map(([name, value]) => [kind, at + 1, name, text(value)]),
    ),
  )
  return csvFile([['kind', 'number', 'field', 'value'], ...lines])
}
