import { sql } from 'kysely'

import type { Context, Sql } from '#server'

import { leadComment } from '../../leads/comment/leadComment.ts'
import { erasedAmong } from '../../leads/privacy/erasedAmong.server.ts'
import { wordKey } from '../../leads/statusSetting/brokerWords.server.ts'
import { countLate } from '../engine/caps/caps.server.ts'
import { followLeads } from '../engine/outcome/followLeads.server.ts'
import { lockLeads } from '../engine/plan/planSend.server.ts'
import { loadTargets } from '../engine/plan/target.server.ts'
import { storedStatus } from '../integration/answer/storedStatus.server.ts'
import { integration as sendIntegration, type Integration } from '../integration/integration.ts'
import { send, type Send } from '../send/send.ts'
import { accepted, freeToHold, isNews, sources, type SyncSource } from './accepted.server.ts'
import { matchSends, type Match } from './matchSends.server.ts'
import { moveLeads } from './moveLeads.server.ts'
import { tellNewWords } from './newWords.server.ts'
import { datesOfDeposit, tellDatedBefore } from './depositDates.server.ts'
import type { PulledRow } from './pull/pulledRow.ts'

type Synced = Pick<Integration, 'name' | 'department'> &
  Partial<Pick<Integration, 'pull_active' | 'ftd_active'>> & {
    /** Null where a department tells by itself, and no integration is asked. */
    readonly id: number | null
  }

interface Mapped {
  readonly compared_as: string
  readonly status: number
  readonly counts_as_ftd: boolean
}

/** Writes what a broker says of leads to their sends and to the leads (product.md 9.2, 9.4). Returns how many sends it found. */
export async function applyRows(
  rows: readonly PulledRow[],
  integration: Synced,
  source: SyncSource,
  context: Context,
): Promise<number> {
  const matches = await matchSends(rows, integration.department, context.sql)
  return applyMatches(matches, integration, source, context)
}

/** Whoever does this on its word: the audit log has which integration told. */
export const toldBy = ({ id }: Pick<Integration, 'id'>) => ({
  author: { user_id: null, by: { resource: sendIntegration.name, id } },
})

/**
 * The same for rows whose sends are known: what is said of one send again and again, in the order of its dates, and what has none
 * last. Of a list that is asked for, each time whole, the last word alone counts: the others stand in the history already.
 */
export async function applyMatches(
  matches: readonly Match[],
  integration: Synced,
  source: SyncSource,
  context: Context,
): Promise<number> {
  const ordered = matches.map(asStored).toSorted((one, other) => dateOf(one) - dateOf(other))
  const newest = new Map(ordered.map((match) => [match.send, match]))
  const isWord = (match: Match) => source !== 'pull' || newest.get(match.send) === match
  const late: Send[] = []
  for (const round of inRounds(ordered))
    late.push(...(await applyRound(round, { integration, source, isWord }, context)))
  await keepComments(ordered, context)
  // After the leads, as where outcomes are written: so neither waits for the other.
  if (late.length > 0) await countUnderCaps(late, integration.department, context.sql)
  return new Set(matches.map(({ send }) => send)).size
}

/** What is said in words stands among the comments of the lead. */
async function keepComments(
  matches: readonly Match[],
  { records, sql: database }: Context,
): Promise<void> {
  const said = matches.filter(({ row }) => row.comment)
  if (said.length === 0) return
  const { rows } = await sql<{ id: number; lead: number }>`
    select s.id, s.lead from sends s join leads l on l.id = s.lead
    where s.id = any(${said.map(({ send: id }) => id)}::bigint[]) and l.stage <> 'erased'`.execute(
    database,
  )
  const leads = new Map(rows.map(({ id, lead }) => [id, lead]))
  const comments = said.flatMap(({ send: id, row: { comment } }) => {
    const lead = leads.get(id)
    return comment && lead ? [{ lead, text: comment, user: null }] : []
  })
  if (comments.length > 0) await records(leadComment).createAll(comments)
}

async function countUnderCaps(
  late: readonly Send[],
  department: number,
  database: Sql,
): Promise<void> {
  const [target] = await loadTargets([{ department }], database)
  if (target) await countLate(late, target, database)
}

const dateOf = ({ row }: Match) => (row.status_at ? Date.parse(row.status_at) : Infinity)

interface Applied {
  readonly integration: Synced
  readonly source: SyncSource
  /** Whether the status of a row is the one that its send has. */
  isWord(match: Match): boolean
}

function asStored(match: Match): Match {
  const { row } = match
  return row.status ? { ...match, row: { ...row, status: storedStatus(row.status) } } : match
}

