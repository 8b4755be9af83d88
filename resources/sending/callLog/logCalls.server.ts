import { sql } from 'kysely'

import { memoizeByObject, plainText } from '#schema'
import { prepared, type Backend, type OutboundAnswer, type OutboundCall, type Sql } from '#server'

import type { Integration } from '../integration/integration.ts'
import { withoutContacts } from '../integration/answer/withoutContacts.ts'
import { variablesIn } from '../integration/request/template.ts'
import { loggedHeaders } from './loggedHeaders.ts'
import { loggedAt, loggedBody, pathsWhere, type Logged } from './redactBody.ts'

/** A call that was made to a broker. */
export interface MadeCall {
  /** What it was for, as the log sorts by it. */
  readonly kind: 'send' | 'statuses' | 'sign-in' | 'test'
  readonly integration: Integration
  readonly request: Pick<OutboundCall, 'method' | 'url' | 'body' | 'headers'>
  readonly answer: OutboundAnswer
  readonly lead?: number | null
  readonly send?: number | null
  readonly user?: number | null
  /** Of a call for several leads: bodies are left out of the log, for they hold several people. */
  readonly count?: number
  /** The uuid of the send, or the number of a call for several. */
  readonly correlationId?: string | null
}

/** Writes calls to the request log, in one statement for all (product.md 8.4): without bodies, where a lead was erased meanwhile. */
export async function logCalls(database: Sql, calls: readonly MadeCall[]): Promise<void> {
  if (calls.length === 0) return
  const lines = JSON.stringify(calls.map(lineOf))
  await sql`${prepared}
    insert into requests (created_at, direction, method, path, route, status, duration_ms, "user", department,
      integration, lead, send, correlation_id, error, size, request_headers, request, response_headers, response)
    select r.created_at, r.direction, r.method, r.path, r.route, r.status, r.duration_ms, u.id, d.id,
      i.id, l.id, s.id, r.correlation_id, r.error, r.size, r.request_headers,
      case when l.stage is distinct from 'erased' then r.request end, r.response_headers,
      case when l.stage is distinct from 'erased' then r.response end
    from jsonb_populate_recordset(null::requests, ${lines}::jsonb) r
      left join users u on u.id = r."user" left join leads l on l.id = r.lead
      left join sends s on s.id = r.send
      left join broker_departments d on d.id = r.department
      left join send_integrations i on i.id = r.integration`.execute(database)
}

/** Writes a call that somebody waits for: an error of the log is not one of the call. */
export const logCall = ({ database, log }: Backend, call: MadeCall): Promise<void> =>
  logCalls(database.sql, [call]).catch((error: unknown) =>
    log.error({ err: error }, 'a call could not be logged'),
  )

function lineOf(call: MadeCall) {
  const { kind, integration, request, answer, lead, send, user, count, correlationId } = call
  const isAnswer = answer.kind === 'answer'
  // A login is made of secrets, and so is its answer.
  const isShown = kind !== 'sign-in' && count === undefined
  return {
    created_at: new Date(Date.now() - answer.ms).toISOString(),
    direction: 'out',
    method: request.method.slice(0, 10),
    path: pathOf(call).slice(0, 2_000),
    route: `${kind}: ${integration.name}`,
    status: answer.status ?? null,
    duration_ms: answer.ms,
    user: user ?? null,
    department: integration.department,
    integration: integration.id,
    lead: lead ?? null,
    send: send ?? null,
    correlation_id: correlationId ?? null,
    error: isAnswer
      ? null
      : plainText(withoutContacts(`${answer.fault}: ${answer.message}`).slice(0, 500)),
    size: isAnswer ? Buffer.byteLength(answer.body) : null,
    request_headers: loggedHeaders(request.headers),
    response_headers: isAnswer ? loggedHeaders(answer.headers) : null,
    request: isShown
      ? loggedBody(request.body, loggedOf(integration).sent)
      : count
        ? `[left out: ${count} leads]`
        : null,
    response: isAnswer && isShown ? loggedBody(answer.body, loggedOf(integration).answered) : null,
  }
}

/** Without its query. What variables stand for, as a lead's or the secret of a login, is not told here. */
function pathOf({ kind, integration: { url, token_url }, request }: MadeCall): string {
  const written = kind === 'sign-in' ? token_url : kind === 'statuses' ? null : url
  if (written?.includes('{{')) return written.replace(/[?#].*$/s, '')
  const { origin, pathname } = new URL(request.url, 'https://unknown')
  return `${origin}${pathname}`
}

interface LoggedBodies {
  readonly sent: Logged
  readonly answered: Logged
}

const loggedOf = memoizeByObject((one: Integration): LoggedBodies => ({
  sent: sentPaths(one),
  answered: answerPaths(one),
}))

/**
 * Rows whose values come from fields; what is generated, like a password, stays hidden, and so do places of a template with
 * values of restricted fields.
 */
function sentPaths({ mapping, allowed_restricted, body_template }: Integration): Logged {
  const isRestricted = (name: string | null) => allowed_restricted?.includes(name ?? '') ?? false
  const isOpen = ({ kind, value }: Integration['mapping'][number]) =>
    kind === 'field' && !isRestricted(value)
  const open = mapping.filter(isOpen).map(({ target }) => target)
  const closed = mapping.filter((row) => !isOpen(row)).map(({ target }) => target)
  const variables = new Set(closed.map((target) => `mapping.${target}`))
  const holds = (text: string) =>
    variablesIn(text).some((name) => variables.has(name) || isRestricted(name))
  if (!body_template || !holds(body_template)) return loggedAt(open, closed)
  const places = pathsWhere(body_template, holds)
  return places ? loggedAt(open, [...closed, ...places]) : loggedAt([])
}

const answerPaths = (one: Integration): Logged =>
  loggedAt([
    ...one.rules
      .filter(({ look_at }) => look_at === 'json' || look_at === 'xml')
      .flatMap((rule) => [rule.path, rule.reason_path]),
    ...[one.id_paths, one.status_paths, one.message_paths, one.price_paths].flatMap(
      (paths) => paths ?? [],
    ),
    ...[one.pull_id_paths, one.pull_status_paths, one.pull_status_at_paths].flatMap(
      (paths) => paths ?? [],
    ),
    ...[one.ftd_paths, one.ftd_at_paths, one.ftd_amount_paths].flatMap((paths) => paths ?? []),
    one.pull_page_path,
  ])
