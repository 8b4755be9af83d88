import type { Integration } from './integration.ts'
import {
  credentialsOf,
  hiddenSecrets,
  signature,
  type CallSecrets,
  type Credentials,
} from './request/auth.server.ts'
import { bodyOf, escapeFor, pairsOf, typeOfTemplate, type Body } from './request/body.server.ts'
import { encodeText } from './request/encodeText.ts'
import { mapLead, type Generated, type Mapped, type Refusal } from './request/mapLead.server.ts'
import {
  hiddenText,
  resolveText,
  secretName,
  type CallContext,
  type Sources,
} from './request/resolveValue.server.ts'
import type { SendLead } from './request/sendLead.server.ts'
import { fillTemplate } from './request/template.ts'

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

/** Builds the call that offers a lead to a broker (product.md 7.1, 7.2), or says why it cannot be made. */
export function buildRequest(
  integration: Integration,
  secrets: CallSecrets,
  lead: SendLead,
  context: CallContext,
): BuiltRequest {
  const generated: Generated = new Map()
  const sources = { integration, lead, context }
  const request = compose({ ...sources, isRedacted: false }, secrets, generated)
  if ('refused' in request) return request
  const hidden = hiddenSecrets(secrets)
  const redacted = compose({ ...sources, isRedacted: true }, hidden, generated)
  return 'refused' in redacted ? redacted : { request, redacted }
}

function compose(
  sources: Sources,
  secrets: CallSecrets,
  generated: Generated,
): OutboundRequest | Refusal {
  const { integration } = sources
  const credentials = credentialsOf(integration, secrets)
  if (!credentials) return { refused: 'Configuration error', message: 'auth_secret' }
  const lead = mapLead(sources, generated)
  if ('refused' in lead) return lead
  const mapped = [...lead, ...credentials.body]
  const { method } = integration
  const isInUrl = method === 'GET' || integration.content_type === 'query'
  const url = urlOf(sources, isInUrl ? mapped : [], credentials)
  if (!url) return { refused: 'Configuration error', message: 'url' }
  const body = isInUrl ? undefined : bodyFrom(sources, mapped)
  const headers = headersOf(sources, { credentials, body, secret: secrets.secret })
  return { method, url, headers, body: body?.text }
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

/** Variables stand in path and query, encoded; they never choose another host. */
function urlOf(
  sources: Sources,
  mapped: readonly Mapped[],
  { query }: Credentials,
): string | undefined {
  const written = sources.integration.url
  const encoded = (name: string) => encodeText(resolveText(name, sources))
  const parsed = URL.parse(fillTemplate(written, encoded))
  const origin = URL.parse(fillTemplate(written, () => ''))?.origin
  if (!parsed || parsed.origin !== origin || parsed.username || parsed.password) return undefined
  const pairs = [...pairsOf(mapped), ...query].map(
    ([name, value]) => `${encodeText(name)}=${value === hiddenText ? value : encodeText(value)}`,
  )
  const search = [parsed.search.slice(1), ...pairs].filter(Boolean).join('&')
  parsed.hash = ''
  parsed.search = ''
  return search ? `${parsed.href}?${search}` : parsed.href
}

interface HeaderParts {
  readonly credentials: Credentials
  readonly body: Body | undefined
  readonly secret: string | null
}

function headersOf(sources: Sources, parts: HeaderParts): Readonly<Record<string, string>> {
  const { integration, context, isRedacted } = sources
  const { credentials, body, secret } = parts
  const written = (integration.headers ?? []).map(({ name, value }): [string, string] => [
    name,
    isRedacted && secretName.test(name)
      ? hiddenText
      : fillTemplate(value, (variable) => resolveText(variable, sources)),
  ])
  const signed = integration.auth_type === 'hmac' && secret !== null
  const all: (readonly [string, string])[] = [
    ['Accept', integration.content_type === 'xml' ? 'application/xml' : 'application/json'],
    ...(body ? [['Content-Type', body.type] as const] : []),
    ...(integration.send_key_header ? [['Idempotency-Key', context.send.key] as const] : []),
    ...written,
    ...credentials.headers,
    ...(signed ? [signature(integration, secret, signedText(sources, body))] : []),
  ]
  // Names are alike whatever their letters; the last one stands.
  const byName = new Map(
    all.map(([name, value]) => [name.toLowerCase(), [name, isRedacted ? value : plain(value)]]),
  )
  return Object.fromEntries(byName.values())
}

const signedText = (sources: Sources, body: Body | undefined) =>
  fillTemplate(sources.integration.hmac_template ?? '{{body}}', (name) =>
    name === 'body' ? (body?.text ?? '') : resolveText(name, sources),
  )

/** On one line, and of the signs that a header may hold. */
const plain = (value: string) =>
  value.replace(/[^ -~]/gu, (sign) => (/\s/.test(sign) ? ' ' : encodeText(sign)))
