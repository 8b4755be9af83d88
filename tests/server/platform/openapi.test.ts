import { execFileSync } from 'node:child_process'

import { defineResource, field } from '#schema'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestServer, type TestServer } from '../../fixtures/server.ts'

const shelf = defineResource('shelves', {
  permission: 'shelf',
  fields: { name: field.text({ max: 20 }) },
  title: 'name',
  list: ['name'],
  form: ['name'],
  options: { permission: 'options.shelves' },
})

const tome = defineResource('tomes', {
  permission: 'tome',
  fields: {
    title: field.text({ max: 20, search: true }),
    shelf: field.reference('shelves', { optional: true }),
    pages: field.integer({ default: 1 }),
    worth: field.integer({ optional: true, readBy: 'tome.worth' }),
    owner: field.email({ optional: true, unmaskBy: 'tome.owner' }),
    site: field.url({ optional: true }),
    bought: field.date({ optional: true }),
    key: field.secret({ optional: true }),
  },
  title: 'title',
  list: ['title', 'shelf', 'pages', 'worth', 'bought'],
  filters: ['shelf', 'pages', 'worth', 'bought'],
  form: ['title', 'shelf', 'pages', 'worth', 'owner', 'site', 'bought', 'key'],
})

let server: TestServer
let whole: any
let small: any
const all = ['view', 'create', 'update', 'delete', 'export'].map((act) => `tome.${act}`)

beforeAll(async () => {
  server = await createTestServer({ resources: [shelf, tome] })
  const everything = [...all, 'tome.worth', 'tome.owner', 'options.shelves']
  whole = (await (await server.user(everything)).get('/openapi.json')).body
  small = (await (await server.user(['tome.view'])).get('/openapi.json')).body
})
afterAll(() => server.close())

const bodyOf = (path: string, method: string) =>
  whole.paths[path][method].requestBody.content['application/json'].schema
const queryOf = (document: any): Record<string, any> =>
  Object.fromEntries(
    document.paths['/tomes/search'].get.parameters.map((one: any) => [one.name, one.schema]),
  )
const operations = () =>
  Object.entries<any>(whole.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, one]) => ({ place: `${method} ${path}`, ...one })),
  )

test('1: only a new record begins with anything', () => {
  expect(bodyOf('/tomes', 'post').properties.pages.default).toBe(1)
  expect(JSON.stringify(bodyOf('/tomes/{id}', 'put'))).not.toContain('"default"')
  expect(JSON.stringify(bodyOf('/tomes/bulk/update', 'post'))).not.toContain('"default"')
  expect(JSON.stringify(whole.components.schemas.tomes)).not.toContain('"default"')
})

test('2: every key of a list is told, and none of a field that is hidden', () => {
  const keys = Object.keys(queryOf(whole))
  expect(keys).toEqual(
    expect.arrayContaining(
      'bought bought_from bought_to bought_not bought_empty created_at_from shelf shelf_not worth_from'.split(
        ' ',
      ),
    ),
  )
  expect(Object.keys(queryOf(small)).filter((one) => one.startsWith('worth'))).toEqual([])
  expect(
    Object.values(queryOf(whole)).filter((one) => one && !('type' in one || 'anyOf' in one)),
  ).toEqual([])
})

test('3: groups of conditions are JSON in a text, and an act on many takes the keys of the list', () => {
  expect(queryOf(whole)['where']).toMatchObject({ type: 'string' })
  expect(bodyOf('/tomes/bulk/update', 'post').properties.filter).toEqual({
    $ref: '#/components/schemas/tomes_filter',
  })
  expect(whole.components.schemas.tomes_filter.properties).toHaveProperty('bought_from')
  expect(bodyOf('/tomes/export', 'post').properties.filter.description).toContain('`where`')
})

