import { Readable } from 'node:stream'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  can,
  checkResources,
  defineResource,
  defineResources,
  field,
  own,
  permissionsOf,
} from '#schema'
import { conflict, file, type Behavior } from '#server'

import { createTestServer, type Client, type TestServer } from '../../../fixtures/server.ts'

const part = defineResource('parts', {
  permission: 'shop.part',
  fields: {
    number: field.text({ max: 20, unique: true }),
    text: field.text({ multiline: true, max: 200, optional: true }),
  },
  title: 'number',
  list: ['number'],
  form: ['number', 'text'],
  actions: {
    check: {
      on: 'list',
      label: 'Check numbers',
      permission: can('shop.part.check'),
      input: { numbers: field.words({ max: 100 }) },
      answer: {
        known: field.integer(),
        unknown: field.words(),
        margin: field.integer({ optional: true, readBy: 'shop.finance' }),
        buyer: field.email({ optional: true, readBy: 'shop.finance', unmaskBy: 'shop.contact' }),
      },
      done: 'The numbers are checked',
    },
    restock: { on: 'list', label: 'Restock', permission: 'shop.part.update', reauthenticate: true },
    price_list: {
      on: 'list',
      label: 'Price list',
      permission: 'shop.part.view',
      input: { as: field.choice({ csv: 'CSV', json: 'JSON' }) },
      file: ['text/csv', 'application/json'],
    },
    label: { label: 'Label', permission: 'shop.part.view', file: 'text/plain' },
    dossier: {
      label: 'Dossier',
      permission: 'shop.part.view',
      bulk: 'together',
      discloses: true,
    },
    dossiers: {
      on: 'list',
      label: 'All dossiers',
      permission: 'shop.part.view',
      discloses: true,
    },
  },
})

const mib = 1024 * 1024

const behavior: Behavior<typeof part> = {
  actions: {
    async check({ input }, { records }) {
      const found = await records(part).find({ number: { in: input.numbers } })
      const known = new Set(found.map(({ number }) => number))
      const unknown = input.numbers.filter((one) => !known.has(one))
      return { known: known.size, unknown, margin: 7, buyer: 'ann@example.com' }
    },
    async restock(_, { records }) {
      await records(part).create({ number: 'N-9' })
      throw conflict('The supplier is closed')
    },
    async price_list({ input }, { records }) {
      const all = await records(part).find({})
      if (input.as === 'json') return file('prices.json', 'application/json', JSON.stringify(all))
      const lines = all.map(({ number }) => `${number}\n`)
      return file('Preise für März.csv', 'text/csv', Readable.from(lines))
    },
    label: ({ records: [one] }) =>
      file(
        `${one?.number}.txt`,
        'text/plain',
        one?.number === 'huge'
          ? Array.from({ length: 33 }, () => new Uint8Array(mib))
          : `Part ${one?.number}`,
      ),
    dossier: () => undefined,
    dossiers: () => undefined,
  },
}

const wrong: Behavior<typeof part> = {
  actions: {
    ...behavior.actions,
    // @ts-expect-error what is declared as a number is answered as one
    check: async () => ({ known: 'three', unknown: [], margin: null, buyer: null }),
    // @ts-expect-error there is no record
    restock: async ({ records }) => records,
    // @ts-expect-error one of the declared types
    label: () => file('label.png', 'image/png', ''),
  },
}

let server: TestServer
let clerk: Client
let asked: Client

beforeAll(async () => {
  server = await createTestServer({ resources: [part], behaviors: { parts: behavior as never } })
  clerk = await server.user(permissionsOf(part).filter((name) => name !== 'shop.finance'))
  asked = await server.user(['shop.part.view'])
  await clerk.make('/parts', { number: 'N-1' })
}, 60_000)
afterAll(() => server.close())

test('is declared with all that its handler needs', () => {
  expect(Object.keys(wrong.actions)).toEqual(Object.keys(behavior.actions))
})

test('an action without a record answers what it declares, and masks what is shown masked (M7)', async () => {
  const { status, body } = await clerk.post('/parts/check', { numbers: ['N-1', 'N-2'] })
  expect([status, body]).toEqual([
    200,
    { message: 'The numbers are checked', data: { known: 1, unknown: ['N-2'] } },
  ])
  const finance = await server.user(permissionsOf(part))
  const whole = await finance.post('/parts/check', { numbers: ['N-1'] })
  expect(whole.body.data).toEqual({
    known: 1,
    unknown: [],
    margin: 7,
    buyer: 'a•••••@e•••.com',
  })
})

test('needs its permission, and what it asks for', async () => {
  expect((await asked.post('/parts/check', { numbers: ['N-1'] })).status).toBe(403)
  const { status, body } = await clerk.post('/parts/check', {})
  expect([status, Object.keys(body.errors)]).toEqual([422, ['numbers']])
  expect((await clerk.post('/parts/check', { numbers: ['N-1'], more: 1 })).status).toBe(422)
})

test('is audited without a record, and undone as a whole where it fails', async () => {
  await clerk.post('/parts/check', { numbers: ['N-3'] })
  const { rows } = await sql`
    select record_id, detail from audit_log where action = 'check' order by id desc limit 1
  `.execute(server.backend.database.sql)
  expect(rows).toEqual([{ record_id: null, detail: { numbers: ['N-3'] } }])
  expect((await clerk.post('/parts/restock')).status).toBe(409)
  const { body } = await clerk.get('/parts/search')
  expect(body.data.map(({ number }: { number: string }) => number)).not.toContain('N-9')
})