/** Of each send a round holds one row. */
function inRounds(matches: readonly Match[]): Match[][] {
  const rounds: Match[][] = []
  const turns = new Map<number, number>()
  for (const match of matches) {
    const turn = turns.get(match.send) ?? 0
    turns.set(match.send, turn + 1)
    const round = (rounds[turn] ??= [])
    round.push(match)
  }
  return rounds
}

/** Returns the sends that prove to be accepted, and have no place under the caps any more. */
async function applyRound(
  matches: readonly Match[],
  { integration, source, isWord }: Applied,
  context: Context,
): Promise<Send[]> {
  const maps = await mapsOf(matches, integration.department, context)
  const words = matches.flatMap(({ row }) => row.status ?? [])
  await tellNewWords(
    words.filter((word) => !maps.has(wordKey(word))),
    integration,
    context.sql,
  )
  const bySend = new Map(matches.map((match) => [match.send, match]))
  const ids = [...bySend.keys()]
  const before = new Map<number, Send>()
  const changed = await context.records(send).updateAll(
    ids,
    async (held) => {
      const leads = held.map((one) => one.lead)
      const erased = await erasedAmong(leads, context.sql)
      const news = held.filter(isNews)
      // What is being planned for them is waited for: of two sends one alone stands for its lead.
      await lockLeads(
        news.map((one) => one.lead),
        context.sql,
      )
      const free = await freeToHold(news, context.sql)
      return new Map(
        held.flatMap((one) => {
          before.set(one.id, one)
          const match = erased.has(one.lead) ? undefined : bySend.get(one.id)
          const applying = { maps, integration, source, isWord, mayHold: free.has(one.id) }
          return match ? [[one.id, changesOf(one, match, applying)]] : []
        }),
      )
    },
    { detail: { note: sources[source].note } },
  )
  await sql`
    update sends set last_synced_at = now(), syncs_without = 0
    where id = any(${ids}::bigint[])`.execute(context.sql)
  const resolved = changed.filter(({ id, state }) => before.get(id)?.state !== state)
  await followLeads(
    resolved.map((one) => one.lead),
    context,
  )
  const deposits = changed.filter((one) => one.ftd_at && !before.get(one.id)?.ftd_at)
  await tellDatedBefore(deposits, integration.department, context.sql)
  const told = { deposits: new Set(deposits.map(({ id }) => id)), note: sources[source].note }
  await moveLeads(changed, told, context)
  // The others have kept their places under the caps.
  return resolved.filter(({ id, mode }) => before.get(id)?.state !== 'unknown' && mode !== 'test')
}

interface Applying extends Applied {
  readonly maps: ReadonlyMap<string, Mapped>
  readonly mayHold: boolean
}

function changesOf(
  one: Send,
  match: Match,
  { maps, integration, source, isWord, mayHold }: Applying,
): Partial<Send> {
  const { row, by } = match
  const now = new Date().toISOString()
  // The switches of pulls are for what is asked for, not for what the broker tells by itself.
  const isTaken = (pull: 'pull_active' | 'ftd_active') => source !== 'pull' || integration[pull]
  const isTold = isTaken('pull_active') && isWord(match)
  const map = row.status ? maps.get(wordKey(row.status)) : undefined
  const isNewWord = isTold && row.status && row.status !== one.broker_status
  const isFtd = isTaken('ftd_active') && (row.is_ftd || map?.counts_as_ftd === true)
  // What staff have cancelled stays so, whatever the broker repeats.
  const isFirst = isFtd && !one.ftd_at && !one.ftd_cancelled_at
  const news = isNews(one) ? accepted(one, { by, source, mayHold }) : undefined
  return {
    ...(isNewWord && { broker_status: row.status, broker_status_at: row.status_at ?? now }),
    ...(isTold && map && { status: map.status }),
    ...(!one.api_lead_id && row.ids[0] && by !== 'id' && { api_lead_id: brokerId(one, row) }),
    ...(one.missing_at_broker && { missing_at_broker: false }),
    ...news,
    ...(isFirst && {
      ...datesOfDeposit(row.ftd_at, news ?? one),
      ftd_amount: row.amount,
      ftd_currency: row.currency,
    }),
  }
}

/** Our own key is no id of the broker. */
const brokerId = (one: Send, { ids }: PulledRow) => ids.find((id) => id !== one.send_key) ?? null

/** What words stand for: a mapping of the department before one of all. */
async function mapsOf(
  matches: readonly Match[],
  department: number,
  { sql: database }: Context,
): Promise<Map<string, Mapped>> {
  const statuses = [
    ...new Set(matches.flatMap(({ row }) => (row.status ? [wordKey(row.status)] : []))),
  ]
  const { rows } = await sql<Mapped>`
    select compared_as, status, counts_as_ftd from status_maps
    where compared_as = any(${statuses}::text[]) and (department is null or department = ${department})
    order by department nulls first`.execute(database)
  return new Map(rows.map((row) => [row.compared_as, row]))
}
