import { sql } from 'kysely'

import type { Context, Sql } from '#server'

import { applyMatches } from '../../sending/sync/applyRows.server.ts'
import {
  callsUnderWay,
  keepEarly,
  writeEarlier,
  type CallUnderWay,
} from '../../sending/sync/postbacks/keptPostbacks.server.ts'
import { isOfDepartment, matchSends, type Match } from '../../sending/sync/matchSends.server.ts'
import type { Partner } from '../caller/partner.server.ts'
import { readStatusRow, type BadRow, type StatusRow } from './readStatusRow.server.ts'
import type { StatusesAnswer } from './statusContract.ts'

/**
 * Writes what a broker reports of leads that were sent to it, and of no others (product.md 8.2). What it says of one that it is
 * taking in right now is kept until it has answered: it may do so only when it has our answer to this.
 */
export async function takeStatuses(
  body: readonly unknown[],
  partner: Partner,
  context: Context,
): Promise<StatusesAnswer> {
  const read = body.map(readStatusRow)
  const rows = read.filter(isRow)
  // Asked before the look: of an answer that is written between both, the look finds the lead.
  const underWay = await callsUnderWay(partner.id, context.sql)
  const matches = await matchRows(rows, partner.id, context.sql)
  const unknown = rows.filter((row) => !matches.has(row))
  await writeEarlier(
    [...matches.values()].map(({ send }) => send),
    context,
  )
  const source = { id: null, name: partner.branch_name, department: partner.id }
  await applyMatches(
    rows.flatMap((row) => matches.get(row) ?? []),
    source,
    'partner',
    context,
  )
  const leads = await leadsOf([...matches.values()], context.sql)
  const leadOf = (row: StatusRow) => leads.get(matches.get(row)?.send ?? 0)
  const early = unknown.flatMap((one) => earlyOf(one, underWay))
  const kept = await keepEarly(
    early.map(({ line }) => line),
    context.sql,
  )
  const isKept = new Set(early.flatMap(({ one, line }) => (kept.has(line) ? [one] : [])))
  return summed(read, { leadOf, isKept })
}

/** A row that may be of a call under way. By its own id, which we cannot know yet, it may be of any. */
function earlyOf(one: StatusRow, underWay: readonly CallUnderWay[]) {
  const { name, value, row } = one
  const call = underWay.find(
    ({ send, lead, send_key }) =>
      name === 'api_lead_id' ||
      (name === 'id' ? lead === Number(value) : value === String(send) || value === send_key),
  )
  if (!call) return []
  const id = name === 'api_lead_id' ? value : call.send_key
  const line = { integration: call.integration, id, said: { ...row, ids: [id], isOwn: true } }
  return [{ one, line }]
}

const isRow = (one: StatusRow | BadRow): one is StatusRow => !('errors' in one)

/** The sends of a department that rows speak of. */
async function matchRows(
  rows: readonly StatusRow[],
  department: number,
  database: Sql,
): Promise<Map<StatusRow, Match>> {
  const matches = new Map<StatusRow, Match>()
  const byTheirs = rows.filter(({ name }) => name === 'api_lead_id')
  const found = await matchSends(
    byTheirs.map(({ row }) => row),
    department,
    database,
  )
  const own = new Map(byTheirs.map((one) => [one.row, one]))
  for (const match of found) {
    const one = own.get(match.row)
    if (one) matches.set(one, match)
  }
  const byOurs = rows.filter(({ name }) => name !== 'api_lead_id')
  const asked = byOurs.map(({ name, value }, at) => ({
    at,
    lead: name === 'id' ? value : null,
    send: name === 'send_id' && /^\d{1,15}$/.test(value) ? value : null,
    key: name === 'send_id' ? value : null,
  }))
  const { rows: known } = await sql<{ at: number; send: number }>`
    select a.at, s.id as send
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as a(at int, lead bigint, send bigint, key text)
      cross join lateral (
        select id from (
          select id, created_at from sends s where s.lead = a.lead and ${isOfDepartment(department)}
          union all
          select id, created_at from sends s where s.id = a.send and ${isOfDepartment(department)}
          union all
          select id, created_at from sends s where s.send_key = a.key and ${isOfDepartment(department)}
        ) each order by created_at desc, id desc limit 1
      ) s`.execute(database)
  for (const { at, send } of known) {
    const one = byOurs[at]
    if (one) matches.set(one, { send, row: one.row, by: 'key' })
  }
  return matches
}

/** The leads of sends. */
async function leadsOf(
  matches: readonly Match[],
  database: Sql,
): Promise<ReadonlyMap<number, number>> {
  const ids = matches.map(({ send }) => send)
  const { rows } = await sql<{ id: number; lead: number }>`
    select id, lead from sends where id = any(${ids}::bigint[])`.execute(database)
  return new Map(rows.map(({ id, lead }) => [id, lead]))
}

interface Found {
  readonly leadOf: (row: StatusRow) => number | undefined
  readonly isKept: ReadonlySet<StatusRow>
}

function summed(read: readonly (StatusRow | BadRow)[], { leadOf, isKept }: Found): StatusesAnswer {
  const data = read.map((one, index): StatusesAnswer['data'][number] => {
    if (!isRow(one)) return { index, state: 'refused', errors: one.errors }
    const id = leadOf(one)
    if (id !== undefined) return { index, state: 'updated', id }
    return { index, state: isKept.has(one) ? 'kept' : 'unknown_lead' }
  })
  const count = (state: StatusesAnswer['data'][number]['state']) =>
    data.filter((one) => one.state === state).length
  const summary = {
    total: data.length,
    updated: count('updated'),
    kept: count('kept'),
    unknown_lead: count('unknown_lead'),
    refused: count('refused'),
  }
  return { data, summary }
}