const download = (path: string, payload?: object) =>
  server.app.inject({
    method: 'POST',
    url: `/api/parts/${path}`,
    headers: { authorization: `Bearer ${clerk.token}` },
    ...(payload && { payload }),
  })

test('a file is answered as one, under its name', async () => {
  const csv = await download('price_list', { as: 'csv' })
  expect(csv.statusCode).toBe(200)
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv',
    'content-disposition': `attachment; filename="Preise f_r M_rz.csv"; filename*=UTF-8''Preise%20f%C3%BCr%20M%C3%A4rz.csv`,
    'x-content-type-options': 'nosniff',
  })
  expect(csv.body).toContain('N-1\n')
  const json = await download('price_list', { as: 'json' })
  expect(json.headers['content-type']).toBe('application/json')
  expect(JSON.parse(json.body)[0].number).toBe('N-1')
  const id = await clerk.make('/parts', { number: 'N-5' })
  const label = await download(`${id}/label`)
  expect([label.headers['content-type'], label.body]).toEqual(['text/plain', 'Part N-5'])
})

test('a file beyond 32 MB is refused in words', async () => {
  const id = await clerk.make('/parts', { number: 'huge' })
  const { status, body } = await clerk.post(`/parts/${id}/label`)
  expect([status, body.message]).toEqual([413, expect.stringContaining('32 MB')])
})

test('stands in the API document of those who may', async () => {
  const { paths } = (await clerk.get('/openapi.json')).body
  const check = paths['/parts/check'].post
  expect(check.operationId).toBe('check_parts')
  expect(check.requestBody.content['application/json'].schema.required).toEqual(['numbers'])
  const { data } = check.responses[200].content['application/json'].schema.properties
  expect(Object.keys(data.properties)).toEqual(['known', 'unknown'])
  const files = paths['/parts/price_list'].post.responses[200].content
  expect(Object.keys(files)).toEqual(['text/csv', 'application/json'])
  const less = (await asked.get('/openapi.json')).body.paths
  expect(less['/parts/check']).toBeUndefined()
})

const declared = (name: string, action: object, more: object = {}) =>
  defineResource('parts', {
    permission: 'shop.part',
    fields: { number: field.text() },
    title: 'number',
    list: ['number'],
    form: ['number'],
    actions: { [name]: { on: 'list', label: 'Do', permission: 'shop.do', ...action } } as never,
    ...more,
  })

test.each<[told: string, name: string, action: object]>([
  ['parts.actions.search: this address belongs to the engine', 'search', {}],
  ["parts.actions.go: `bulk` needs a record, and `on: 'list'` has none", 'go', { bulk: true }],
  [
    'parts.actions.go.permission: "number" is of a record, and `on: \'list\'` has none',
    'go',
    { permission: own('number') },
  ],
  [
    'parts.actions.go: `file` or `answer`, not both',
    'go',
    { file: 'text/plain', answer: { one: field.text() } },
  ],
  ['parts.actions.go.answer.id: this name is kept', 'go', { answer: { id: field.integer() } }],
])('%s', (told, name, action) => {
  expect(() => checkResources([declared(name, action)])).toThrow(told)
})

describe('no action has the address', () => {
  const other = (more: object) =>
    defineResource('colors', {
      permission: 'shop.color',
      api: 'parts/colors',
      fields: { name: field.text(), part: field.reference('parts', { optional: true }) },
      title: 'name',
      list: ['name'],
      form: ['name'],
      ...more,
    } as never)

  test.each([
    ['of another resource', 'parts.actions.colors: the address /api/parts/colors', 'colors', {}],
    [
      'of an action of another resource',
      'colors.actions.mix: the address /api/parts/colors/mix belongs to parts.actions.mix',
      'mix',
      { actions: { mix: { label: 'Mix', permission: 'shop.mix', on: 'list' } } },
      { path: 'colors/mix' },
    ],
    [
      'of a list that another record has',
      'parts.actions.shades: the address /api/parts/:id/shades belongs to colors',
      'shades',
      {
        operations: ['list'],
        listedBy: { by: 'part', path: 'parts/:id/shades' },
        routes: { show: 'shades/:id' },
      },
      { on: undefined },
    ],
  ])('%s', (_what, told, name, more, action: object = {}) => {
    const both = defineResources([declared(name, action), other(more)])
    expect(() => checkResources(both)).toThrow(told)
  })
})

test('M4: what shows in the clear what is masked elsewhere counts one act of the hour', async () => {
  const reader = await server.user(['shop.part.view'])
  const one = await clerk.make('/parts', { number: 'N-77' })
  const two = await clerk.make('/parts', { number: 'N-78' })
  const { sql: database } = server.backend.database
  const acts = async () => {
    const { rows } = await sql`
      select from disclosures where user_id = ${reader.id} and counts`.execute(database)
    return rows.length
  }
  expect((await reader.post(`/parts/${one}/dossier`)).status).toBe(200)
  expect((await reader.post('/parts/dossiers')).status).toBe(200)
  const many = await reader.post('/parts/bulk/dossier', { ids: [one, two] })
  expect([many.body.data.done, await acts()]).toEqual([2, 4])
  await sql`
    insert into disclosures (user_id, counts)
    select ${reader.id}, true from generate_series(1, 55)`.execute(database)
  const tries = Array.from({ length: 5 }, () => reader.post(`/parts/${one}/dossier`))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 429, 429, 429, 429])
  expect((await reader.post('/parts/dossiers')).status).toBe(429)
})