test('4: each call has a name and a summary of its own', () => {
  const names = operations().map((one) => one.operationId)
  const summaries = operations().map((one) => one.summary)
  expect(names).toEqual(expect.arrayContaining(['list_tomes', 'change_tomes', 'post_login']))
  expect(names.filter((one, at) => !/^\w+$/.test(one) || names.indexOf(one) < at)).toEqual([])
  expect(summaries.filter((one, at) => summaries.indexOf(one) < at)).toEqual([])
})

test('5: what a list is sorted by, and how long a page and which columns a file may be, is told', async () => {
  const sorts = ({ anyOf }: any): string[] => anyOf.flatMap((one: any) => one.enum ?? [])
  expect(sorts(queryOf(whole)['sort'])).toEqual(
    expect.arrayContaining(['-title', 'worth', 'owner']),
  )
  expect(sorts(queryOf(small)['sort']).filter((one) => /worth|owner/.test(one))).toEqual([])
  expect(queryOf(whole)['per_page']).toMatchObject({ maximum: 200, default: 25 })
  const reader = await server.user(all)
  for (const sort of sorts(queryOf(small)['sort'])) {
    expect((await reader.get(`/tomes/search?sort=${sort}`)).status, sort).toBe(200)
  }
  expect(whole.paths['/tomes/export'].post.description).toContain('`columns`')
})

test('6: a reference says to what, and where its choices are', () => {
  const { shelf: reference } = whole.components.schemas.tomes.properties
  expect(reference['x-reference']).toEqual({ resource: 'shelves', choices: '/shelves/all' })
  expect(small.components.schemas.tomes.properties.shelf['x-reference']).toEqual({
    resource: 'shelves',
  })
})

test('7: a record has what it always has', async () => {
  const { required } = whole.components.schemas.tomes
  expect(required).toEqual(expect.arrayContaining(['id', 'version', 'title', 'worth', 'labels']))
  expect(small.components.schemas.tomes.required).not.toContain('worth')
  const { body } = await (await server.user(all)).post('/tomes', { title: 'A' })
  const told = required.filter((name: string) => name !== 'worth')
  expect(Object.keys(body.data)).toEqual(expect.arrayContaining(told))
})

test('8: values say their form, and no bound that says nothing', () => {
  const { bought, created_at, site, owner } = whole.components.schemas.tomes.properties
  expect(bought.format).toBe('date')
  expect(created_at.format).toBe('date-time')
  expect(site.format).toBe('iri')
  expect(owner.anyOf[0].format).toBe('idn-email')
  expect(JSON.stringify(whole)).not.toContain(String(Number.MAX_SAFE_INTEGER))
})

test('9: each call says how it refuses, and takes a language', () => {
  const put = whole.paths['/tomes/{id}'].put
  expect(Object.keys(put.responses).sort()).toEqual(
    ['200', '400', '401', '403', '404', '409', '422', '429', '503', 'default'].sort(),
  )
  expect(whole.components.responses.tooMany.headers).toHaveProperty('Retry-After')
  for (const { place, parameters } of operations()) {
    expect(parameters, place).toContainEqual({ $ref: '#/components/parameters/locale' })
  }
})

test('10, 11: npm run openapi prints it without a server and a database', () => {
  const env = { ...process.env, BUSINESS: 'examples/hire', DATABASE_URL: '' }
  const args = ['--import', 'tsx', 'src/commands/openapi.ts']
  const printed = execFileSync(process.execPath, args, { env, maxBuffer: 2 ** 26 })
  const document = JSON.parse(printed.toString())
  expect(document.openapi).toBe('3.1.0')
  expect(document.info.version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(Object.keys(document.paths)).toContain('/hire/booking/{id}/confirm')
})

test('12: when an act on many is a job is told, and how it is sent once', () => {
  const { description, parameters, responses } = whole.paths['/tomes/bulk/update'].post
  expect(description).toContain('Up to 100 records')
  expect(parameters.map((one: any) => one.name)).toContain('idempotency-key')
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '202']))
})
