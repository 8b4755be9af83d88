import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Field, FieldErrors, Resource } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import { createInterpreters } from './interpreters.ts'

/**
 * Answers in the language of the `Locale` header (specification 7): messages, field errors, reasons, and the
 * values of fields that hold the server's own words. No route knows of it.
 */
export function translateAnswers(app: FastifyInstance, backend: Backend): void {
  const interpreterOf = createInterpreters(backend)
  const wordsOf = ownWords(backend.business.resources)
  app.addHook('preSerialization', async (request, _reply, payload) => {
    const language = languageOf(request)
    if (!language || !isRecord(payload)) return payload
    const names = wordsOf(request)
    if (!names && !('message' in payload)) return payload
    const interpret = await interpreterOf(language)
    if (!interpret) return payload
    const say = (value: unknown) =>
      typeof value === 'string' ? (interpret(value) ?? value) : value
    return { ...inLanguage(payload, say), ...(names && { data: rowsIn(payload.data, names, say) }) }
  })
}

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
  return ({ routeOptions: { url = '', config } }: FastifyRequest) => {
    const { access } = config
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
