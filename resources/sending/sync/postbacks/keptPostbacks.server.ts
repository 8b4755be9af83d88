import { sql } from 'kysely'

import { groupBy } from '#schema'
import {
  createSlots,
  tooMany,
  transactAsProcess,
  workAsProcess,
  type Backend,
  type Context,
  type LongRunning,
  type Sql,
} from '#server'

import { msg } from '../../../msg.server.ts'
import { storedStatus } from '../../integration/answer/storedStatus.server.ts'
import type { Integration } from '../../integration/integration.ts'
import { applyRows, toldBy } from '../applyRows.server.ts'
import { isOfDepartment } from '../matchSends.server.ts'
import type { PulledRow } from '../pull/pulledRow.ts'

/** What became of a postback. */
type Taken = 'written' | 'kept' | 'unknown'

interface Line {
  readonly integration: number
  /** What the broker calls the lead. */
  readonly id: string
}

/** What a broker says of a lead: by a call of its own to the partner API, which no integration reads, or by a postback. */
type Said = PulledRow & { readonly isOwn?: boolean }

/** Of one integration. */
const maxKept = 1_000
/** An answer comes within minutes; an unknown outcome is looked at within a day. */
const keptFor = sql`interval '1 day'`
const isOld = sql`k.created_at < now() - ${keptFor}`
const pollMs = 2_000

/**
 * Writes what a broker tells of a lead. Of one whose call it has not answered yet, we do not know which of ours it is: that is
 * kept until we do, so that the broker need not wait. What it tells of one lead is written in its order. Throws 429 where too
 * much is kept already.
 */
export function takePostback(
  row: PulledRow,
  integration: Integration,
  backend: Backend,
): Promise<Taken> {
  const [id = ''] = row.ids
  const line = { integration: integration.id, id }
  const take = async (context: Context): Promise<Taken> => {
    const { sql: database } = context
    const name = `postback ${integration.id} ${id}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 3))`.execute(database)
    // Asked before the look: of an answer that is written between both, the look finds the lead.
    const isAwaited = await mayBecomeKnown(integration.department, database)
    const kept = await holdKept(line, database)
    const rows = [...kept.map(({ said }) => said), row]
    if ((await write(rows, integration, context)) > 0) {
      await forget(kept, database)
      return 'written'
    }
    if (!isAwaited) return 'unknown'
    const { size } = await keepEarly([{ ...line, said: row }], database)
    if (size === 0) throw tooMany(msg('too_many_postbacks_wait'), 60)
    return 'kept'
  }
  return transactAsProcess(backend, take, toldBy(integration))
}

async function write(
  rows: readonly Said[],
  integration: Integration,
  context: Context,
): Promise<number> {
  const asPartner = { ...integration, id: null }
  const [own, told] = [rows.filter(({ isOwn }) => isOwn), rows.filter(({ isOwn }) => !isOwn)]
  return (
    (await applyRows(told, integration, 'postback', context)) +
    (await applyRows(own, asPartner, 'partner', context))
  )
}

/** A call that its broker has not answered yet. */
export interface CallUnderWay {
  readonly send: number
  readonly lead: number
  readonly send_key: string
  readonly integration: number
}

export async function callsUnderWay(department: number, database: Sql): Promise<CallUnderWay[]> {
  const { rows } = await sql<CallUnderWay>`
    select s.id as send, s.lead, s.send_key, s.integration
    from sends s join leads l on l.id = s.lead and l.stage <> 'erased'
    where s.department = ${department} and s.state = 'sending' order by s.id`.execute(database)
  return rows
}

/** Writes what was kept of sends, before what is said of them now. */
export async function writeEarlier(sends: readonly number[], context: Context): Promise<void> {
  const { rows } = await sql<{ broker_lead: string; integration: Integration }>`
    select distinct k.broker_lead, to_jsonb(i) as integration
    from kept_postbacks k join send_integrations i on i.id = k.integration
    join sends s on s.department = i.department and k.broker_lead in (s.send_key, s.api_lead_id)
    where s.id = any(${sends}::bigint[]) order by 1`.execute(context.sql)
  for (const row of rows) await writeLine(row, context)
}

