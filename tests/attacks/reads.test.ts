import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Answer, type Client, type TestServer } from '../fixtures/server.ts'
import {
  empties,
  ended,
  everything,
  expectRefusal,
  lose,
  member,
  openOffice,
  rowsOf,
} from './cases/office.ts'

let server: TestServer
let boss: Client
let ann: Client
let bob: Client
let anns: number
let bobs: number

const phone = '+447911123456'
const secretCode = 'zanzibar'

beforeAll(async () => {
  ;({ server, boss, ann, bob } = await openOffice())
  const more = { pin: secretCode, phone, door: 'violet-Kettle-92', key: 'sk_live_9f3a' }
  anns = await create({ name: 'Anns own', owner: ann.id, code: 'A-1', plan: { a: 1 }, ...more })
  bobs = await create({ name: 'Bobs own', owner: bob.id, code: 'B-1', ...more, pin: 'aardvark' })
  await create({ name: 'Anns other', owner: ann.id, parent: bobs, related: [bobs, anns] })
})
afterAll(() => server.close())

const create = (values: object) => boss.make('/office/case', values)

/** Every way by which a filter reaches the database. */
const channels: [string, (client: Client, filter: Record<string, unknown>) => Promise<Answer>][] = [
  [
    'a list',
    (client, filter) => client.get(`/office/case/search?${new URLSearchParams(texts(filter))}`),
  ],
  ['a list by POST', (client, filter) => client.post('/office/case/search', filter)],
  ['an export', (client, filter) => client.post('/office/case/export', { filter })],
  [
    'a bulk update',
    (client, filter) =>
      client.post('/office/case/bulk/update', { filter, expected_count: 0, values: {} }),
  ],
  [
    'a bulk deletion',
    (client, filter) => client.post('/office/case/bulk/delete', { filter, expected_count: 0 }),
  ],
  [
    'a bulk action',
    (client, filter) =>
      client.post('/office/case/bulk/hand', { filter, expected_count: 0, values: { to: 1 } }),
  ],
]

const texts = (filter: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(filter).map(([key, value]) => [key, String(value)]))

const hidden: Record<string, unknown>[] = [
  { pin: 'a' },
  { pin_contains: 'a' },
  { pin_not: 'a' },
  { pin_empty: 'false' },
  { pin_from: 'a' },
  { plan_empty: 'false' },
  { watchers: '1' },
  { watchers_empty: 'true' },
  { door: '$argon2id' },
  { door_contains: '$argon2id' },
  { door_empty: 'false' },
  { key: 'v1' },
  { key_contains: 'v1' },
  { key_empty: 'false' },
  { phone_contains: '791' },
  { phone_from: '+4' },
  { deleted_at_empty: 'true' },
  { version: '1' },
]

describe.each(channels)('A1 in %s a field that is hidden or masked is no operand:', (_, ask) => {
  test.each(hidden)('%o', async (filter) => {
    const answer = await ask(ann, filter)
    expectRefusal(answer, 400)
    const [key] = Object.keys(filter)
    const unknown = await ask(ann, { [`${key}x`]: 'a' })
    expect(answer.body.message.replaceAll(key!, '')).toBe(
      unknown.body.message.replaceAll(`${key}x`, ''),
    )
  })
})

describe('A2 no order tells of what is hidden:', () => {
  test.each(['pin', '-pin', 'phone', 'door', 'key', 'plan', 'watchers', 'version', 'deleted_at'])(
    'a sort by %s is refused',
    async (sort) => {
      expectRefusal(await ann.get(`/office/case/search?sort=${sort}`), 400)
      expectRefusal(await ann.post('/office/case/export', { sort }), 400)
    },
  )

  test('the declared order by a hidden field is not the one of whoever may not see it', async () => {
    const order = async (client: Client) =>
      (await client.get('/office/case/search')).body.data.map((row: any) => row.id)
    expect((await order(boss)).slice(0, 2)).toEqual([bobs, anns])
    const seen = await order(ann)
    expect(seen).toEqual([...seen].sort((a, b) => b - a))
  })

  test('options of a masked or hidden title are in the order of their ids', async () => {
    const db = server.backend.database.sql
    await sql`insert into contacts (alias, code_name, city) values
      ('zeta', 'aaa', 'Rome'), ('alpha', 'zzz', 'Oslo'), ('mid', 'mmm', 'Bern')`.execute(db)
    const chooser = await server.user(['options.contacts'])
    const { body } = await chooser.get('/contacts/all')
    expect(body.data.map(({ city }: any) => city)).toEqual(['Rome', 'Oslo', 'Bern'])
  })
})

