import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'

import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { LRUCache } from 'lru-cache'

import { consoleContract, type Json, groupsSchemas, filterJson, recordJson } from '#contract'
import { readRule, type Resource, type User } from '#schema'

import type { Api } from '../kernel/behavior/serverParts.ts'
import { productName } from '../kernel/productName.ts'
import { isAllowed, type RouteAccess } from '../kernel/guard.ts'
import { operationIds } from './operationId.ts'
import { locale, localeReference, refusals, refusalsOf } from './refusals.ts'

const manifest: { version: string; license: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
)

const prefix = '/api'

/** Documents of so many bytes, as gzip, are remembered. */
const cacheBytes = 16 * 1024 * 1024

interface Parameter extends Json {
  readonly schema: Json
}

interface Operation extends Json {
  readonly parameters?: readonly Parameter[]
  readonly tags: readonly string[]
  readonly responses: Json
  readonly 'x-access': RouteAccess
}

interface Document extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Json }
}

const jsonSchemaTransform = createJsonSchemaTransform({
  zodToJsonConfig: { unrepresentable: 'any' },
})

/** Collects the contracts of all routes. Throws for a route of the API that has none. Registered before the routes. */
export async function documentRoutes(
  app: FastifyInstance,
  resources: readonly Resource[],
): Promise<void> {
  app.addHook('onRoute', ({ url, method, schema }) => {
    if (url.startsWith(`${prefix}/`) && !schema?.summary) {
      throw new Error(`${String(method)} ${url}: a route needs a contract`)
    }
  })
  const operationIdOf = operationIds(resources)
  await app.register(swagger, {
    hideUntagged: true,
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: productName,
        version: manifest.version,
        description: 'Lists, records and acts you may use.',
        license: { name: manifest.license, identifier: manifest.license },
      },
      servers: [{ url: prefix }],
      security: [{ bearer: [] }],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
        responses: refusals,
        parameters: { locale },
        get schemas() {
          const records = resources.map((resource) => ({
            [resource.name]: recordJson(resource),
            ...filterJson(resource),
          }))
          return { ...Object.assign({}, ...records), ...groupsSchemas }
        },
      },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route)
      const access = route.route.config?.access
      const open = access === 'public' && { security: [] }
      const operationId = operationIdOf([route.route.method].flat()[0] ?? '', url)
      const documented = { ...schema, ...open, operationId, 'x-access': access }
      return { url, schema: documented as typeof schema }
    },
  })
}

/** The description of the API for anyone who is signed in: other routes and fields do not appear. */
export function documentRoute(app: Api, resources: readonly Resource[]): void {
  const sets = new LRUCache<string, string>({ max: 5_000 })
  const packs = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => length,
  })
  const schema = consoleContract.openApi
  const config = { access: 'signed-in' } as const
  app.get('/openapi.json', { schema, config }, ({ user, headers }, reply) => {
    const key = keyOf(user)
    const set = sets.get(key) ?? setOf(documentOf(app), user)
    sets.set(key, set)
    // Two megabytes are packed once, not for everyone who asks.
    const packed = packs.get(set) ?? gzipSync(documentAs(app, user, resources))
    packs.set(set, packed)
    const takesGzip = /\bgzip\b/.test(String(headers['accept-encoding']))
    void reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    if (!takesGzip) return reply.send(gunzipSync(packed))
    return reply.header('content-encoding', 'gzip').send(packed)
  })
}

type Described = Pick<FastifyInstance, 'swagger'>

const documentOf = (app: Described) => app.swagger() as unknown as Document

/** The description of the API as one user may call it, as JSON. */
export const documentAs = (app: Described, user: User, resources: readonly Resource[]): string =>
  documentFor(documentOf(app), user, resources)

/** Equal for equal users: what rules may look at. */
function keyOf({ permissions, ...user }: User): string {
  return hashOf([user, [...permissions].sort()])
}

/** Equal for all users who may do the same. */
function setOf({ paths }: Document, user: User): string {
  const routes = Object.values(paths).flatMap((methods) => Object.values(methods))
  const allowed = routes.map((one) => isAllowed(one['x-access'], user))
  return hashOf([allowed, [...user.permissions].sort()])
}

const hashOf = (facts: unknown) =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64')

