import { createHash } from 'node:crypto'

import type { Integration } from '../integration.ts'
import {
  credentialsOf,
  missingSecret,
  hiddenSecrets,
  signature,
  type CallSecrets,
  type Credentials,
} from './auth.server.ts'
import { batchBodyOf } from './batchBody.server.ts'
import { bodyOf, escapeFor, pairsOf, typeOfTemplate, type Body } from './body.server.ts'
import { encodeText, headerText } from './encodeText.ts'
import { mapLead, type Generated, type Mapped, type Refusal } from './mapLead.server.ts'
import {
  hiddenText,
  resolveText,
  secretName,
  type CallContext,
  type Sources,
} from './resolveValue.server.ts'
import type { SendLead } from './sendLead.server.ts'
import { fillTemplate } from './template.ts'

export type { CallContext, CallSecrets, SendLead }

export interface OutboundRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export type BuiltRequest =
  | {
      readonly request: OutboundRequest
      /** The same for the record of the attempt: without secrets, made-up passwords and restricted fields. */
      readonly redacted: OutboundRequest
    }
  | Refusal

/** A lead that is offered, and what the call knows besides it. */
export interface Offer {
  readonly lead: SendLead
  readonly context: CallContext
}

/** Builds the call that offers a lead to a broker (product.md 7.1, 7.2), or says why it cannot be made. */
export function buildRequest(
  integration: Integration,
  secrets: CallSecrets,
  lead: SendLead,
  context: CallContext,
): BuiltRequest {
  const [built] = buildRequests(integration, secrets, [{ lead, context }]).offers
  return built ?? { refused: 'Configuration error', message: 'mapping' }
}

/**
 * Builds one call for several leads; `request` is undefined where none of them can be offered. Of each lead there is the call as
 * far as it is about that lead, or why it does not go along.
 */
export function buildRequests(
  integration: Integration,
  secrets: CallSecrets,
  all: readonly Offer[],
): { readonly request: OutboundRequest | undefined; readonly offers: readonly BuiltRequest[] } {
  const known = all.map((offer) => ({ offer, generated: new Map() as Generated }))
  const hidden = hiddenSecrets(secrets)
  const sourcesOf = ({ offer, generated }: (typeof known)[number], isRedacted: boolean) => ({
    ...offer,
    integration,
    generated,
    isRedacted,
  })
  const offers = known.map((one): BuiltRequest => {
    const request = compose([sourcesOf(one, false)], secrets)
    if ('refused' in request) return request
    const redacted = compose([sourcesOf(one, true)], hidden)
    return 'refused' in redacted ? redacted : { request, redacted }
  })
  const going = known.filter((_, at) => 'request' in (offers[at] ?? {}))
  const first = offers.find((one) => 'request' in one)
  if (going.length < 2) return { request: first?.request, offers }
  const request = compose(
    going.map((one) => sourcesOf(one, false)),
    secrets,
  )
  return 'refused' in request
    ? { request: undefined, offers: all.map(() => request) }
    : { request, offers }
}

/** One call for several leads as its record would hold it: without secrets. */
export const redactedTogether = (
  integration: Integration,
  secrets: CallSecrets,
  all: readonly Offer[],
): OutboundRequest | Refusal =>
  compose(
    all.map((offer) => ({ ...offer, integration, generated: new Map(), isRedacted: true })),
    hiddenSecrets(secrets),
  )

type OfLead = Sources & { readonly generated: Generated }

/** What stands outside the list of leads is that of the first lead: it is the same for all. */
function compose(all: readonly OfLead[], secrets: CallSecrets): OutboundRequest | Refusal {
  const [sources] = all
  if (!sources) return { refused: 'Configuration error', message: 'mapping' }
  const { integration } = sources
  const credentials = credentialsOf(integration, secrets)
  if (!credentials) return { refused: 'Configuration error', message: missingSecret(integration) }
  const leads: Mapped[][] = []
  for (const one of all) {
    const lead = mapLead(one, one.generated)
    if ('refused' in lead) return lead
    leads.push(lead)
  }
  const { method } = integration
  const isInUrl = method === 'GET' || integration.content_type === 'query'
  // Nothing but a list holds several leads.
  if (all.length > 1 && (isInUrl || !integration.batch_size)) {
    return { refused: 'Configuration error', message: 'batch_size' }
  }
  const mapped = [...(leads[0] ?? []), ...credentials.body]
  const url = urlOf(sources, isInUrl ? mapped : [], credentials)
  if (typeof url !== 'string') return url
  const body = isInUrl
    ? undefined
    : integration.batch_size
      ? batchBodyOf(leads, { place: integration.batch_path, beside: credentials.body })
      : bodyFrom(sources, mapped)
  const context = { ...sources.context, send: { ...sources.context.send, key: keyOf(all) } }
  const headers = headersOf({ ...sources, context }, { credentials, body, secret: secrets.secret })
  return { method, url, headers, body: body?.text }
}

