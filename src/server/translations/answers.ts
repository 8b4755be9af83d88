import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { LRUCache } from 'lru-cache'

import {
  createPlural,
  isObject,
  messageMark,
  messageOf,
  ownValue,
  renderMessage,
  type Field,
  type Resource,
  type Texts,
} from '#schema'

import type { Backend } from '../kernel/backend.ts'
import type { Sql } from '../kernel/database.ts'

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

type MessageFields = readonly (readonly [field: string, keyOf: (record: Values) => string])[]
type Values = Readonly<Record<string, unknown>>

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

/** Milliseconds until an edited text is heard of; the browser asks every 120 seconds. */
const freshForMs = 10_000

/** Milliseconds in which they come, where an older reading serves as well. */
const readWithinMs = 1_000

/** More languages at once than these are made up. */
const maxLanguages = 100

export type Language = NonNullable<Parameters<typeof renderMessage>[1]> & {
  /** Messages as they stand in answers, by what stood in their place. */
  readonly rendered: LRUCache<string, string>
}

/** Returns the texts of the language that the `Locale` header of a request names, kept for a while; those read last, or English, while none can be read. */
export function createLanguages(backend: Backend): (request: FastifyRequest) => Promise<Language> {
  const known = new Map<string, { at: number; language: Promise<Language> }>()
  return (request) => {
    const locale = localeOf(request)
    const found = known.get(locale)
    // The clock of the wall may be put back.
    const now = performance.now()
    if (found && now - found.at < freshForMs) return found.language
    if (known.size >= maxLanguages) known.clear()
    // A refusal that says that the database is away cannot wait for it.
    const read = readLanguage(locale, backend, backend.database.sql).catch(
      () => found?.language ?? languageWith({}, locale, backend),
    )
    const late = found && sleep(readWithinMs, found.language, { ref: false })
    const language = late ? Promise.race([read, late]) : read
    known.set(locale, { at: now, language })
    return language
  }
}

/** The code of the language that the `Locale` header of a request names. */
export function localeOf({ headers: { locale } }: FastifyRequest): string {
  const isLanguage =
    typeof locale === 'string' && /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,4}$/.test(locale)
  return isLanguage ? locale : 'en'
}

/** Returns the texts of a language as they are now. */
export async function readLanguage(
  locale: string,
  backend: Pick<Backend, 'business'>,
  database: Sql,
): Promise<Language> {
  const own = (await backend.business.translations?.texts?.(locale, database)) ?? {}
  return languageWith(own, locale, backend)
}

/** What a language has no text of its own for, it says in English. */
function languageWith(
  own: Texts,
  locale: string,
  { business }: Pick<Backend, 'business'>,
): Language {
  const { english = {} } = business.translations ?? {}
  const named = (isMeant: (key: string) => boolean) =>
    Object.entries(english)
      .filter(([key]) => own[key] !== undefined && isMeant(key))
      .map(([key, text]): [string, string] => [text, own[key] ?? ''])
  // A resource's own name goes before a field or heading that is called the same.
  const names = new Map([...named(isLabel), ...named(isName)].flatMap(inEitherCase))
  return {
    rendered: new LRUCache({ max: 200 }),
    textOf: (key) => ownValue(own, key) ?? ownValue(english, key),
    plural: createPlural(locale),
    nameOf: (text) => names.get(text),
  }
}

const isLabel = (key: string) => key.startsWith('resources.')
const isName = (key: string) =>
  /^(?:resources\.[^.]+\.(?:name|one)|console\.(?:setting|edit|delete|undo))$/.test(key)

const inEitherCase = ([english, text]: [string, string]): [string, string][] => [
  [english, text],
  [english.toLowerCase(), text],
]
