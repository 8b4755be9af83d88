import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { business } from '../../resources/index.server.ts'
import { documentRoutes } from '../../src/server/http/document.ts'
import { createTestServer, type Client, type TestServer } from '../fixtures/server.ts'
import { plainPath, withRoutes, type Route } from './routes.ts'

const all = business.permissions.map(({ name }) => name)

interface Operation {
  tags: string[]
  summary: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: object }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

let server: TestServer
let routes: Route[]
let admin: Client
let whole: Document

const documentOf = async (client: Client): Promise<Document> =>
  (await client.get('/openapi.json')).body

beforeAll(async () => {
  ;[server, routes] = await withRoutes(() => createTestServer(business))
  await business.seed(server.backend)
  admin = await server.user(all, { name: 'Admin' })
  whole = await documentOf(admin)
})
afterAll(() => server.close())

/** What some lists must be asked with. */
const queries: Readonly<Record<string, string>> = {
  '/search': '?text=admin',
}

/** Every operation with its method and path. */
const operationsIn = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

const linesIn = (document: Document) =>
  operationsIn(document).map(({ path, method }) => `${method.toUpperCase()} ${path}`)

/** Every route of the API as the document writes it; a GET answers to HEAD without saying so. */
function registered(): string[] {
  const own = routes.filter(({ path }) => path.startsWith('/api/'))
  const gets = new Set(own.filter(({ method }) => method === 'GET').map(({ path }) => path))
  return own
    .filter(({ method, path }) => method !== 'HEAD' || !gets.has(path))
    .map((route) => {
      const path = plainPath(route)
        .slice('/api'.length)
        .replaceAll(/:(\w+)/g, '{$1}')
      return `${String(route.method)} ${path}`
    })
}

describe('the description of the API', () => {
  test('has every route, and no other', () => {
    expect(linesIn(whole).sort()).toEqual(registered().sort())
    expect(linesIn(whole).length).toBeGreaterThan(250)
  })

  test('says of each what it takes and answers', () => {
    for (const { path, method, operation } of operationsIn(whole)) {
      const place = `${method} ${path}`
      const { summary, tags, parameters = [], requestBody, responses } = operation
      expect(summary, place).toMatch(/^[A-Z]/)
      expect(tags, place).toHaveLength(1)
      const named = parameters.filter((one) => one.in === 'path').map(({ name }) => `{${name}}`)
      expect(named, place).toEqual(path.match(/\{\w+\}/g) ?? [])
      const statuses = Object.keys(responses).filter((status) => status !== '4XX')
      expect(statuses.length, place).toBeGreaterThan(0)
      // Signing off, doing what the address says already, and uploads take no body.
      const isPlain = /\/(read|all|cancel|pause|resume|retry)$|^\/files$/.test(path)
      if (['put', 'patch'].includes(method) || (method === 'post' && !isPlain)) {
        const hasInput = !isAction(path) || inputOf(path)
        if (hasInput) expect(requestBody, place).toBeDefined()
      }
    }
  })

  test.each(business.roles.map(({ name, permissions }) => ({ name, permissions })))(
    'points at nothing that the role $name cannot read',
    async ({ name, permissions }) => {
      const own = permissions.includes('*') ? all : permissions
      const document = await documentOf(await server.user(own, { name }))
      const text = JSON.stringify(document)
      const wanted = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, one]) => one)
      expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(wanted))
      expect(linesIn(whole)).toEqual(expect.arrayContaining(linesIn(document)))
    },
  )

  test('tells the shape in which the lists and pages really answer', async () => {
    let count = 0
    for (const { path, method, operation } of operationsIn(whole)) {
      const answer = operation.responses['200']?.content?.['application/json']
      if (method !== 'get' || path.includes('{') || !answer) continue
      const { status, body } = await admin.get(`${path}${queries[path] ?? ''}`)
      expect(status, path).toBe(200)
      const { error } = z.fromJSONSchema(resolved(answer.schema) as never).safeParse(body)
      expect(error?.issues ?? [], path).toEqual([])
      count += 1
    }
    expect(count).toBeGreaterThan(40)
  })
})

test('a route of the API without a contract is refused', async () => {
  const app = Fastify()
  await documentRoutes(app, [])
  const config = { access: 'signed-in' } as const
  expect(() => app.get('/api/silent', { config }, () => ({}))).toThrow(
    'GET /api/silent: a route needs a contract',
  )
})

const actionOf = (path: string) => {
  const [, api, name] = /^\/(.+)\/\{id\}\/(\w+)$/.exec(path) ?? []
  const resource = business.resources.find((one) => one.api === api)
  return resource?.actions?.[name as never] as { input?: object } | undefined
}
const isAction = (path: string) => actionOf(path) !== undefined
const inputOf = (path: string) => actionOf(path)?.input !== undefined

/** The schema with everything in place that it points at. */
function resolved(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(resolved)
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref } = schema as { $ref?: string }
  if ($ref) return resolved(whole.components.schemas[$ref.split('/').at(-1) ?? ''])
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolved(value)]))
}
