import { sql, type RawBuilder } from 'kysely'

import { fingerprints, type Context, type Sql } from '#server'

import { hashesOf } from '../blackList/listedKeys.server.ts'
import type { Lead } from '../lead/lead.ts'
import type { Sought } from './person.server.ts'

type Row = Readonly<Record<string, unknown>>

/** What people and brokers have said of leads. */
export const commentsOf = (leads: readonly number[], database: Sql) =>
  rowsOf(
    sql`
    select jsonb_build_object('at', created_at, 'lead', lead, 'from',
      case when "user" is null then 'broker' else 'staff' end, 'text', text) as row
    from lead_comments where lead = any(${[...leads]}::bigint[]) order by id`,
    database,
  )

/** To whom leads were sent, and what became of that. */
export const sendsOf = (leads: readonly number[], database: Sql) =>
  rowsOf(
    sql`
    select jsonb_strip_nulls(jsonb_build_object(
      'id', s.id, 'at', s.created_at, 'lead', s.lead, 'broker', b.name, 'department', d.branch_name,
      'mode', s.mode, 'state', s.state, 'sent_at', s.sent_at, 'id_at_broker', s.api_lead_id,
      'failure', s.failure_status, 'failure_message', s.failure_message,
      'broker_status', s.broker_status, 'broker_status_at', s.broker_status_at,
      'status', (select name from statuses where id = s.status),
      'deposit_at', s.ftd_at, 'deposit_amount', s.ftd_amount, 'deposit_currency', s.ftd_currency,
      'returned_at', s.returned_at, 'return_reason', s.return_reason, 'note', s.note
    )) as row
    from sends s join broker_departments d on d.id = s.department join brokers b on b.id = d.broker_id
    where s.lead = any(${[...leads]}::bigint[]) order by s.id`,
    database,
  )

/** Each call to a broker about leads, as far as its bodies are still kept. */
export const attemptsOf = (leads: readonly number[], database: Sql) =>
  rowsOf(
    sql`
    select jsonb_strip_nulls(jsonb_build_object(
      'send', a.send, 'number', a.number, 'started_at', a.started_at, 'finished_at', a.finished_at,
      'outcome', a.outcome, 'http_status', a.http_status, 'error', a.error
    )) || jsonb_strip_nulls(jsonb_build_object('request', a.request, 'response', a.response)) as row
    from send_attempts a join sends s on s.id = a.send
    where s.lead = any(${[...leads]}::bigint[]) order by a.send, a.number`,
    database,
  )

/** What happened to records, oldest first, some thousand at a time until all is told. */
export async function* historyOf(resource: string, ids: readonly number[], database: Sql) {
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number; row: Row }>`
      select id, jsonb_strip_nulls(jsonb_build_object(
        'at', at, ${resource === 'leads' ? 'lead' : 'failed_lead'}::text, record_id, 'action', action,
        'before', before, 'after', after
      )) as row
      from audit_log
      where resource = ${resource} and record_id = any(${[...ids]}::bigint[]) and id > ${after}
      order by id limit ${part}`.execute(database)
    yield rows.map(({ row }) => row)
    if (rows.length < part) return
    after = rows.at(-1)?.id ?? after
  }
}

const part = 5_000

/** What is listed of many people says nothing of one. */
const ownTypes = new Set(['email', 'phone', 'ip', 'name_and_birth_date', 'sha256'] as const)

/** The entries of the black list that are about a person. */
export async function entriesOf(
  { contacts }: Sought,
  leads: readonly Partial<Lead>[],
  { backend, sql: database }: Context,
): Promise<Row[]> {
  const asked = contacts.map(({ type, hash, texts: [written, key] }): Partial<Lead> =>
    type === 'email'
      ? { email: written ?? null, email_key: key ?? null, email_hmac: hash }
      : { phone: key ?? written ?? null, phone_hmac: hash },
  )
  const print = fingerprints(backend)
  const hashes = [...asked, ...leads].flatMap((one) => hashesOf(one, ownTypes, print))
  return rowsOf(
    sql`
    select jsonb_strip_nulls(jsonb_build_object(
      'at', created_at, 'type', type, 'value', value, 'scope', scope,
      'source', (select name from sources where id = e.source),
      'broker', (select name from brokers where id = e.broker),
      'department', (select branch_name from broker_departments where id = e.department),
      'reason', reason, 'origin', origin, 'expires_at', expires_at, 'hits', hits,
      'last_hit_at', last_hit_at
    )) as row
    from black_list e where hash collate "C" = any(${hashes}::text[]) and deleted_at is null order by id`,
    database,
  )
}

async function rowsOf(statement: RawBuilder<unknown>, database: Sql): Promise<Row[]> {
  const { rows } = await (statement as RawBuilder<{ row: Row }>).execute(database)
  return rows.map(({ row }) => row)
}