test.each([
  '{"message":"a","args":{"a":5,"_":"%{a}"}}',
  '{"message":"a","args":{"_":{}}}',
  '{"message":"constructor","args":{}}',
  '{"message":"a","args":{"_":"%{constructor}"}}',
])('C5 a name that is written like a message stops no list: %s', async (message) => {
  const asked = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${boss.token}` }
    return server.app.inject({
      method,
      url: `/api/office/case${url}`,
      headers,
      ...(payload && { payload }),
    })
  }
  const name = `@@react-admin@@${message}`
  expect((await asked('POST', '', { name, owner: ann.id })).statusCode).toBe(201)
  expect((await asked('GET', '/search')).statusCode).toBe(200)
  const [made] = await rowsOf<{ id: number }>(server, sql`select max(id)::integer as id from cases`)
  expect((await asked('DELETE', `/${made?.id}`)).statusCode).toBe(200)
})

describe('A3 a search does not find what is hidden:', () => {
  test.each([secretCode, 'zanz', '791112', '$argon2id', 'v1.', 'sk_live'])('%s', async (search) => {
    const asked = async (words: string) => {
      const { body } = await ann.get(`/office/case/search?search=${encodeURIComponent(words)}`)
      return [body.data, body.meta.total]
    }
    expect(await asked(search)).toEqual(await asked('qqqqqqqq'))
  })

  test('the whole phone number finds, a part of it does not', async () => {
    const found = async (search: string) =>
      (await ann.get(`/office/case/search?search=${encodeURIComponent(search)}`)).body.meta.total
    expect(await found(phone)).toBe(1)
    expect(await found(phone.slice(0, -1))).toBe(0)
  })

  test.each(['zeta', 'zet', 'aaa', 'zz'])('%s in the options of contacts', async (search) => {
    const chooser = await server.user(['options.contacts'])
    const { body } = await chooser.get(`/contacts/all?search=${search}`)
    expect(body.data).toEqual([])
    const insider = await server.user(['options.contacts', 'contact.names', 'contact.code'])
    expect((await insider.get(`/contacts/all?search=${search}`)).body.data).toHaveLength(1)
  })

  test('a word longer than any value of a masked field is looked for in the others, and written down', async () => {
    const search = `${'long'.repeat(20)}${secretCode}`
    const query = new URLSearchParams({ search })
    expect((await ann.get(`/office/case/search?${query}`)).body).toMatchObject({ data: [] })
    expect((await ann.get(`/search?text=${search}`)).status).toBe(200)
    expect((await ann.post('/office/case/export', { search, columns: ['id'] })).status).toBe(202)
  })

  test('an export of such a search is empty', async () => {
    const { body } = await ann.post('/office/case/export', { search: secretCode, columns: ['id'] })
    await server.backend.jobs.work()
    expect(await ended(server, body.data.job_id)).toMatchObject({ state: 'finished', total: 0 })
  })
})

test.each([
  'group_by=pin',
  'group=owner',
  'min=pin',
  'max=pin',
  'sum=rank',
  'avg=rank',
  'distinct=pin',
  'facet=pin',
  'aggregate=pin',
  'count=pin',
  'select=*',
  'include=owner',
  'populate=*',
  'expand=owner',
  'with=owner',
  'embed=owner',
  'columns=pin',
  'having=1',
])('A4 a list has no ?%s', async (query) => {
  expectRefusal(await boss.get(`/office/case/search?${query}`), 400)
})

test.each(['cursor=eyJpZCI6MX0', 'after=1', 'before=1', 'offset=5', 'limit=5', 'skip=1', 'take=1'])(
  'A5 pages are counted, there is no cursor to forge: ?%s',
  async (query) => expectRefusal(await boss.get(`/office/case/search?${query}`), 400),
)

const paths: Record<string, unknown>[] = [
  { 'owner.password': '$argon2' },
  { 'owner.email_contains': '@' },
  { 'owner.name': 'Bob' },
  { 'parent.pin': 'a' },
  { 'parent.parent.parent.parent.parent.pin': 'a' },
  { 't.pin': 'a' },
  { 'r0.password': 'a' },
  { 'labels.owner.label': 'Bob' },
  { owner__password: 'a' },
  { '"pin"': 'a' },
  { 'plan->a': '1' },
  { 'plan.a': '1' },
]
const trees: Record<string, unknown>[] = [
  { owner: { password: 'a' } },
  { owner: { name: { contains: 'B' } } },
  { and: [{ pin: 'a' }] },
  { all: [{ pin: 'a' }] },
  { any: [{ pin_contains: 'a' }] },
  { or: [{ name: 'x' }, { or: [{ pin: 'a' }] }] },
  { not: { pin: 'a' } },
  { name: { contains: 'A' } },
  { name: { in: ['a'] } },
  { name: [['a']] },
  { $where: '1=1' },
  { $or: [{ pin: 'a' }] },
  { _connector: 'or' },
]

describe.each(channels)('A7 in %s no filter walks along a reference:', (_, ask) => {
  test.each(paths)('%o', async (filter) => expectRefusal(await ask(boss, filter), 400))
})
describe.each(channels.slice(1))('A7 in %s a filter is no tree:', (_, ask) => {
  test.each(trees)('%o', async (filter) => expectRefusal(await ask(boss, filter), 400))
})

/** Text that means something to SQL, to LIKE, to JSON paths or to programs. */
const hostile = [
  `'`,
  `"`,
  `';--`,
  `' or '1'='1`,
  `" or 1=1 --`,
  `x'); drop table cases; --`,
  `$1`,
  `$$`,
  '?',
  ':id',
  '%',
  '_',
  '\\',
  '%\\',
  `\\'`,
  '{',
  '{}',
  '{"a":1}',
  '[]',
  '()',
  'null',
  'true',
  '*',
  't.*',
  '${process.env}',
  '{{7*7}}',
  '<%= 1 %>',
  '../..',
  '|id',
  '`id`',
  '\u202eabc',
  'Ｅ',
  '🦊',
  '\t',
  '\r\n',
]

describe('A8 text that means something to a program is only text', () => {
  const tables = () =>
    rowsOf(
      server,
      sql`select table_name, column_name, data_type from information_schema.columns
      where table_schema = 'public' order by 1, 2`,
    )

  test('in values of filters, searches and writes', async () => {
    const before = [await tables(), await everything(server, ['audit_log'])]
    for (const text of hostile) {
      const query = encodeURIComponent(text)
      const answers = [
        await ann.get(`/office/case/search?name=${query}`),
        await ann.get(`/office/case/search?name_contains=${query}`),
        await ann.get(`/office/case/search?search=${query}`),
        await ann.get(`/office/case/search?level=${query}`),
        await ann.get(`/office/case/search?phone=${query}`),
        await ann.get(`/office/case/search?owner=${query}`),
        await ann.get(`/office/case/search?due_from=${query}`),
        await ann.get(`/office/case/search?id=${query}`),
        await boss.get(`/office/case/all?search=${query}`),
      ]
      expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true)
      for (const answer of answers) if (answer.status === 400) expectRefusal(answer, 400)
    }
    expect([await tables(), await everything(server, ['audit_log'])]).toEqual(before)
  })

  test('in the names of fields, operators, sorts, columns and delimiters', async () => {
    for (const text of hostile) {
      const query = encodeURIComponent(text)
      const key = `/office/case/search?na${query}me=x`
      for (const url of [
        key,
        `/office/case/search?name_${query}=x`,
        `/office/case/search?sort=${query}`,
      ]) {
        const answer = await ann.get(url)
        // What the sort is made of may be nothing at all.
        if (!/^\s*$/.test(text) && text !== '\u202eabc') expectRefusal(answer, 400)
      }
      expectRefusal(await ann.post('/office/case/export', { columns: [text] }), 400)
      expectRefusal(await ann.post('/office/case/export', { delimiter: `${text}x` }), 400)
    }
  })

  test.each([
    ['%', ['100% sure']],
    ['_', ['snake_case']],
    ['\\', ['back\\slash']],
    ['%25', []],
    ['0%', ['100% sure']],
    ['e_c', ['snake_case']],
  ])('%s matches itself alone', async (fragment, names) => {
    for (const name of ['100% sure', 'snake_case', 'snakeXcase', 'back\\slash', '100 sure']) {
      await sql`insert into cases (name, owner) values (${name}, ${ann.id})`.execute(
        server.backend.database.sql,
      )
    }
    const found = async (key: string) => {
      const { body } = await ann.get(`/office/case/search?${key}=${encodeURIComponent(fragment)}`)
      return body.data.map((row: any) => row.name)
    }
    expect(await found('name_contains')).toEqual(names)
    expect(await found('search')).toEqual(names)
    await sql`delete from cases where name in ('100% sure', 'snake_case', 'snakeXcase', 'back\\slash',
      '100 sure')`.execute(server.backend.database.sql)
  })
})

