import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Behavior } from '#server'

import { book, librarian, library } from '../../fixtures/businesses/library.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

const bookBehavior: Behavior<typeof book> = {
  prepare: (values) =>
    values.title ? { ...values, slug: values.title.toLowerCase().replaceAll(' ', '-') } : values,
  actions: {
    async reprice({ records, input }, { records: of }) {
      for (const { id } of records) await of(book).update(id, { price: input.price })
    },
  },
}

let server: TestServer
let admin: Client
let reader: Client
let nobody: Client
let authorId: number

beforeAll(async () => {
  server = await createTestServer({
    resources: library,
    behaviors: { books: bookBehavior as never },
  })
  admin = await server.user(librarian)
  reader = await server.user(['book.view', 'options.authors'])
  nobody = await server.user([])
  authorId = (await admin.post('/library/author', { name: 'Ursula' })).body.data.id
}, 60_000)

afterAll(() => server.close())

const newBook = (more: object = {}) => ({ title: 'The Dispossessed', author: authorId, ...more })

async function create(more: object = {}) {
  const { status, body } = await admin.post('/books', newBook(more))
  expect(body).toMatchObject({ data: {} })
  expect(status).toBe(201)
  return body.data
}

describe('a new record', () => {
  test('answers its readable fields, defaults and the labels of its references', async () => {
    const { status, body } = await admin.post('/books', newBook({ isbn: '1', price: 9.5 }))
    expect(status).toBe(201)
    expect(body.message).toEqual('Book successfully created')
    expect(body.data).toMatchObject({
      title: 'The Dispossessed',
      author: authorId,
      genres: [],
      isbn: '1',
      price: 9.5,
      shelf: 'back',
      slug: 'the-dispossessed',
      version: 1,
      pages: null,
      shop_key: { set: false },
      labels: { author: { id: authorId, label: 'Ursula', color: '#334155' }, genres: [] },
    })
    expect(body.data.created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })

  test('speaks the words of the settings screens where declared', async () => {
    const { body } = await admin.post('/genres', { name: 'Utopia' })
    expect(body.message).toEqual('Setting successfully created')
  })

  test.each([
    ['a missing field', { title: undefined }, { title: ['Fill in this field'] }],
    ['an unknown field', { nope: 1 }, { nope: ['This field cannot be set here'] }],
    ['a computed field', { slug: 'x' }, { slug: ['This field cannot be set here'] }],
    ['the id', { id: 7 }, { id: ['This field cannot be set here'] }],
    ['a deletion mark', { deleted_at: null }, { deleted_at: ['This field cannot be set here'] }],
    ['an unknown author', { author: 999_999 }, { author: ['Not found. Choose one from the list'] }],
    ['a wrong price', { price: -1 }, { price: [expect.any(String)] }],
  ])('is refused for %s', async (_what, more, errors) => {
    const { status, body } = await admin.post('/books', newBook(more))
    expect(status).toBe(422)
    expect(body.errors).toEqual(errors)
  })

  test('is refused when a unique value is taken, without telling by whom', async () => {
    await create({ isbn: 'taken' })
    const { status, body } = await admin.post('/books', newBook({ isbn: 'taken' }))
    expect(status).toBe(422)
    expect(body.errors).toEqual({ isbn: ['This value is already taken'] })
  })
})

test('B20: one answer names all that is wrong: fields, references and unique values', async () => {
  const { id } = await create({ isbn: 'taken-1' })
  const wrong = { title: '', author: 999_999, isbn: 'taken-1', pages: 0 }
  const expected = {
    title: ['Fill in this field'],
    author: ['Not found. Choose one from the list'],
    isbn: ['This value is already taken'],
    pages: [expect.any(String)],
  }
  const created = await admin.post('/books', wrong)
  expect([created.status, created.body.errors]).toEqual([422, expected])
  const other = await create()
  const changed = await admin.put(`/books/${other.id}`, { ...wrong, version: 1 })
  expect([changed.status, changed.body.errors]).toEqual([422, expected])
  // Its own value is no other's.
  const own = await admin.put(`/books/${id}`, { title: '', isbn: 'taken-1', version: 1 })
  expect(own.body.errors).toEqual({ title: ['Fill in this field'] })
})

test('B3: a change of what somebody else has changed is answered with who did what, and when', async () => {
  const { id } = await create({ note: 'hidden', lender_email: 'lender@example.com' })
  const other = await server.user([...librarian, 'options.users'])
  await other.put(`/books/${id}`, { pages: 7, note: 'still hidden', version: 1 })
  await admin.put(`/books/${id}`, { title: 'Newer', version: 2 })
  const clerk = await server.user(['book.view', 'book.update'])
  const { status, body } = await clerk.put(`/books/${id}`, { pages: 9, version: 1 })
  expect([status, body.message]).toEqual([409, expect.stringContaining('someone else')])
  const { record, changes } = body.data
  expect(record).toMatchObject({ id, title: 'Newer', pages: 7, version: 3 })
  expect(JSON.stringify(body)).not.toMatch(/hidden|lender@/)
  expect(changes).toMatchObject([
    // Not the slug, which follows from the title and is in no view.
    { version: 3, changes: [{ field: 'title', after: 'Newer' }] },
    { version: 2, user: { id: other.id }, changes: [{ field: 'pages', before: null, after: 7 }] },
  ])
  expect(Date.now() - Date.parse(changes[1].at)).toBeLessThan(3_600_000)
  const blind = await server.user(['book.update'])
  expect((await blind.put(`/books/${id}`, { pages: 9, version: 1 })).body.data).toBeUndefined()
})

describe('permissions', () => {
  test.each([
    ['list', 'get', '/books/search'],
    ['create', 'post', '/books'],
    ['options', 'get', '/library/author/all'],
    ['bulk', 'post', '/books/bulk/delete'],
  ] as const)('%s needs its permission', async (_what, method, url) => {
    expect((await nobody[method](url)).status).toBe(403)
    expect((await server.anonymous[method](url)).status).toBe(401)
  })

  test('a reader may list and see but not write', async () => {
    const { id } = await create()
    expect((await reader.get(`/books/${id}`)).status).toBe(200)
    expect((await reader.put(`/books/${id}`, { title: 'x' })).status).toBe(403)
    expect((await reader.delete(`/books/${id}`)).status).toBe(403)
  })

  test('a filter rule lets in only its records, for list, count and get', async () => {
    const own = await server.user([])
    const { status, body } = await own.get('/genres/search')
    expect(status).toBe(200)
    expect(body.data.every((row: { id: number }) => row.id === own.id)).toBe(true)
    expect(body.meta.total).toBe(body.data.length)
  })
})

describe('fields', () => {
  test('a field without its permission does not exist: not in records, filters, sorts or writes', async () => {
    const { id } = await create({ note: 'hidden words' })
    const { body } = await reader.get(`/books/${id}`)
    expect(body.data).not.toHaveProperty('note')
    expect((await reader.get('/books/search?note=hidden')).status).toBe(400)
    expect((await reader.get('/books/search?sort=note')).status).toBe(400)
    expect((await reader.get('/books/search?search=hidden')).body.data).toEqual([])
  })

  test('a masked field shows no clear value and is found only by the exact value', async () => {
    const { id } = await create({ lender_email: 'ursula.secret@example.com' })
    const shown = (await reader.get(`/books/${id}`)).body.data.lender_email
    expect(shown).toBe('u•••••@e•••.com')
    const ids = async (query: string) =>
      (await reader.get(`/books/search?${query}`)).body.data.map((row: { id: number }) => row.id)
    expect(await ids('search=ursula.secret@example.com')).toEqual([id])
    expect(await ids('search=ursula.sec')).toEqual([])
    expect(await ids('lender_email=ursula.secret@example.com')).toEqual([id])
    expect((await reader.get('/books/search?lender_email_contains=sec')).status).toBe(400)
    expect((await reader.get('/books/search?sort=lender_email')).status).toBe(400)
  })

  test('a secret is sealed in the table and told only as its last four characters', async () => {
    const { id, shop_key } = await create({ shop_key: 'topsecret-9f3a' })
    expect(shop_key).toEqual({ set: true, last4: '9f3a' })
    const { rows } = await sql<{
      shop_key: string
    }>`select shop_key from books where id = ${id}`.execute(server.backend.database.sql)
    expect(rows[0]!.shop_key).toMatch(/^v2\./)
  })
})

describe('a list', () => {
  test('pages, sorts, filters and counts', async () => {
    const other = (await admin.post('/library/author', { name: 'Pager' })).body.data.id
    for (const price of [3, 1, 2]) await create({ author: other, title: `Page ${price}`, price })
    const { body } = await admin.get(`/books/search?author=${other}&sort=-price&per_page=2&page=1`)
    expect(body.data.map((row: { price: number }) => row.price)).toEqual([3, 2])
    expect(body.meta).toEqual({
      current_page: 1,
      per_page: 2,
      last_page: 2,
      total: 3,
      total_is: 'exact',
      from: 1,
      to: 2,
    })
    const second = await admin.get(`/books/search?author=${other}&sort=-price&per_page=2&page=2`)
    expect(second.body.data.map((row: { price: number }) => row.price)).toEqual([1])
    expect(second.body.meta).toMatchObject({ total: 3, from: 3, to: 3 })
  })

  test.each([
    ['a range', 'price_from=2&price_to=3', [3, 2]],
    ['several values', 'shelf=front,back', [3, 2, 1]],
    ['none of', 'shelf_not=back', []],
    ['a fragment', 'title_contains=filter%202', [2]],
    ['emptiness', 'published_empty=true', [3, 2, 1]],
    ['a search of two words', 'search=3%20filter', [3]],
  ])('filters by %s', async (what, query, prices) => {
    const { id } = (await admin.post('/library/author', { name: `Filter ${what}` })).body.data
    for (const price of [1, 2, 3]) await create({ author: id, title: `Filter ${price}`, price })
    const { body } = await admin.get(`/books/search?author=${id}&sort=-price&${query}`)
    expect(body.data.map((row: { price: number }) => row.price)).toEqual(prices)
  })

  test('filters by many references and answers the same by POST', async () => {
    const genre = (await admin.post('/genres', { name: 'Many' })).body.data.id
    const { id } = await create({ genres: [genre] })
    await create()
    const asked = [
      await admin.get(`/books/search?genres=${genre}`),
      await admin.post('/books/search', { genres: [genre] }),
    ]
    for (const { body } of asked) {
      expect(body.data).toHaveLength(1)
      expect(body.data[0]).toMatchObject({
        id,
        genres: [genre],
        labels: { genres: [{ id: genre, label: 'Many' }] },
      })
    }
  })

  test('with fields holds only these, the labels of the named references and what every record has', async () => {
    const genre = (await admin.post('/genres', { name: 'Narrow' })).body.data.id
    const { id } = await create({ title: 'Narrow', genres: [genre] })
    const every = ['id', 'created_at', 'updated_at', 'version', 'labels']
    const keysOf = (record: object) => Object.keys(record).sort()
    for (const [fields, labelled] of [
      ['title,genres,lender_email', ['genres']],
      ['author', ['author']],
      ['id', []],
    ] as const) {
      const asked = [
        await admin.get(`/books/search?id=${id}&fields=${fields}`),
        await admin.post('/books/search', { id, fields: fields.split(',') }),
      ]
      const names = fields.split(',').filter((name) => name !== 'id')
      for (const { body } of asked) {
        expect(keysOf(body.data[0])).toEqual([...every, ...names].sort())
        expect(keysOf(body.data[0].labels)).toEqual(labelled)
      }
    }
    const whole = (await admin.get(`/books/search?id=${id}`)).body.data[0]
    const { body } = await admin.get(`/books/search?id=${id}&fields=${Object.keys(book.fields)}`)
    expect(body.data[0]).toEqual(whole)
    expect((await reader.get('/books/search?fields=title,note')).status).toBe(400)
  })

  test.each([
    'nope=1',
    'fields=nope',
    'sort=nope',
    'per_page=201',
    'per_page=0',
    'page=-5',
    'page=1e9',
    'price_like=1',
    'author=x',
    '__proto__=1',
    'price[from]=1',
    'price=1&price=2x',
    'sort=id;drop',
  ])('refuses ?%s with 400', async (query) => {
    const { status, body } = await admin.get(`/books/search?${query}`)
    expect(body.message).toEqual(expect.any(String))
    expect(status).toBe(400)
  })
})

describe('a change', () => {
  test('counts the version up and refuses a stale one with 409', async () => {
    const { id, version } = await create()
    const first = await admin.put(`/books/${id}`, { price: 4, version })
    expect(first.body).toMatchObject({
      message: 'Book successfully updated',
      data: { price: 4, version: 2 },
    })
    const stale = await admin.put(`/books/${id}`, { price: 5, version })
    expect(stale.status).toBe(409)
    expect(stale.body.message).toContain('Changed by someone else')
    expect((await admin.get(`/books/${id}`)).body.data.price).toBe(4)
  })

  test('that changes nothing writes nothing', async () => {
    const { id, price } = await create()
    expect((await admin.put(`/books/${id}`, { price })).body.data.version).toBe(1)
  })

  test('empties an optional field and refuses to empty a required one', async () => {
    const { id } = await create({ pages: 9 })
    expect((await admin.put(`/books/${id}`, { pages: null })).body.data.pages).toBeNull()
    expect((await admin.put(`/books/${id}`, { title: '' })).status).toBe(422)
  })

  test('replaces many references', async () => {
    const a = (await admin.post('/genres', { name: 'A' })).body.data.id
    const b = (await admin.post('/genres', { name: 'B' })).body.data.id
    const { id } = await create({ genres: [a] })
    const { body } = await admin.put(`/books/${id}`, { genres: [b] })
    expect(body.data.genres).toEqual([b])
  })

  test('leaves an audit row with the changed fields only, and secrets unread', async () => {
    const { id } = await create({ shop_key: 'one' })
    await admin.put(`/books/${id}`, { price: 7, shop_key: 'two' })
    const { rows } = await sql<Record<string, any>>`
      select action, user_id, before, after from audit_log
      where resource = 'books' and record_id = ${id} order by id`.execute(
      server.backend.database.sql,
    )
    expect(rows.map((row) => row['action'])).toEqual(['create', 'update'])
    expect(rows[1]).toMatchObject({
      user_id: admin.id,
      before: { price: 0, shop_key: '•••' },
      after: { price: 7, shop_key: '•••' },
    })
    expect(Object.keys(rows[1]!['after'])).toHaveLength(2)
  })

  test('of the audit log is impossible', async () => {
    const { sql: database } = server.backend.database
    await expect(sql`update audit_log set action = 'x'`.execute(database)).rejects.toThrow(
      'insert-only',
    )
    await expect(sql`delete from audit_log`.execute(database)).rejects.toThrow('insert-only')
  })
})

describe('a deletion', () => {
  test('hides the record everywhere and frees its unique values', async () => {
    const { id } = await create({ isbn: 'again' })
    expect((await admin.delete(`/books/${id}`)).body.message).toEqual('Book successfully deleted')
    expect((await admin.get(`/books/${id}`)).status).toBe(404)
    expect((await admin.delete(`/books/${id}`)).status).toBe(404)
    await create({ isbn: 'again' })
  })

  test('of a record in use is refused in words', async () => {
    const { status, body } = await admin.delete(`/library/author/${authorId}`)
    expect(status).toBe(409)
    expect(body.message).toEqual('This author is in use and cannot be deleted.')
  })
})

describe('bulk', () => {
  test('changes the records a filter matches when the count is right', async () => {
    const owner = (await admin.post('/library/author', { name: 'Bulk' })).body.data.id
    for (let n = 0; n < 3; n += 1) await create({ author: owner })
    const ask = (expected_count: number) =>
      admin.post('/books/bulk/update', {
        filter: { author: owner },
        expected_count,
        values: { shelf: 'front' },
      })
    expect((await ask(2)).status).toBe(409)
    const { message, data } = (await ask(3)).body
    expect(data).toMatchObject({ done: 3, skipped: 0, reasons: [] })
    // B24: how many of what, also where one of them is "Setting".
    expect(message).toEqual('3 books successfully updated')
    const { body } = await admin.get(`/books/search?author=${owner}&shelf=front`)
    expect(body.meta.total).toBe(3)
  })

  test('says how many a filter matches by now, in thousands as people read them', async () => {
    const { id } = (await admin.post('/library/author', { name: 'Thousand' })).body.data
    await sql`insert into books (title, author, slug) select 'x', ${id}, 'x' from generate_series(1, 1001)`.execute(
      server.backend.database.sql,
    )
    const selected = { filter: { author: id }, expected_count: 1002 }
    const { status, body } = await admin.post('/books/bulk/delete', selected)
    expect([status, body.errors]).toEqual([409, { expected_count: ['1001'] }])
    expect(body.message).toBe('The filter now matches 1,001 records. Look again before you go on.')
    await sql`delete from books where author = ${id}`.execute(server.backend.database.sql)
  })

  test('skips what it may not change and says why', async () => {
    const one = await create({ isbn: 'bulk-1' })
    const two = await create()
    const { body } = await admin.post('/books/bulk/update', {
      ids: [one.id, two.id, 999_999],
      values: { isbn: 'bulk-1' },
    })
    expect(body.data).toMatchObject({
      done: 1,
      skipped: 2,
      reasons: ['Not found.', 'This value is already taken'],
    })
  })

  test('becomes a job above a hundred records', async () => {
    const { id } = (await admin.post('/library/author', { name: 'Hundred' })).body.data
    await sql`insert into books (title, author, slug) select 'x', ${id}, 'x' from generate_series(1, 101)`.execute(
      server.backend.database.sql,
    )
    const { status, body } = await admin.post('/books/bulk/delete', {
      filter: { author: id },
      expected_count: 101,
    })
    expect(status).toBe(202)
    await server.backend.jobs.work()
    await expect
      .poll(async () => (await admin.get(`/books/search?author=${id}`)).body.meta.total, {
        timeout: 45_000,
      })
      .toBe(0)
    expect(body.data.job_id).toEqual(expect.any(Number))
  })
})

describe('an action', () => {
  test('runs its handler with checked input', async () => {
    const { id } = await create()
    expect((await admin.post(`/books/${id}/reprice`, { price: 3.5 })).status).toBe(200)
    expect((await admin.get(`/books/${id}`)).body.data.price).toBe(3.5)
    expect((await admin.post(`/books/${id}/reprice`, { price: 'x' })).status).toBe(422)
    expect((await reader.post(`/books/${id}/reprice`, { price: 1 })).status).toBe(403)
  })

  test('is refused for a record its condition leaves out', async () => {
    const { id } = await create({ shelf: 'front' })
    expect((await admin.post(`/books/${id}/reprice`, { price: 1 })).status).toBe(409)
  })
})

test('specification B1: a list is sorted by what records point at, by the names of those', async () => {
  const author = await admin.make('/library/author', { name: 'Sorted' })
  const genres: number[] = []
  for (const name of ['Satire', 'Drama', 'Essay']) {
    genres.push(await admin.make('/genres', { name: `Sorted ${name}` }))
  }
  const books = []
  for (const some of [[0], [1, 2], [], [2]]) {
    const ids = some.map((place) => genres[place])
    books.push((await create({ author, genres: ids })).id)
  }
  const [satire, drama, none, essay] = books
  const order = async (sort: string) =>
    (await admin.get(`/books/search?author=${author}&sort=${sort}`)).body.data.map(
      (one: { id: number }) => one.id,
    )
  expect(await order('genres')).toEqual([drama, essay, satire, none])
  expect(await order('-genres')).toEqual([satire, essay, drama, none])
})

describe('options', () => {
  test('answer the declared fields and are found by a fragment', async () => {
    const { body } = await reader.get('/library/author/all?search=rsul')
    expect(body.data).toEqual([{ id: authorId, name: 'Ursula' }])
  })

  test('specification 7: say whether they are all there are', async () => {
    const { id } = (await admin.post('/library/author', { name: 'Octavia' })).body.data
    const complete = async (query: string) =>
      (await reader.get(`/library/author/all${query}`)).body.meta.is_complete
    expect(await complete('?limit=1')).toBe(false)
    expect(await complete('')).toBe(true)
    expect(await complete(`?limit=1&id=${id}`)).toBe(true)
  })

  test('D3: leave out an inactive record, which stays where it stands and is found for filters', async () => {
    const id = await admin.make('/library/author', { name: 'Kilgore' })
    const book = await create({ author: id })
    expect((await admin.put(`/library/author/${id}`, { is_active: false })).status).toBe(200)
    const found = async (query: string) =>
      (await reader.get(`/library/author/all?search=kilgore&${query}`)).body.data
    const inactive = { id, name: 'Kilgore', inactive: true }
    expect(await found('')).toEqual([])
    expect(await found('inactive=1')).toEqual([inactive])
    expect(await found(`id=${id}`)).toEqual([inactive])
    expect((await reader.get('/library/author/all?inactive=yes')).status).toBe(400)
    const { status, body } = await admin.put(`/books/${book.id}`, { title: 'Kept' })
    expect(status).toBe(200)
    expect(body.data.labels.author).toMatchObject({ id, label: 'Kilgore', inactive: true })
  })
})

test('the OpenAPI document shows a user only what he may call', async () => {
  const paths = async (client: Client) =>
    Object.keys((await client.get('/openapi.json')).body.paths)
  expect(await paths(admin)).toContain('/library/author/{id}')
  expect(await paths(reader)).not.toContain('/library/author/{id}')
  expect((await server.anonymous.get('/openapi.json')).status).toBe(401)
})

describe('M4: what asks for the password again', () => {
  let late: Client
  beforeAll(async () => {
    late = await server.user(librarian, { name: 'Late' })
    await sql`
      update sessions set confirmed_at = now() - interval '16 minutes' where user_id = ${late.id}
    `.execute(server.backend.database.sql)
  })

  const refused = {
    status: 403,
    body: { message: 'Enter your password again.', code: 'confirm_password' },
  }

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['a change of such a field', (id) => late.put(`/books/${id}`, { price: 3 })],
    ['a new record with such a value', () => late.post('/books', newBook({ price: 3 }))],
    ['a deletion', (id) => late.delete(`/books/${id}`)],
    ['a declared action', (id) => late.post(`/books/${id}/reprice`, { price: 3 })],
    ['a bulk change', (id) => bulk('update', { ids: [id], values: { price: 3 } })],
    ['a bulk deletion', (id) => bulk('delete', { ids: [id] })],
    ['a bulk action', (id) => bulk('reprice', { ids: [id], values: { price: 3 } })],
    [
      'an export in the clear',
      () => late.post('/books/export', { columns: ['lender_email'], reason: 'An audit' }),
    ],
  ])('%s does nothing, and is no denial', async (_what, act) => {
    const { id, version } = await create()
    expect(await act(id)).toMatchObject(refused)
    expect((await admin.get(`/books/${id}`)).body.data).toMatchObject({ version, price: 0 })
    const { rows } = await sql`
      select from audit_log where user_id = ${late.id}`.execute(server.backend.database.sql)
    expect(rows).toEqual([])
  })

  const bulk = (act: string, body: object) => late.post(`/books/bulk/${act}`, body)

  test('a bulk act that becomes a job is asked at its start', async () => {
    await sql`
      insert into books (title, author, shelf)
      select 'Many', ${authorId}, 'back' from generate_series(1, 101)
    `.execute(server.backend.database.sql)
    const all = { filter: { title: 'Many' }, expected_count: 101 }
    expect(await bulk('reprice', { ...all, values: { price: 3 } })).toMatchObject(refused)
    expect(await bulk('update', { ...all, values: { price: 3 } })).toMatchObject(refused)
    expect((await bulk('update', { ...all, values: { pages: 3 } })).status).toBe(202)
  })

  test('nothing else does', async () => {
    const { id } = await create()
    expect((await late.put(`/books/${id}`, { title: 'Other', price: 0 })).status).toBe(200)
    expect((await late.post('/books/export', { columns: ['title'] })).status).toBe(202)
  })
})
