import { sql } from 'kysely'

import {
  callOut,
  transactAsProcess,
  type Backend,
  type OutboundAnswer,
  type OutboundCall,
} from '#server'

import { logCalls } from '../../callLog/logCalls.server.ts'
import { withoutSecrets } from '../../integration/answer/withoutSecrets.server.ts'
import { readAnswer } from '../../integration/answer/readAnswer.server.ts'
import { readPath, textOfValue } from '../../integration/answer/readPath.ts'
import type { Integration } from '../../integration/integration.ts'
import type { LoadedIntegration } from '../../integration/loadForCall.server.ts'
import { loginProblem } from '../../integration/request/loginProblem.server.ts'
import { withToken } from '../../integration/request/signIn.server.ts'
import { variablesIn } from '../../integration/request/template.ts'
import { msg } from '../../../msg.server.ts'
import { applyRows, toldBy } from '../applyRows.server.ts'
import { mayHave } from '../matchSends.server.ts'
import { nightly } from '../nightly.ts'
import { readRow } from './pulledRow.ts'
import { pullRequest, type Asked } from './pullRequest.server.ts'
import { readPage } from './readPage.server.ts'
import { windowsOf, type Window } from '../windows.ts'

/** What came of a run. */
export interface PullRun {
  rows: number
  /** Rows that are no send of ours. */
  unmatched: number
  problem: string | null
  /** Whether every page was read. */
  isWhole: boolean
  /** Whether there were leads to ask for. */
  readonly isAsked: boolean
}

const day = 86_400_000
/** Of one question. */
export const maxPages = 50
const rowsAtOnce = 500
const idsAtOnce = 100

/** Asks a broker for the leads that were sent within so many days, outside of transactions, and applies each page. */
export async function pullStatuses(
  loaded: LoadedIntegration,
  days: number,
  backend: Backend,
  signal: AbortSignal,
): Promise<PullRun> {
  const questions = await questionsOf(loaded.integration, days, backend)
  const isAsked = questions.length > 0
  const run: PullRun = { rows: 0, unmatched: 0, problem: null, isWhole: true, isAsked }
  for (const asked of questions) {
    await readPages(asked, { loaded, backend, signal, run })
    if (run.problem !== null || signal.aborted) break
  }
  if (signal.aborted) run.isWhole = false
  return run
}

type Question = Pick<Asked, 'from' | 'to' | 'ids'>

async function questionsOf(
  integration: Integration,
  days: number,
  { database }: Backend,
): Promise<Question[]> {
  const { id, pull_mode, pull_pad_hours, pulled_at } = integration
  const now = Date.now()
  const pad = pull_pad_hours ?? 48
  if (pull_mode === 'since') {
    const since = pulled_at && days < nightly ? Date.parse(pulled_at) : now - days * day
    return [{ from: since - pad * 3_600_000, to: now, ids: [] }]
  }
  const recent = sql`
    from sends s where integration = ${id} and state <> 'returned' and ${mayHave}
      and created_at > now() - ${days + 3} * interval '1 day'
      and coalesce(sent_at, created_at) > now() - ${days} * interval '1 day'`
  if (pull_mode === 'ids') {
    const { rows } = await sql<{ api_lead_id: string }>`
      select api_lead_id ${recent} and api_lead_id is not null order by id`.execute(database.sql)
    const span = { from: now - days * day, to: now }
    return Array.from({ length: Math.ceil(rows.length / idsAtOnce) }, (_, part) => ({
      ...span,
      ids: rows
        .slice(part * idsAtOnce, (part + 1) * idsAtOnce)
        .map(({ api_lead_id }) => api_lead_id),
    }))
  }
  const { rows } = await sql<{ start: number }>`
    select distinct (extract(epoch from date_trunc('day', coalesce(sent_at, created_at))) * 1000)::float8 as start
    ${recent}`.execute(database.sql)
  return windowsOf(
    rows.map(({ start }) => start),
    pad,
  ).map((one: Window) => ({ ...one, ids: [] }))
}

interface Reading {
  readonly loaded: LoadedIntegration
  readonly backend: Backend
  readonly signal: AbortSignal
  readonly run: PullRun
}

type Called =
  | {
      readonly request: OutboundCall
      readonly answer: OutboundAnswer
      /** The same without secrets. */
      readonly kept: OutboundAnswer
    }
  | { readonly problem: string }

