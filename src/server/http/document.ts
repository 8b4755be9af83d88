import { createHash } from 'node:crypto'

import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'

import {
  consoleContract,
  type Json,
  groupsName,
  groupsSchema,
  recordJson,
  refusal,
} from '#contract'
import type { Resource, User } from '#schema'

import type { Api } from '../kernel/backend.ts'
import { isAllowed, type RouteAccess } from '../kernel/guard.ts'

const prefix = '/api'

/** Documents of so many bytes are remembered. */
const cacheBytes = 16 * 1024 * 1024
const byteLength = (text: string) => Buffer.byteLength(text)

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
  const records = resources.map((resource) => [resource.name, recordJson(resource)])
  await app.register(swagger, {
    hideUntagged: true,
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Leadgate',
        version: '1',
        description: 'Lists, records and acts you may use.',
      },
      servers: [{ url: prefix }],
      security: [{ bearer: [] }],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
        responses: { refused },
        schemas: { ...Object.fromEntries(records), [groupsName]: groupsSchema },
      },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route)
      const access = route.route.config?.access
      const open = access === 'public' && { security: [] }
      return { url, schema: { ...schema, ...open, 'x-access': access } as typeof schema }
    },
  })
}

const refused = {
  description: 'Refused: the message says why; errors name the fields',
  content: { 'application/json': { schema: z.toJSONSchema(refusal) as object } },
}

/** The description of the API for whoever is signed in: other routes and fields do not appear. */
export function documentRoute(app: Api): void {
  const texts = new LRUCache<string, string>({ maxSize: cacheBytes, sizeCalculation: byteLength })
  const schema = consoleContract.openApi
  app.get('/openapi.json', { schema, config: { access: 'signed-in' } }, ({ user }, reply) => {
    const key = keyOf(user)
    const text = texts.get(key) ?? documentFor(app.swagger() as unknown as Document, user)
    texts.set(key, text)
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

/** Equal for equal users: what rules may look at. */
function keyOf({ permissions, ...user }: User): string {
  const facts = JSON.stringify([user, [...permissions].sort()])
  return createHash('sha256').update(facts).digest('base64')
}

function documentFor({ paths, components, ...rest }: Document, user: User): string {
  const own = Object.entries(paths).flatMap(([path, methods]) => {
    const allowed = Object.entries(methods).filter(([, one]) => isAllowed(one['x-access'], user))
    const told = allowed.map(([method, one]) => [method, withRefusals(one)])
    return told.length > 0 ? [[path, Object.fromEntries(told)]] : []
  })
  const tags = own.flatMap(([, methods]) =>
    Object.values(methods as Record<string, Operation>).flatMap((one) => one.tags),
  )
  const readable = JSON.stringify(Object.fromEntries(own), hiddenFrom(user))
  const schemas = Object.entries(components.schemas).filter(([name]) =>
    readable.includes(`"#/components/schemas/${name}"`),
  )
  return JSON.stringify(
    {
      ...rest,
      tags: [...new Set(tags)].map((name) => ({ name })),
      paths: JSON.parse(readable),
      components: { ...components, schemas: Object.fromEntries(schemas) },
    },
    hiddenFrom(user),
  )
}

const withRefusals = ({ responses, parameters, ...operation }: Operation) => ({
  ...operation,
  ...(parameters && { parameters: parameters.map(asJson) }),
  responses: { ...responses, '4XX': { $ref: '#/components/responses/refused' } },
})

/** What is no plain value travels as JSON. */
const asJson = ({ schema, ...parameter }: Parameter) =>
  '$ref' in schema
    ? { ...parameter, content: { 'application/json': { schema } } }
    : { ...parameter, schema }

/** Leaves out what takes a permission that the user does not hold. */
function hiddenFrom({ permissions }: User) {
  const isHidden = (value: unknown) => {
    const needed: unknown = Object(value)['x-permissions']
    return Array.isArray(needed) && !needed.every((one) => permissions.has(one))
  }
  return (key: string, value: unknown): unknown => {
    if (key.startsWith('x-') || isHidden(value)) return undefined
    // What is no list of names says only that a parameter may be left out.
    if (key === 'required' && value === false) return undefined
    if (Array.isArray(value)) return value.filter((one) => !isHidden(one) && !isHidden(one?.schema))
    const { properties, required } = Object(value)
    if (!properties || !Array.isArray(required)) return value
    return { ...Object(value), required: required.filter((one) => !isHidden(properties[one])) }
  }
}
