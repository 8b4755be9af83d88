import type { FastifyInstance, RouteOptions } from 'fastify'

import {
  isObject,
  messageMark,
  messageOf,
  renderMessage,
  type Field,
  type Resource,
  type Texts,
} from '#schema'

import type { Backend } from '../kernel/backend.ts'
import { createLanguages, type Language } from './languages.ts'

/** A text of JSON that is a message. */
const written = new RegExp(`"${messageMark}(?:[^"\\\\]|\\\\.)*"`, 'g')

/**
 * Answers in the language of the `Locale` header: every message, wherever it stands in an answer, and
 * the fields whose text the declarations hold. No route knows of it.
 */
export function translateAnswers(app: FastifyInstance, backend: Backend): void {
  const languageOf = createLanguages(backend)
  const messagesOf = declaredMessages(backend.business.resources)
  const english = backend.business.translations?.english ?? {}

  app.addHook('onRoute', (route) => {
    const messages = messagesOf(route)
    if (!messages) return
    route.preSerialization = [
      ...[route.preSerialization ?? []].flat(),
      async (_request, _reply, payload) => withMessages(payload, messages, english),
    ]
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    if (typeof payload !== 'string' || !payload.includes(messageMark)) return payload
    const language = await languageOf(request)
    return payload.replaceAll(written, (text) => rendered(text, language))
  })
}

type MessageFields = readonly (readonly [field: string, keyOf: (record: Row) => string])[]
type Row = Readonly<Record<string, unknown>>

/** Records with a message in the place of each text that a declaration holds and no person has changed. */
function withMessages(payload: unknown, messages: MessageFields, english: Texts): unknown {
  if (Array.isArray(payload)) return payload.map((one) => withMessages(one, messages, english))
  if (!isObject(payload)) return payload
  const own = messages.flatMap(([name, keyOf]) => {
    const [key, text] = [keyOf(payload), payload[name]]
    return typeof text === 'string' && english[key] === text ? [[name, messageOf(key, text)]] : []
  })
  const data = 'data' in payload && { data: withMessages(payload['data'], messages, english) }
  // Most records have none, and a copy of each would cost more than to look.
  return data || own.length > 0 ? { ...payload, ...data, ...Object.fromEntries(own) } : payload
}

/** The fields of a route's records whose texts stand in declarations. */
function declaredMessages(resources: readonly Resource[]) {
  const messagesByResource = new Map(
    resources.map((resource) => [resource, textKeys(resource)] as const),
  )
  const optionRoutes = new Map(resources.map((resource) => [`/api/${resource.api}/all`, resource]))
  return ({ url, config: { access } = {} }: RouteOptions): MessageFields | undefined => {
    const isOfResource = typeof access === 'object' && 'resource' in access
    const resource = isOfResource ? access.resource : optionRoutes.get(url)
    const messages = resource && messagesByResource.get(resource)
    return messages?.length ? messages : undefined
  }
}

const textKeys = ({ fields }: Resource): MessageFields =>
  Object.entries<Field>(fields).flatMap(([name, { options }]) =>
    options.textKey ? [[name, options.textKey]] : [],
  )

/** Longer ones are not remembered. */
const maxRemembered = 300

function rendered(text: string, language: Language): string {
  const known = language.rendered.get(text)
  if (known !== undefined) return known
  const message = JSON.stringify(renderMessage(JSON.parse(text), language))
  if (text.length <= maxRemembered) language.rendered.set(text, message)
  return message
}