describe('A9 nothing tells that an invisible record exists:', () => {
  test('a code that another owner uses is taken, and that is all', async () => {
    const { status, body } = await ann.post('/office/case', {
      name: 'x',
      owner: ann.id,
      code: 'B-1',
    })
    expect(status).toBe(422)
    expect(body).toEqual({
      message: 'Check the marked fields.',
      errors: { code: ['This value is already taken'] },
    })
  })

  test.each(['parent', 'related'])(
    '%s of an invisible record is like one of none',
    async (name) => {
      const point = (id: number) => (name === 'parent' ? { parent: id } : { related: [anns, id] })
      for (const write of [
        (id: number) => ann.post('/office/case', { name: 'x', owner: ann.id, ...point(id) }),
        (id: number) => ann.put(`/office/case/${anns}`, point(id)),
        (id: number) => ann.post('/office/case/bulk/update', { ids: [anns], values: point(id) }),
      ]) {
        const [invisible, missing] = [await write(bobs), await write(999_999)]
        expect(invisible.status).toBe(missing.status)
        expect(invisible.body).toEqual(missing.body)
        expect(JSON.stringify(invisible.body)).toContain('Not found')
      }
    },
  )

  const acts: [string, (id: number) => Promise<Answer>][] = [
    ['reading', (id) => ann.get(`/office/case/${id}`)],
    ['changing', (id) => ann.put(`/office/case/${id}`, { name: 'x' })],
    ['changing nothing', (id) => ann.put(`/office/case/${id}`, {})],
    ['changing badly', (id) => ann.put(`/office/case/${id}`, { name: '', nope: 1 })],
    [
      'changing an old version of',
      (id) => ann.put(`/office/case/${id}`, { name: 'x', version: 9 }),
    ],
    ['deleting', (id) => ann.delete(`/office/case/${id}`)],
    ['acting on', (id) => ann.post(`/office/case/${id}/hand`, { to: anns })],
    ['acting badly on', (id) => ann.post(`/office/case/${id}/hand`, { to: 'x' })],
    ['choosing', (id) => ann.post('/office/case/bulk/delete', { ids: [id] })],
    ['listing', (id) => ann.get(`/office/case/search?id=${id}`)],
    ['finding', (id) => ann.get(`/office/case/search?search=${id}`)],
  ]
  test.each(acts)('%s it answers like a record that is not there', async (_, ask) => {
    const [invisible, missing] = [await ask(bobs), await ask(999_999)]
    expect(invisible.status).toBe(missing.status)
    // A bulk act names the ids that were asked for.
    const text = JSON.stringify(invisible.body).replaceAll(`"id":${bobs},`, '"id":999999,')
    expect(text).toBe(JSON.stringify(missing.body))
  })
})

