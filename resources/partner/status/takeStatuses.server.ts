import { sql } from 'kysely'

import type { Context, Sql } from '#server'

import { leadComment } from '../../leads/comment/leadComment.ts'
import { applyMatches } from '../../sending/sync/applyRows.server.ts'
import { isOfDepartment, matchSends, type Match } from '../../sending/sync/matchSends.server.ts'
import type { Partner } from '../caller/partner.server.ts'
import { readStatusRow, type BadRow, type StatusRow } from './readStatusRow.server.ts'
import type { StatusesAnswer } from './statusContract.ts'

/** Writes what a broker reports of leads that were sent to it, and of no others (product.md 8.2). */
export async function takeStatuses(
  body: readonly unknown[],
  partner: Partner,
  context: Context,
): Promise<StatusesAnswer> {
  const read = body.map(readStatusRow)
  const rows = read.filter(isRow)
  const matches = await matchRows(rows, partner.id, context.sql)
  const source = {
    id: null,
    name: partner.branch_name,
    department: partner.id,
    pull_active: true,
    ftd_active: true,
  }
  await applyMatches(
    rows.flatMap((row) => matches.get(row) ?? []),
    source,
    'partner',
    context,
  )
  const leads = await leadsOf([...matches.values()], context.sql)
  const leadOf = (row: StatusRow) => leads.get(matches.get(row)?.send ?? 0)
  await keepComments(rows, leadOf, context)
  return summed(read, leadOf)
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

async function keepComments(
  rows: readonly StatusRow[],
  leadOf: (row: StatusRow) => number | undefined,
  { records }: Context,
): Promise<void> {
  const comments = rows.flatMap((row) => {
    const lead = leadOf(row)
    return row.comment && lead ? [{ lead, text: row.comment, user: null }] : []
  })
  if (comments.length > 0) await records(leadComment).createAll(comments)
}

function summed(
  read: readonly (StatusRow | BadRow)[],
  leadOf: (row: StatusRow) => number | undefined,
): StatusesAnswer {
  const data = read.map((one, index): StatusesAnswer['data'][number] => {
    if (!isRow(one)) return { index, state: 'refused', errors: one.errors }
    const id = leadOf(one)
    return id === undefined ? { index, state: 'unknown_lead' } : { index, state: 'updated', id }
  })
  const count = (state: string) => data.filter((one) => one.state === state).length
  const [updated, unknown_lead, refused] = [
    count('updated'),
    count('unknown_lead'),
    count('refused'),
  ]
  return { data, summary: { total: data.length, updated, unknown_lead, refused } }
}