/** Brokers refuse a token by their status, or with 200 by what the rules of the integration read as that. */
function refusedIn(called: Called, integration: Integration): number | undefined {
  const answer = 'answer' in called ? called.answer : undefined
  if (answer?.kind !== 'answer') return undefined
  const isPage = 'rows' in readPage(answer, integration)
  return !isPage && readAnswer(integration, answer).outcome === 'auth' ? answer.ms : undefined
}

async function readPages(
  question: Question,
  { loaded, backend, signal, run }: Reading,
): Promise<void> {
  const { integration, secrets } = loaded
  const isRefused = (called: Called) => refusedIn(called, integration)
  let following: Following | undefined
  let before: string | undefined
  for (let page = 1; page <= maxPages; page += 1) {
    const { next, cursor } = following ?? {}
    const asked = { ...question, page, ...(next && { next }), ...(cursor && { cursor }) }
    const called = await withToken<Called>(loaded, backend, isRefused, async (login) => {
      if (login && 'answer' in login) return { problem: loginProblem(login.answer, integration) }
      const own = { ...secrets, ...login }
      const request = pullRequest(integration, own, asked)
      if ('problem' in request) return request
      const answer = await callOut(backend, request, signal)
      return { request, answer, kept: withoutSecrets(answer, own) }
    })
    if ('problem' in called) return void (run.problem = called.problem)
    const { request, answer, kept } = called
    if (signal.aborted) return undefined
    await logCalls(backend.database.sql, [{ kind: 'statuses', integration, request, answer: kept }])
    // Of pages that the broker has not counted, one more than there are may be asked for.
    if (following?.isGuessed && isNotFound(answer)) return undefined
    const read = readPage(answer, integration)
    if ('problem' in read)
      return void (run.problem = problemIn(kept, integration) ?? msg('the_broker_says_it_failed'))
    // Past its end a broker may show the last page again.
    const { body = '' } = answer.kind === 'answer' ? answer : {}
    if (body === before) return undefined
    before = body
    run.rows += read.rows.length
    for (let at = 0; at < read.rows.length; at += rowsAtOnce) {
      const rows = read.rows.slice(at, at + rowsAtOnce).map((row) => readRow(row, integration))
      const found = await transactAsProcess(
        backend,
        (context) => applyRows(rows, integration, 'pull', context),
        toldBy(integration),
      )
      run.unmatched += rows.length - found
    }
    following = followingPage(integration, read, page)
    if (following?.isElsewhere) return void (run.problem = msg('the_next_page_is_elsewhere'))
    if (!following) return undefined
  }
  run.isWhole = false
  return undefined
}

function problemIn(answer: OutboundAnswer, integration: Integration): string | undefined {
  const read = readPage(answer, integration)
  return 'problem' in read ? read.problem : undefined
}

const isNotFound = (answer: OutboundAnswer) => answer.kind === 'answer' && answer.status === 404

interface Following {
  /** Where the broker named it. */
  readonly next?: string
  /** The word by which it named it, which the call writes where it wants. */
  readonly cursor?: string
  /** The broker has not told whether there is one. */
  readonly isGuessed?: boolean
  /** A secret goes to the origin that it was given for only. */
  readonly isElsewhere?: boolean
}

/** The page after this one; undefined where there is none. */
function followingPage(
  { pull_paging, pull_page_path, pull_take, pull_url, pull_body }: Integration,
  { rows, document }: { readonly rows: readonly unknown[]; readonly document: unknown },
  page: number,
): Following | undefined {
  if (rows.length === 0 || !pull_paging || pull_paging === 'none') return undefined
  const pageValue = pull_page_path ? readPath(document, pull_page_path) : undefined
  const asked = new Set(variablesIn(`${pull_url} ${pull_body}`))
  if (pull_paging === 'next') {
    const cursor = textOfValue(pageValue)
    if (asked.has('next')) return cursor ? { cursor } : undefined
    const next =
      typeof pageValue === 'string' && pageValue ? URL.parse(pageValue, pull_url ?? '') : null
    if (!next) return undefined
    return { next: next.href, isElsewhere: next.origin !== URL.parse(pull_url ?? '')?.origin }
  }
  // How many rows a page has that was not asked for so many, the broker alone knows.
  const isOwn = pull_paging === 'page' && !asked.has('take')
  const take = pull_take ?? (isOwn ? 1 : 100)
  if (pageValue === undefined || pageValue === null) {
    return rows.length >= take ? { isGuessed: true } : undefined
  }
  const read = pull_paging === 'page' ? page : page * take
  return read < Number(pageValue) ? {} : undefined
}