describe('A10 what no schema knows is refused:', () => {
  const unknown = [
    '$where',
    '_connector',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'length',
  ]
  test.each(unknown)('a key called %s', async (key) => {
    const body = `{"${key}": "1"}`
    const send = (method: 'POST' | 'PUT', url: string, payload: string) =>
      server.app
        .inject({
          method,
          url: `/api${url}`,
          payload,
          headers: { authorization: `Bearer ${boss.token}`, 'content-type': 'application/json' },
        })
        .then((answer) => ({ status: answer.statusCode, body: answer.json(), headers: {} }))
    expectRefusal(await boss.get(`/office/case/search?${key}=1`), 400)
    expectRefusal(await boss.get(`/office/case/all?${key}=1`), 400)
    expectRefusal(await send('POST', '/office/case/search', body), 400)
    expectRefusal(await send('POST', '/office/case/export', body), 400)
    expectRefusal(await send('POST', '/office/case/export', `{"filter": ${body}}`), 400)
    expectRefusal(await send('PUT', `/office/case/${anns}`, body), 400, 422)
    expectRefusal(await send('POST', '/office/case', body), 400, 422)
    expectRefusal(
      await send('POST', '/office/case/bulk/delete', `{"ids": [1], "${key}": 1}`),
      400,
      422,
    )
    expectRefusal(
      await send('POST', `/office/case/${anns}/hand`, `{"to": ${anns}, "${key}": 1}`),
      400,
      422,
    )
    expectRefusal(await send('POST', '/office/case/import', body), 400, 422)
    expectRefusal(await send('POST', '/login', body), 400, 422)
  })

  test.each([
    '/office/case/search?search=a&search=b',
    '/office/case/search?sort=id&sort=name',
    '/office/case/search?page=1&page=2',
    '/office/case/search?due_from=2026-01-01&due_from=2026-01-02',
    '/office/case/search?name_contains=a&name_contains=b',
    '/office/case/search?phone_empty=true&phone_empty=false',
    '/office/case/all?search=a&search=b',
    '/office/case/all?id=1&id=2',
    '/office/case/all?limit=1&limit=2',
    '/office/case/search?name[]=a',
    '/office/case/search?name[contains]=a',
    '/office/case/all?id[]=1',
    '/office/case/all?id=1,x',
    '/office/case/all?id=1.5',
  ])('%s', async (url) => expectRefusal(await boss.get(url), 400))
})