/** Whether a lead was offered to a department that has not said, or not to us, what it calls it. */
async function mayBecomeKnown(department: number, database: Sql): Promise<boolean> {
  const { rows } = await sql`
    select from sends
    where department = ${department} and attempts > 0 and api_lead_id is null
      and state in ('pending', 'waiting', 'retrying', 'sending', 'unknown')
      and updated_at > now() - ${keptFor}
    limit 1`.execute(database)
  return rows.length > 0
}

interface Kept {
  readonly id: number
  readonly said: Said
  readonly is_old: boolean
}

/** What is kept of a lead, in its order. */
async function holdKept({ id, integration }: Line, database: Sql): Promise<readonly Kept[]> {
  const { rows } = await sql<Kept>`
    select k.id, k.said, ${isOld} as is_old from kept_postbacks k
    where k.integration = ${integration} and k.broker_lead = ${id}
    order by k.id for update`.execute(database)
  return rows
}

/** Keeps what may be of leads that we do not know by these names yet, as long as there is room. Returns what is kept. */
export async function keepEarly<One extends Line & { readonly said: Said }>(
  lines: readonly One[],
  database: Sql,
): Promise<ReadonlySet<One>> {
  const kept = new Set<One>()
  for (const [integration, own] of groupBy(lines, (line) => line.integration)) {
    const rows = own.map(({ id, said }) => ({
      id,
      said: { ...said, status: said.status && storedStatus(said.status) },
    }))
    const { numAffectedRows = 0n } = await sql`
      insert into kept_postbacks (integration, broker_lead, said)
      select ${integration}::bigint, one.id, one.said
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (id text, said jsonb))
        with ordinality as one (id, said, place)
      order by one.place limit greatest(0, ${maxKept}::bigint - (
        select count(*) from kept_postbacks where integration = ${integration}
      ))`.execute(database)
    for (const line of own.slice(0, Number(numAffectedRows))) kept.add(line)
  }
  return kept
}

async function forget(kept: readonly Kept[], database: Sql): Promise<void> {
  if (kept.length === 0) return
  await sql`
    delete from kept_postbacks where id = any(${kept.map(({ id }) => id)}::bigint[])`.execute(
    database,
  )
}

/** Writes what is kept as soon as answers say which leads it is of, also what a killed process has left. */
export const createKeptPostbackWorker = (backend: Backend): LongRunning =>
  createSlots(backend, {
    name: 'the worker of early postbacks',
    count: 1,
    wokenBy: ['sends'],
    pollMs,
    async step() {
      const hasWritten = await transactAsProcess(backend, writeNext)
      if (hasWritten) backend.commits.emit('commit')
      return hasWritten
    },
  })

/** Writes what is kept of one lead, or forgets what has become too old. False when there is none. */
async function writeNext(context: Context): Promise<boolean> {
  const { sql: database } = context
  // By chance: one that cannot be written must not keep the others.
  const { rows } = await sql<{ broker_lead: string; integration: Integration }>`
    select k.broker_lead, to_jsonb(i) as integration
    from kept_postbacks k join send_integrations i on i.id = k.integration
    where ${isOld} or exists (
      select from sends s where s.api_lead_id collate "C" = k.broker_lead
        and ${isOfDepartment(sql.ref('i.department'))}
    ) or exists (
      select from sends s where s.send_key = k.broker_lead
        and ${isOfDepartment(sql.ref('i.department'))}
    )
    order by random() limit 1 for update of k skip locked`.execute(database)
  const [found] = rows
  if (!found) return false
  const { backend } = context
  const work = (own: Context) => writeLine(found, own)
  await workAsProcess(backend, database, work, toldBy(found.integration))
  return true
}

async function writeLine(
  { broker_lead: id, integration }: { broker_lead: string; integration: Integration },
  context: Context,
): Promise<void> {
  const kept = await holdKept({ id, integration: integration.id }, context.sql)
  const rows = kept.map(({ said }) => said)
  const count = await write(rows, integration, context)
  await forget(count > 0 ? kept : kept.filter(({ is_old }) => is_old), context.sql)
}
