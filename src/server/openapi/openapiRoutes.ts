import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifySchema } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'

import type { User } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import { openApiDocument } from './document.ts'
import { Content, type About, type Shape } from '../kernel/describe.ts'
import type { DescribedRoute } from './operation.ts'

const prefix = '/api'

/** Documents of so many bytes are remembered; making one takes 50 ms. */
const cacheBytes = 16 * 1024 * 1024
const byteLength = (text: string) => Buffer.byteLength(text)

/** Equal for equal users: what rules may look at. */
function keyOf({ permissions, ...user }: User): string {
  const facts = JSON.stringify([user, [...permissions].sort()])
  return createHash('sha256').update(facts).digest('base64')
}

/** Refuses to register a route of the API that does not describe itself, and collects what each says. */
export function describeRoutes(app: FastifyInstance): readonly DescribedRoute[] {
  const routes: DescribedRoute[] = []
  app.addHook('onRoute', ({ url, method, config, schema }) => {
    if (!url.startsWith(`${prefix}/`)) return
    const { access, about = aboutOf(schema) } = config ?? {}
    if (!access || !about) throw new Error(`${String(method)} ${url}: a route needs config.about`)
    const path = url.slice(prefix.length)
    // Every GET answers to HEAD as well.
    const isGiven = routes.some((one) => one.method === 'GET' && one.path === path)
    for (const one of [method].flat()) {
      if (one !== 'HEAD' || !isGiven) routes.push({ method: one, path, access, about })
    }
  })
  return routes
}

function aboutOf(schema: FastifySchema | undefined): About | undefined {
  if (!schema) return undefined
  const { tags, summary, querystring: query, headers, body, response = {} } = schema
  const answers = Object.entries(Object(response)).map(([status, shape]) => [
    status,
    shapeOf(shape),
  ])
  return {
    group: tags?.[0] ?? '',
    summary: summary ?? '',
    ...(query instanceof z.ZodType && { query }),
    ...(headers instanceof z.ZodType && { headers }),
    ...(body !== undefined && { body: shapeOf(body) }),
    answers: Object.fromEntries(answers),
  }
}

const shapeOf = (shape: unknown): Shape | Content =>
  shape instanceof z.ZodType
    ? shape
    : new Content(Object.keys(Object(Object(shape).content))[0] ?? '')

/** The description of the API for whoever is signed in. */
export function openApiRoutes(
  app: FastifyInstance,
  { business }: Backend,
  routes: readonly DescribedRoute[],
): void {
  const about = {
    group: 'Console',
    summary: 'The calls you may make, as OpenAPI 3.1',
    answers: { 200: { type: 'object' } },
  }
  const texts = new LRUCache<string, string>({ maxSize: cacheBytes, sizeCalculation: byteLength })
  app.get('/openapi.json', { config: { access: 'signed-in', about } }, ({ user }, reply) => {
    const key = keyOf(user)
    const text = texts.get(key) ?? JSON.stringify(openApiDocument(routes, business.resources, user))
    texts.set(key, text)
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