describe('A11 a rule that knows nothing of the user lets nobody in:', () => {
  test.each(empties.map(({ name }) => [name]))('%s', async (name) => {
    await sql`insert into ${sql.table(name)} (team) values ('a'), (null)`.execute(
      server.backend.database.sql,
    )
    const { body } = await boss.get(`/${name}/search`)
    expect([body.data, body.meta.total]).toEqual([[], 0])
    expectRefusal(await boss.get(`/${name}/1`), 404)
    expectRefusal(await boss.put(`/${name}/1`, { team: 'x' }), 404)
    expectRefusal(await boss.delete(`/${name}/1`), 404)
    const bulk = await boss.post(`/${name}/bulk/delete`, { filter: {}, expected_count: 0 })
    expect(bulk.body.data).toMatchObject({ done: 0 })
    const ids = await boss.post(`/${name}/bulk/delete`, { ids: [1, 2] })
    expect(ids.body.data).toMatchObject({ done: 0, skipped: 2 })
    const job = await boss.post(`/${name}/export`, {})
    expect(await ended(server, job.body.data.job_id)).toMatchObject({ total: 0 })
    const rows = await rowsOf(server, sql`select from ${sql.table(name)}`)
    expect(rows).toHaveLength(2)
  })

  test('a filter of no values does not match everything', async () => {
    const ask = (filter: object) => ann.post('/office/case/search', filter)
    const all = (await ask({})).body.meta.total
    expect(all).toBeGreaterThan(0)
    for (const filter of [
      { id: [] },
      { name: [] },
      { related: [] },
      { id: [''] },
      { name: ' , ' },
    ]) {
      expect((await ask(filter)).body.meta?.total ?? 0).toBe(0)
    }
    for (const filter of [{ id: [null] }, { name: [null] }, { id: [[]] }, { id: [{}] }]) {
      expectRefusal(await ask(filter), 400)
    }
  })
})

describe('A13 numbers beyond reason are refused:', () => {
  test.each(['-1', '0', '1e9', 'NaN', '10; drop', '1.5', 'Infinity', '0x10', ' '])(
    'options with limit=%s',
    async (limit) => {
      const answer = await boss.get(`/office/case/all?limit=${encodeURIComponent(limit)}`)
      if (answer.status === 200) expect(answer.body.data.length).toBeLessThanOrEqual(5_000)
      else expectRefusal(answer, 400)
      if (!/^(?:1e9|0x10)$/.test(limit)) expectRefusal(answer, 400)
    },
  )

  test.each([
    { ids: [0] },
    { ids: [-1] },
    { ids: [1.5] },
    { ids: ['1'] },
    { ids: [1e300] },
    { ids: [] },
    { ids: {} },
    { ids: Array.from({ length: 10_001 }, (_, n) => n + 1) },
    { filter: {}, expected_count: -1 },
    { filter: {} },
    { filter: [], expected_count: 0 },
    {},
    [],
    { filter: { page: 0 }, expected_count: 0 },
  ])('a bulk act on %o', async (body) => {
    expectRefusal(await boss.post('/office/case/bulk/delete', body), 400, 422)
  })

  test.each([
    '0',
    '-1',
    '1.5',
    '99999999999999999999',
    '1e3',
    '0x1',
    '%00',
    "1'",
    '1%2F..',
    'NaN',
    ' 1',
  ])('the record %s is not there', async (id) =>
    expectRefusal(await boss.get(`/office/case/${id}`), 404),
  )
})

