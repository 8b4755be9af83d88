import type {
  FastifyInstance,
  FastifyRequest,
  preSerializationHookHandler,
  RouteOptions,
} from 'fastify'

import {
  type Field,
  type FieldErrors,
  type Resource,
  createInterpreter,
  createPlural,
  messageGroup,
  type Interpreter,
} from '#schema'

import type { Backend } from '../kernel/backend.ts'

/**
 * Answers in the language of the `Locale` header (specification 7): messages, reasons, and the values of fields that hold
 * the server's own words. No route knows of it. Returns what does the same with the answer of a request that failed.
 */
export function translateAnswers(app: FastifyInstance, backend: Backend) {
  const interpreterOf = createInterpreters(backend)
  const wordsOf = ownWords(backend.business.resources)

  async function translate(request: FastifyRequest, payload: Payload, names: readonly string[]) {
    const language = languageOf(request)
    const interpret = language && (await interpreterOf(language))
    if (!interpret) return payload
    const say = (value: unknown) =>
      typeof value === 'string' ? (interpret(value) ?? value) : value
    const own = names.length > 0 && { data: rowsIn(payload['data'], names, say) }
    return { ...inLanguage(payload, say), ...own }
  }

  app.addHook('onRoute', (route) => {
    const names = wordsOf(route)
    // What reads answers with records alone.
    if (!names && isReading(route)) return
    const hook: preSerializationHookHandler = async (request, { statusCode }, payload) =>
      isRecord(payload) && statusCode < 400 && (names || 'message' in payload)
        ? translate(request, payload, names ?? [])
        : payload
    route.preSerialization = [...[route.preSerialization ?? []].flat(), hook]
  })
  return (request: FastifyRequest, answer: object) => translate(request, { ...answer }, [])
}

const isReading = ({ method }: RouteOptions) => ['GET', 'HEAD'].includes(String(method))

type Payload = Readonly<Record<string, unknown>>
type Say = (value: unknown) => unknown

function languageOf({ headers: { locale } }: FastifyRequest): string | undefined {
  return typeof locale === 'string' && /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,4}$/.test(locale)
    ? locale
    : undefined
}

function inLanguage(payload: Payload, say: Say): Payload {
  const { message, errors, data } = payload
  return {
    ...payload,
    ...(message !== undefined && { message: say(message) }),
    ...(isRecord(errors) && { errors: errorsIn(errors as FieldErrors, say) }),
    ...(isRecord(data) &&
      Array.isArray(data['reasons']) && { data: { ...data, reasons: data['reasons'].map(say) } }),
  }
}

const errorsIn = (errors: FieldErrors, say: Say) =>
  Object.fromEntries(Object.entries(errors).map(([name, messages]) => [name, messages.map(say)]))

function rowsIn(data: unknown, names: readonly string[], say: Say): unknown {
  if (Array.isArray(data)) return data.map((row: unknown) => rowsIn(row, names, say))
  if (!isRecord(data)) return data
  const own = names.filter((name) => name in data).map((name) => [name, say(data[name])])
  return { ...data, ...Object.fromEntries(own) }
}

/** The fields of a route's records that hold the server's own words. */
function ownWords(resources: readonly Resource[]) {
  const namesByResource = new Map(
    resources.map((resource) => [resource, translatedFields(resource)] as const),
  )
  const optionRoutes = new Map(resources.map((resource) => [`/api/${resource.api}/all`, resource]))
  return ({ url, config: { access } = {} }: RouteOptions) => {
    const isOfResource = typeof access === 'object' && 'resource' in access
    const resource = isOfResource ? access.resource : optionRoutes.get(url)
    const names = resource && namesByResource.get(resource)
    return names?.length ? names : undefined
  }
}

const translatedFields = ({ fields }: Resource): string[] =>
  Object.entries<Field>(fields)
    .filter(([, { options }]) => options.translated)
    .map(([name]) => name)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Seconds until an edited text is heard of; the browser asks every 120 (specification 9). */
const freshFor = 10_000

/** More languages at once than these are made up. */
const most = 100

interface Known {
  readonly at: number
  readonly interpreter: Promise<Interpreter | undefined>
}

/** Who says the server's messages in a language; undefined where nothing differs from the English in the code. */
function createInterpreters(
  backend: Backend,
): (language: string) => Promise<Interpreter | undefined> {
  const known = new Map<string, Known>()
  return (language) => {
    const found = known.get(language)
    if (found && Date.now() - found.at < freshFor) return found.interpreter
    if (known.size >= most) known.clear()
    const interpreter = interpreterOf(backend, language)
    // What failed once is asked again.
    interpreter.catch(() => known.delete(language))
    known.set(language, { at: Date.now(), interpreter })
    return interpreter
  }
}

async function interpreterOf(backend: Backend, language: string): Promise<Interpreter | undefined> {
  const { translations } = backend.business
  const texts = await translations?.texts(language, backend)
  if (!translations || !texts || Object.keys(texts).length === 0) return undefined
  const translated = (isMeant: (key: string) => boolean) =>
    Object.entries(translations.english)
      .filter(([key]) => texts[key] !== undefined && isMeant(key))
      .map(([key, english]): [string, string] => [english, texts[key] ?? ''])
  // A resource's own name goes before a field or heading that is called the same.
  const names = new Map([...translated(isLabel), ...translated(isName)].flatMap(inEitherCase))
  return createInterpreter({
    messages: translated(isSaid),
    plural: createPlural(language),
    nameOf: (english) => names.get(english),
  })
}

const isLabel = (key: string) => key.startsWith('resources.')
const isName = (key: string) =>
  /^resources\.[^.]+\.(?:name|one)$/.test(key) || key === 'console.setting'

const inEitherCase = ([english, text]: [string, string]): [string, string][] => [
  [english, text],
  [english.toLowerCase(), text],
]

/** Whether the server sends the text in answers. */
const isSaid = (key: string) => /^(?:permissions|permission_groups)\./.test(key) || isMessage(key)
const isMessage = (key: string) => key.startsWith(`${messageGroup}.`)
