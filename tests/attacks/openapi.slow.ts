import * as fc from 'fast-check'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { actionEnd, type ActionDeclaration } from '#schema'

import { business } from '../../resources/index.server.ts'
import { documentRoutes } from '../../src/server/http/document.ts'
import { syncAccess } from '../../src/server/auth/access.ts'
import { newSetupCode } from '../../src/server/auth/firstAdministrator.ts'
import { createTestServer, type Answer, type Client, type TestServer } from '../fixtures/server.ts'
import { answersOf, linesIn, operationsIn, type Answers, type Document } from './cases/answers.ts'
import { bodiesOf } from './cases/anything.ts'
import {
  administrator,
  callTheRest,
  beginExport,
  liveThrough,
  read,
  signInAndOut,
} from './cases/everyRoute.ts'
import { plainPath, withRoutes, type Route } from './cases/routes.ts'
import { callPartner } from './cases/partnerRoutes.ts'
import { callSending } from './cases/sendingRoutes.ts'

const all = business.permissions.map(({ name }) => name)

let server: TestServer
let routes: Route[]
let admin: Client
let whole: Document
let answers: Answers
let setUp: Answer

const documentOf = async (client: Client): Promise<Document> =>
  (await client.get('/openapi.json')).body

interface Reader {
  readonly user: Client
  readonly document: Document
}

const readers = new Map<string, Reader>()

/** Somebody of a role, and what the description tells them. */
async function readerOf({ name, permissions }: (typeof business.roles)[number]): Promise<Reader> {
  const known = readers.get(name)
  if (known) return known
  const user = await server.user(permissions.includes('*') ? all : permissions, { name })
  const reader = { user, document: await documentOf(user) }
  readers.set(name, reader)
  return reader
}

beforeAll(async () => {
  ;[server, routes] = await withRoutes(() => createTestServer(business))
  await business.seed(server.backend)
  await syncAccess(server.backend)
  const code = await newSetupCode(server.backend.database.sql)
  setUp = await server.anonymous.post('/setup', { ...administrator, code })
  admin = await server.user(all, { name: 'Admin', is_sender: true })
  whole = await documentOf(admin)
  answers = answersOf(server, whole, admin.token)
})
afterAll(() => server.close())

/** What some lists must be asked with. */
const queries: Readonly<Record<string, string | undefined>> = {
  'GET /search': 'text=admin',
  'GET /audit/search': 'per_page=100',
}

/** Routes that this test leaves to others, and why. */
const unanswered: Readonly<Record<string, string>> = {
  'GET /events': 'a stream that does not end: tests/server/events',
  'POST /lead/history/{id}/undo': 'what became of a send is not taken back',
  'POST /lead/history/bulk/undo': 'what became of a send is not taken back',
}

/** Reads all that needs no id. */
async function readPlain(document: Document, { data }: Answers): Promise<void> {
  const plain = linesIn(document).filter((line) => line.startsWith('GET ') && !line.includes('{'))
  const ofUsers = plain.filter((line) => !line.startsWith('GET /partner/'))
  for (const line of ofUsers.filter((one) => !(one in unanswered))) {
    await data(line, { query: queries[line] })
  }
}

/** A route as the document writes it. */
const lineOf = (route: Route) => {
  const path = plainPath(route).slice('/api'.length)
  return `${String(route.method)} ${path.replaceAll(/:(\w+)/g, '{$1}')}`
}

/** Every route of the API as the document writes it; a GET answers to HEAD without saying so. */
function registered(): string[] {
  const own = routes.filter(({ path }) => path.startsWith('/api/'))
  const gets = new Set(own.filter(({ method }) => method === 'GET').map(({ path }) => path))
  return own.filter(({ method, path }) => method !== 'HEAD' || !gets.has(path)).map(lineOf)
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
      const statuses = Object.keys(responses).filter((status) => status !== 'default')
      expect(statuses.length, place).toBeGreaterThan(0)
      // Signing off, doing what the address says already, and uploads take no body.
      const isPlain =
        /\/(read|all|cancel|pause|resume|retry|check|start|undo|rollback\/\{\w+\})$|^\/files$/.test(
          path,
        )
      if (['put', 'patch'].includes(method) || (method === 'post' && !isPlain)) {
        const hasInput = !isAction(path) || inputOf(path)
        if (hasInput) expect(requestBody, place).toBeDefined()
      }
    }
  })

  test('says of each what no other says, and names what a reference points at', () => {
    const summaries = operationsIn(whole).map(({ operation }) => operation.summary)
    expect(summaries.filter((one, at) => summaries.indexOf(one) < at)).toEqual([])
    const names = new Set(business.resources.map(({ name }) => name))
    const targets = [...JSON.stringify(whole).matchAll(/"x-reference":(\{[^}]*\})/g)]
    expect(targets.length).toBeGreaterThan(100)
    expect(targets.filter(([, one = '{}']) => !names.has(JSON.parse(one).resource))).toEqual([])
  })

  test.each(business.roles)('points at nothing that the role $name cannot read', async (role) => {
    const { document } = await readerOf(role)
    const text = JSON.stringify(document)
    const wanted = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, one]) => one)
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(wanted))
    expect(linesIn(whole)).toEqual(expect.arrayContaining(linesIn(document)))
  })

  test('tells the shape in which every route really answers', { timeout: 240_000 }, async () => {
    answers.fits('POST /setup', setUp)
    for (const resource of business.resources) {
      await liveThrough(resource, answers)
      await beginExport(resource, answers)
    }
    await callSending(server, answers)
    await callPartner(server, answers)
    await callTheRest(server, answers, admin)
    for (const resource of business.resources) await read(resource, answers)
    await signInAndOut(server, answers)
    await readPlain(whole, answers)
    const silent = linesIn(whole).filter((line) => !answers.answered.has(line))
    expect(silent.sort()).toEqual(Object.keys(unanswered).sort())
  })

  // By then there are records of every kind, which the test above has read with every permission.
  test.each(business.roles.filter(({ permissions }) => !permissions.includes('*')))(
    '12.11 tells the role $name, in a document of its own, the shape in which it is really answered',
    { timeout: 120_000 },
    async (role) => {
      const { user, document } = await readerOf(role)
      const own = answersOf(server, document, user.token)
      await readPlain(document, own)
      for (const resource of business.resources) await read(resource, own)
      expect(own.answered.size).toBeGreaterThan(5)
    },
  )

  test('tells how every route refuses what nobody should send', async () => {
    const refused = new Set<number>()
    const open = routes.filter(({ path, method }) => path.startsWith('/api/') && method !== 'HEAD')
    for (const route of open.filter(({ path }) => !/events|logout|sessions/.test(path))) {
      for (const body of fc.sample(bodiesOf(route), { numRuns: 2, seed: 7 })) {
        const line = lineOf(route)
        const { status } = await answers.call(line, { id: 999_999, kind: 'result', body })
        refused.add(status)
      }
    }
    expect([...refused]).toEqual(expect.arrayContaining([400, 404, 422]))
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
  const [, api, end] = /^\/(.+)\/\{id\}\/(.+)$/.exec(path) ?? /^\/(.+)\/(.+)$/.exec(path) ?? []
  const resource = business.resources.find((one) => one.api === api)
  const actions = Object.entries<ActionDeclaration>(resource?.actions ?? {})
  return actions.find(([name, action]) => actionEnd(name, action) === end)?.[1]
}
const isAction = (path: string) => actionOf(path) !== undefined
const inputOf = (path: string) => actionOf(path)?.input !== undefined