describe('A14 only visible records are counted:', () => {
  beforeAll(async () => {
    const db = server.backend.database.sql
    await sql`insert into cases (name, owner, pin)
      select 'Many ' || n, ${boss.id}, 'x' from generate_series(1, 10500) n`.execute(db)
    await sql`insert into cases (name, owner)
      select 'Many of Ann ' || n, ${ann.id} from generate_series(1, 3) n`.execute(db)
  })
  afterAll(() =>
    sql`delete from cases where name like 'Many%'`.execute(server.backend.database.sql),
  )

  test.each(['name_contains=Many', 'search=Many', 'level=low&name_contains=Many'])(
    '?%s, although somebody else’s estimate is fresh',
    async (query) => {
      const asked = async (client: Client) =>
        (await client.get(`/office/case/search?${query}`)).body.meta
      expect(await asked(boss)).toMatchObject({ total_is: 'estimate' })
      expect(await asked(ann)).toMatchObject({ total: 3, total_is: 'exact', last_page: 1 })
      expect(await asked(bob)).toMatchObject({ total: 0, total_is: 'exact' })
    },
  )

  test('expected_count of a bulk act neither', async () => {
    const body = { filter: { name_contains: 'Many' }, expected_count: 1, values: {} }
    const answer = await ann.post('/office/case/bulk/update', body)
    expect(answer.status).toBe(409)
    expect(answer.body.errors.expected_count).toEqual(['3'])
  })
})

describe('A18 of a record that may not be seen no name is told:', () => {
  test('by the label of a reference', async () => {
    const { body } = await ann.get('/office/case/search?name=Anns%20other')
    const [row] = body.data
    expect(row).toMatchObject({ parent: bobs, related: expect.arrayContaining([anns, bobs]) })
    expect(row.labels).not.toHaveProperty('parent')
    expect(row.labels).not.toHaveProperty('related')
    expect(JSON.stringify(body)).not.toContain('Bobs own')
    expect(JSON.stringify(body)).not.toMatch(/example\.com|argon2/)
  })

  test('by the label of a title that is masked or hidden', async () => {
    const listed = await server.user(['contact.view'])
    const { body } = await listed.get('/contacts/search?sort=id&per_page=1')
    expect(body.data[0]).toMatchObject({ alias: 'z•••••' })
    expect(JSON.stringify(body)).not.toMatch(/zeta|aaa/)
  })

  test('by an option list', async () => {
    const chooser = await server.user(['options.contacts'])
    const { body } = await chooser.get('/contacts/all')
    expect(JSON.stringify(body)).not.toMatch(/zeta|aaa|alias|code_name/)
    expectRefusal(await ann.get('/office/case/all'), 403)
    expectRefusal(await ann.get(`/office/case/all?id=${anns}`), 403)
  })

  test('by the answer to a write', async () => {
    const { body } = await ann.put(`/office/case/${anns}`, { note: 'x' })
    expect(JSON.stringify(body)).not.toMatch(
      /zanzibar|7911123|argon2|sk_live|"pin"|"plan"|"watchers"/,
    )
    expect(body.data).toMatchObject({ key: { set: true, last4: '9f3a' } })
    expect(body.data).not.toHaveProperty('door')
  })
})

describe('A19 the report of an import is for whoever imported:', () => {
  test('and only as long as that person may import', async () => {
    const importer = await server.user(member)
    const [{ id }] = (await rowsOf(
      server,
      sql<any>`
      insert into imports (name, resource, file, "user", options) values ('x.csv', 'cases', 'f', ${importer.id},
        ${JSON.stringify({
          key: '',
          size: 1,
          headers: ['a'],
          encoding: 'utf-8',
          mapping: ['name'],
          reading: { delimiter: ',', quote: '"', escape: '"', ignore_first_line: true },
          settings: {},
          date_order: 'ymd',
          decimal_sign: '.',
        })}) returning id`,
    )) as [any]
    const path = `/office/case/import/${id}/report`
    expect((await importer.get(path)).status).toBe(200)
    for (const other of [ann, boss]) expectRefusal(await other.get(path), 404)
    expectRefusal(await importer.get('/office/case/import/999999/report'), 404)
    expectRefusal(await server.anonymous.get(path), 401)
    await lose(server, importer, 'case.import')
    expectRefusal(await importer.get(path), 403)
  })
})