function documentFor(
  { paths, components, ...rest }: Document,
  user: User,
  resources: readonly Resource[],
): string {
  const own = Object.entries(paths).flatMap(([path, methods]) => {
    const allowed = Object.entries(methods).filter(([, one]) => isAllowed(one['x-access'], user))
    const documented = allowed.map(([method, one]) => [method, completed(path, method, one)])
    return documented.length > 0 ? [[path, Object.fromEntries(documented)]] : []
  })
  const tags = own.flatMap(([, methods]) =>
    Object.values(methods as Record<string, Operation>).flatMap((one) => one.tags),
  )
  const choices = choicesIn(resources, Object.fromEntries(own))
  const shownTo = shown(user, { choices, rules: rulesOf(resources, user) })
  const readable = JSON.stringify(Object.fromEntries(own), shownTo)
  const named = (text: string) =>
    Object.fromEntries(
      Object.entries(components.schemas).filter(([name]) =>
        text.includes(`"#/components/schemas/${name}"`),
      ),
    )
  const schemas = named(readable + JSON.stringify(named(readable), shownTo))
  return JSON.stringify(
    {
      ...rest,
      tags: [...new Set(tags)].map((name) => ({ name })),
      paths: JSON.parse(readable),
      components: { ...components, schemas },
    },
    shownTo,
  )
}

const completed = (path: string, method: string, operation: Operation) => ({
  ...operation,
  parameters: [...(operation.parameters ?? []).map(asJson), localeReference],
  responses: {
    ...operation.responses,
    ...refusalsOf({ path, method, isOpen: operation['x-access'] === 'public' }),
  },
})

/** What is no plain value travels as JSON in a text. */
const asJson = ({ schema, ...parameter }: Parameter) =>
  '$ref' in schema
    ? {
        ...parameter,
        schema: { type: 'string', contentMediaType: 'application/json', contentSchema: schema },
      }
    : { ...parameter, schema }

/** Where the choices of each resource are listed, as far as that is told. */
const choicesIn = (resources: readonly Resource[], paths: Readonly<Record<string, unknown>>) =>
  new Map(
    resources
      .map(({ name, api }) => [name, `/${api}/all`] as const)
      .filter(([, path]) => Object.hasOwn(paths, path)),
  )

/** How much a user may read of a field, by its place: `parts.number`. */
function rulesOf(resources: readonly Resource[], user: User) {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  return (place: string) => {
    const [name = '', field = ''] = place.split('.')
    return readRule(user, byName.get(name)?.fields[field])
  }
}

interface Showing {
  readonly choices: ReadonlyMap<string, string>
  readonly rules: ReturnType<typeof rulesOf>
}

/**
 * Leaves out what takes a permission that the user does not hold, and bounds that say nothing; tells where the choices of
 * a reference are listed.
 */
function shown({ permissions }: User, { choices, rules }: Showing) {
  const ruleOf = (value: unknown) => {
    const place: unknown = Object(value)['x-field']
    return typeof place !== 'string' || rules(place)
  }
  const isHidden = (value: unknown) => {
    const needed: unknown = Object(value)['x-permissions']
    const isHeld = !Array.isArray(needed) || needed.every((one) => permissions.has(one))
    return !isHeld || ruleOf(value) === false
  }
  // What only some records tell is not missing in the others.
  const isAlways = (value: unknown) => !isHidden(value) && ruleOf(value) === true
  return (key: string, value: unknown): unknown => {
    // Paths pass twice: what names its target already stays.
    if (key === 'x-reference')
      return typeof value === 'string' ? referenceTo(value, choices) : value
    if (key.startsWith('x-') || isHidden(value)) return undefined
    if (/^(?:min|max)imum$/.test(key) && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) {
      return undefined
    }
    // What is no list of names says only that a parameter may be left out.
    if (key === 'required' && value === false) return undefined
    if (key === 'anyOf' && [value].flat().every(isHidden)) return undefined
    if (Array.isArray(value)) return value.filter((one) => !isHidden(one) && !isHidden(one?.schema))
    const { properties, required } = Object(value)
    if (!properties || !Array.isArray(required)) return value
    return { ...Object(value), required: required.filter((one) => isAlways(properties[one])) }
  }
}

const referenceTo = (resource: string, choices: ReadonlyMap<string, string>) => ({
  resource,
  ...(choices.has(resource) && { choices: choices.get(resource) }),
})