/** Of several leads together, the same for the same leads in the same order. */
function keyOf(all: readonly OfLead[]): string {
  const keys = all.map(({ context }) => context.send.key)
  const [first = ''] = keys
  return keys.length < 2 ? first : createHash('sha256').update(keys.join('\n')).digest('hex')
}

function bodyFrom(sources: Sources, mapped: readonly Mapped[]): Body {
  const { body_template: template, content_type: type } = sources.integration
  if (!template) return bodyOf(type, mapped)
  const values = new Map(mapped)
  const escape = escapeFor(type)
  const text = fillTemplate(template, (name) =>
    escape(
      name.startsWith('mapping.')
        ? String(values.get(name.slice('mapping.'.length)) ?? '')
        : resolveText(name, sources),
    ),
  )
  return { type: typeOfTemplate(type), text }
}

/** Variables stand in path and query, encoded; they never choose another host or another folder. */
function urlOf(
  sources: Sources,
  mapped: readonly Mapped[],
  { query }: Credentials,
): string | Refusal {
  const written = sources.integration.url
  const filled = fillTemplate(written, (name) => encodeText(resolveText(name, sources)))
  const parsed = URL.parse(filled)
  const isFixed = !written.includes('{{')
  const origin = (isFixed ? parsed : URL.parse(fillTemplate(written, () => '')))?.origin
  if (!parsed || parsed.origin !== origin || parsed.username || parsed.password) {
    return { refused: 'Configuration error', message: 'url' }
  }
  // No encoding of dots keeps a value from being read as the folder above.
  const isMoved = hasDots(filled) && !hasDots(fillTemplate(written, () => 'x'))
  if (isMoved) return { refused: 'Invalid data', message: 'url' }
  const pairs = [...pairsOf(mapped), ...query].map(
    ([name, value]) => `${encodeText(name)}=${value === hiddenText ? value : encodeText(value)}`,
  )
  const search = [parsed.search.slice(1), ...pairs].filter(Boolean).join('&')
  parsed.hash = ''
  parsed.search = ''
  return search ? `${parsed.href}?${search}` : parsed.href
}

/** Whether a part of a path is `.` or `..`, which are read as a place in it. */
const hasDots = (address: string): boolean =>
  address
    .replace(/[?#].*$/s, '')
    .split(/[\\/]/)
    .some((part) => /^(?:\.|%2e){1,2}$/i.test(part))

interface HeaderParts {
  readonly credentials: Credentials
  readonly body: Body | undefined
  readonly secret: string | null
}

function headersOf(sources: Sources, parts: HeaderParts): Readonly<Record<string, string>> {
  const { integration, context, isRedacted } = sources
  const { credentials, body, secret } = parts
  const valueOf = (name: string) => resolveText(name, sources)
  const written = (integration.headers ?? []).map(({ name, value }): [string, string] => [
    name,
    isRedacted && secretName.test(name) ? hiddenText : fillTemplate(value, valueOf),
  ])
  const signed = integration.auth_type === 'hmac' && secret !== null
  const all: (readonly [string, string])[] = [
    ['Accept', integration.content_type === 'xml' ? 'application/xml' : 'application/json'],
    ...(body ? [['Content-Type', body.type] as const] : []),
    ...(integration.send_key_header ? [['Idempotency-Key', context.send.key] as const] : []),
    ...written,
    ...credentials.headers,
    ...(signed ? [signature(integration, { secret, body: body?.text, valueOf })] : []),
  ]
  // Names are alike whatever their letters; the last one stands.
  const byName = new Map(
    all.map(([name, value]) => [
      name.toLowerCase(),
      [name, isRedacted ? value : headerText(value)],
    ]),
  )
  return Object.fromEntries(byName.values())
}
