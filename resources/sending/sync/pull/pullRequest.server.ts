import type { OutboundCall } from '#server'

import { msg } from '../../../msg.server.ts'
import {
  credentialsOf,
  missingSecret,
  signature,
  type CallSecrets,
} from '../../integration/request/auth.server.ts'
import { formatMoment } from '../../integration/request/dates.ts'
import { encodeText, headerText } from '../../integration/request/encodeText.ts'
import { fillTemplate, variablesIn } from '../../integration/request/template.ts'
import type { Integration } from '../../integration/integration.ts'

/** What one call asks for. */
export interface Asked {
  readonly from: number
  readonly to: number
  /** Counted from 1. */
  readonly page: number
  readonly ids: readonly string[]
  /** Of the same origin, where the page before named it. */
  readonly next?: string
  /** Where it named it by a word that is no link. */
  readonly cursor?: string
}

const maxBytes = 8 * 1024 * 1024

/** The call that asks a broker for statuses, or what is missing, as a message. */
export function pullRequest(
  integration: Integration,
  secrets: CallSecrets,
  asked: Asked,
): OutboundCall | { readonly problem: string } {
  const { pull_url, pull_method, pull_body, pull_date_format, pull_timezone, pull_take } =
    integration
  const credentials = credentialsOf(integration, secrets)
  if (!credentials) return { problem: missingSecret(integration) }
  if (!pull_url) return { problem: msg('no_statuses_are_asked_for') }
  const take = pull_take ?? 100
  const moment = (time: number) =>
    formatMoment(new Date(time).toISOString(), pull_date_format ?? 'iso', pull_timezone ?? 'UTC') ??
    ''
  const values = new Map([
    ['from', moment(asked.from)],
    ['to', moment(asked.to)],
    ['page', String(asked.page)],
    ['skip', String((asked.page - 1) * take)],
    ['take', String(take)],
    ['next', asked.cursor ?? ''],
    ['ids', asked.ids.join(',')],
  ])
  const valueOf = (name: string) => values.get(name) ?? ''
  const url = new URL(asked.next ?? fillTemplate(pull_url, (name) => encodeText(valueOf(name))))
  for (const [name, value] of credentials.query) url.searchParams.set(name, value)
  const body = pull_method === 'POST' ? bodyOf(pull_body ?? '', valueOf, credentials.body) : null
  const clock = clockNow()
  const { secret } = secrets
  const isSigned = integration.auth_type === 'hmac' && secret !== null
  const signed = isSigned
    ? [signature(integration, { secret, body: body?.text, valueOf: (name) => clock[name] ?? '' })]
    : []
  const headers = [...writtenHeaders(integration, clock), ...credentials.headers, ...signed]
  return {
    method: pull_method ?? 'GET',
    url: url.href,
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': body.type }),
      ...Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    },
    body: body?.text ?? null,
    connectMs: integration.connect_timeout * 1_000,
    totalMs: integration.total_timeout * 1_000,
    maxBytes: maxBytes,
  }
}

type Values = Readonly<Record<string, string>>

const clockNow = (now = new Date()): Values => ({
  now: now.toISOString(),
  timestamp: String(Math.floor(now.getTime() / 1_000)),
})

/** The headers of the integration that say nothing of a lead; the type is that of the body of this call. */
const writtenHeaders = ({ headers }: Integration, clock: Values) =>
  (headers ?? [])
    .filter(({ name, value }) => !/^content-/i.test(name) && variablesIn(value).every(isIn(clock)))
    .map(
      ({ name, value }) =>
        [name, headerText(fillTemplate(value, (one) => clock[one] ?? ''))] as const,
    )

const isIn = (values: Values) => (name: string) => Object.hasOwn(values, name)

/** JSON where it looks so, else a form; values are written as each wants it. */
function bodyOf(
  template: string,
  valueOf: (name: string) => string,
  more: readonly (readonly [string, string])[],
) {
  if (/^\s*[{[]/.test(template)) {
    const text = fillTemplate(template, (name) => JSON.stringify(valueOf(name)).slice(1, -1))
    return { type: 'application/json', text: withValues(text, more) }
  }
  const form = new URLSearchParams(fillTemplate(template, (name) => encodeText(valueOf(name))))
  for (const [name, value] of more) form.set(name, value)
  return { type: 'application/x-www-form-urlencoded', text: String(form) }
}

function withValues(text: string, more: readonly (readonly [string, string])[]): string {
  return more.length === 0
    ? text
    : JSON.stringify({ ...JSON.parse(text), ...Object.fromEntries(more) })
}
