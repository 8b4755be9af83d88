import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { readMessage, renderMessage } from '#schema'
import type { Behavior, Translations } from '#server'

import { accessChanged } from '../../../src/server/auth/access.ts'
import { author, book, librarian, library } from '../../fixtures/businesses/library.ts'
import { ended } from '../../attacks/cases/office.ts'
import { client, createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

/** A price that changes more than the book. */
const costly = 666

const bookBehavior: Behavior<typeof book> = {
  prepare: (values) => (values.title ? { ...values, slug: values.title.toLowerCase() } : values),
  actions: {
    async reprice({ records, input }, { records: of }) {
      for (const { id, author: by } of records) {
        if (input.price === costly) await of(author).update(by, { name: `Rich ${id}` })
        await of(book).update(id, { price: input.price - 1 })
        await of(book).update(id, { price: input.price })
      }
    },
  },
}

const inArabic = {
  'messages.this_value_is_already_taken': 'مستخدمة',
  'messages.id': 'رقم',
  'messages.code': 'رمز',
  'messages.reason': 'سبب',
  'messages.file_of_skipped': '%{done} متخطاة.csv',
}

const translations: Translations = {
  english: {},
  shippedLanguages: ['ar'],
  shipped: () => inArabic,
  texts: async (locale) => (locale === 'ar' ? inArabic : {}),
  languages: async () => ({}),
}

let server: TestServer
let admin: Client
let other: Client
let authorId: number

beforeAll(async () => {
  server = await createTestServer({
    resources: library,
    behaviors: { books: bookBehavior as never },
    translations,
  })
  admin = await server.user([...librarian, 'user.profile.job.view'])
  other = await server.user(librarian)
  authorId = (await admin.post('/library/author', { name: 'Ursula' })).body.data.id
}, 60_000)

afterAll(() => server.close())

async function create(more: object = {}): Promise<{ id: number; version: number }> {
  const { body } = await admin.post('/books', { title: 'Malafrena', author: authorId, ...more })
  return body.data
}

const read = async (id: number) => (await admin.get(`/books/${id}`)).body.data

const audit = async (id: number) => {
  const { rows } = await sql<{ action: string; user_id: number }>`
    select action, user_id from audit_log
    where resource = 'books' and record_id = ${id} order by id`.execute(server.backend.database.sql)
  return rows
}

/** Takes a permission from a user who has worked with it. */
async function revoke(user: Client, permission: string): Promise<void> {
  const { sql: database } = server.backend.database
  await sql`
    delete from roles_permissions where record_id in (
      select target_id from users_roles where record_id = ${user.id}
    ) and target_id in (select id from permissions where name = ${permission})`.execute(database)
  await accessChanged(database)
}

describe('undo of a change', () => {
  test('writes the values before it, which follow through hooks, with an audit row', async () => {
    const { id } = await create({ pages: 10, genres: [] })
    const changed = await admin.put(`/books/${id}`, { title: 'Orsinia', pages: null, version: 1 })
    expect(changed.body.data).toMatchObject({ version: 2, slug: 'orsinia', pages: null })
    const { status, body } = await admin.post(`/books/${id}/undo`, { version: 2 })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      title: 'Malafrena',
      slug: 'malafrena',
      pages: 10,
      version: 3,
    })
    expect((await audit(id)).map(({ action }) => action)).toEqual(['create', 'update', 'update'])
  })

  test('gives back what was empty, and the records a field pointed at', async () => {
    const genre = (await admin.post('/genres', { name: 'Saga' })).body.data.id
    const { id } = await create()
    await admin.put(`/books/${id}`, { pages: 5, genres: [genre], version: 1 })
    const { body } = await admin.post(`/books/${id}/undo`, { version: 2 })
    expect(body.data).toMatchObject({ pages: null, genres: [] })
  })

  test('gives back a value that the user sees only masked, without showing it', async () => {
    const { id } = await create({ lender_email: 'real@example.com' })
    const masked = await server.user(librarian.filter((one) => one !== 'book.contact'))
    await masked.put(`/books/${id}`, { lender_email: 'other@example.com', version: 1 })
    const { status, body } = await masked.post(`/books/${id}/undo`, { version: 2 })
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('real@example.com')
    expect((await admin.reveal(`/books/${id}`))['lender_email']).toBe('real@example.com')
  })

  test('never goes past a change of somebody else, and says so', async () => {
    const { id } = await create()
    await admin.put(`/books/${id}`, { title: 'Mine', version: 1 })
    await other.put(`/books/${id}`, { title: 'Theirs', version: 2 })
    const { status, body } = await admin.post(`/books/${id}/undo`, { version: 2 })
    expect(status).toBe(409)
    expect(body.message).toEqual('Changed by someone else since. It is not undone.')
    expect((await read(id)).title).toBe('Theirs')
    expect((await admin.post(`/books/${id}/undo`, { version: 3 })).status).toBe(409)
  })

  test('needs the permission of the change, also the one of its field', async () => {
    const { id } = await create({ note: 'before' })
    await admin.put(`/books/${id}`, { note: 'after', version: 1 })
    const reader = await server.user(['book.view'])
    expect((await reader.post(`/books/${id}/undo`, { version: 2 })).status).toBe(403)
    const writer = await server.user(librarian)
    await writer.put(`/books/${id}`, { note: 'written', version: 2 })
    await revoke(writer, 'book.secret.write')
    expect((await writer.post(`/books/${id}/undo`, { version: 3 })).status).toBe(422)
    expect((await read(id)).note).toBe('written')
  })

  test('refuses what it cannot give back: a secret is not kept', async () => {
    const { id } = await create({ shop_key: 'a long secret of the shop' })
    await admin.put(`/books/${id}`, { shop_key: 'another secret of the shop', version: 1 })
    const { status, body } = await admin.post(`/books/${id}/undo`, { version: 2 })
    expect(status).toBe(409)
    expect(body.message).toContain('not kept')
  })

  test.each([{}, { version: 'x' }, { version: 2, title: 'x' }])(
    'wants the version and nothing else: %j',
    async (body) => {
      const { id } = await create()
      expect((await admin.post(`/books/${id}/undo`, body)).status).toBe(422)
    },
  )
})

describe('B7: undo of an action', () => {
  const clerk = () => server.user(['book.view', 'book.reprice'])
  const price = async (id: number) => (await read(id)).price

  test('takes back all that it wrote, for whoever may run it, and for nobody else', async () => {
    const { id } = await create({ price: 5 })
    const user = await clerk()
    const done = await user.post(`/books/${id}/reprice`, { price: 9 })
    expect(done.body.data).toEqual({ id, version: 3 })
    expect((await other.post(`/books/${id}/undo`, { version: 3 })).status).toBe(409)
    const reader = await server.user(['book.view'])
    expect((await reader.post(`/books/${id}/undo`, { version: 3 })).status).toBe(403)
    const { status, body } = await user.post(`/books/${id}/undo`, { version: 3 })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ price: 5, version: 4 })
    expect((await audit(id)).map(({ action }) => action)).toEqual([
      'create',
      'update',
      'update',
      'reprice',
      'update',
    ])
  })

  test('is no way round the permission to edit: what was edited stays', async () => {
    const { id } = await create({ price: 5 })
    const editor = await server.user(['book.view', 'book.update', 'book.reprice'])
    await editor.put(`/books/${id}`, { price: 6, version: 1 })
    await revoke(editor, 'book.update')
    expect((await editor.post(`/books/${id}/undo`, { version: 2 })).status).toBe(403)
    await editor.post(`/books/${id}/reprice`, { price: 9 })
    expect((await editor.post(`/books/${id}/undo`, { version: 4 })).status).toBe(200)
    expect(await price(id)).toBe(6)
  })

  test('never goes past a change of somebody else', async () => {
    const { id } = await create({ price: 5 })
    const user = await clerk()
    const { version } = (await user.post(`/books/${id}/reprice`, { price: 9 })).body.data
    await other.put(`/books/${id}`, { price: 10, version })
    expect((await user.post(`/books/${id}/undo`, { version })).status).toBe(409)
    expect(await price(id)).toBe(10)
  })

  test('is not offered where the action wrote something else too', async () => {
    const { id } = await create()
    const { body } = await admin.post(`/books/${id}/reprice`, { price: costly })
    expect(body.data).toEqual({ id })
  })

  test('takes back what it did to many', async () => {
    const [one, two] = [await create({ price: 1 }), await create({ price: 2 })]
    const user = await clerk()
    const ids = [one.id, two.id]
    const done = await user.post('/books/bulk/reprice', { ids, values: { price: 9 } })
    expect(done.body.data.records).toEqual(ids.map((id) => ({ id, version: 3 })))
    const versions = [3, 3]
    expect((await user.post('/books/bulk/undo', { ids, versions })).body.data.done).toBe(2)
    expect([await price(one.id), await price(two.id)]).toEqual([1, 2])
  })
})

describe('restoring', () => {
  test('brings a deleted record back, audited, for whoever may delete', async () => {
    const { id } = await create()
    const deleted = await admin.delete(`/books/${id}`)
    expect(deleted.body.data).toEqual({ id, version: 2 })
    expect((await admin.get(`/books/${id}`)).status).toBe(404)
    const reader = await server.user(['book.view', 'book.update'])
    expect((await reader.post(`/books/${id}/restore`, { version: 2 })).status).toBe(403)
    const { status, body } = await admin.post(`/books/${id}/restore`, { version: 2 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'Book successfully restored',
      data: { id, title: 'Malafrena', version: 3 },
    })
    expect((await audit(id)).at(-1)).toEqual({ action: 'restore', user_id: admin.id })
  })

  test('answers 404 for a record that is alive or was never there', async () => {
    const { id } = await create()
    expect((await admin.post(`/books/${id}/restore`, { version: 1 })).status).toBe(404)
    expect((await admin.post('/books/999999/restore', { version: 1 })).status).toBe(404)
  })

  test('is refused for another version than the deletion left', async () => {
    const { id } = await create()
    await admin.delete(`/books/${id}`)
    expect((await admin.post(`/books/${id}/restore`, { version: 1 })).status).toBe(409)
  })

  test('is refused when its unique value is taken by now', async () => {
    const { id } = await create({ isbn: 'unique-1' })
    await admin.delete(`/books/${id}`)
    await create({ isbn: 'unique-1' })
    const { status, body } = await admin.post(`/books/${id}/restore`, { version: 2 })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ isbn: ['This value is already taken'] })
  })

  test('is no route of a resource whose deleted records are gone', async () => {
    const { id } = (await admin.post('/genres', { name: 'Gone' })).body.data
    await admin.delete(`/genres/${id}`)
    expect((await admin.post(`/genres/${id}/restore`, { version: 1 })).status).toBe(404)
  })
})

describe('a bulk change', () => {
  test('tells which records it skipped and why each, and which versions it made', async () => {
    const [one, two, gone] = [await create(), await create(), await create()]
    await admin.delete(`/books/${gone.id}`)
    await other.put(`/books/${two.id}`, { shelf: 'front', version: 1 })
    const { body } = await admin.post('/books/bulk/update', {
      ids: [one.id, two.id, gone.id],
      versions: [1, 1, 1],
      values: { shelf: 'front' },
    })
    expect(body.data).toMatchObject({ done: 1, skipped: 2, records: [{ id: one.id, version: 2 }] })
    expect(body.data.failures).toEqual([
      { id: gone.id, code: 'gone', reason: 'Not found.' },
      { id: two.id, code: 'changed', reason: 'Changed by someone else meanwhile.' },
    ])
  })

  test('B3: goes on where others have changed other fields since', async () => {
    const { id } = await create()
    await other.put(`/books/${id}`, { pages: 7, version: 1 })
    await other.put(`/books/${id}`, { pages: 8, title: 'Theirs', version: 2 })
    const selection = { ids: [id], versions: [1] }
    const { body } = await admin.post('/books/bulk/update', {
      ...selection,
      values: { shelf: 'front' },
    })
    expect(body.data).toMatchObject({ done: 1, skipped: 0 })
    expect(await read(id)).toMatchObject({ shelf: 'front', pages: 8, title: 'Theirs' })
    const late = await admin.post('/books/bulk/update', { ...selection, values: { pages: 1 } })
    expect(late.body.data.failures).toMatchObject([{ id, code: 'changed' }])
  })

  test('wakes the live events at once', async () => {
    const { id } = await create()
    let heard = 0
    server.backend.commits.once('commit', () => (heard += 1))
    await admin.post('/books/bulk/update', { ids: [id], values: { shelf: 'front' } })
    expect(heard).toBe(1)
  })

  test('is undone as a whole, but for what others have changed since', async () => {
    const [one, two] = [await create(), await create({ shelf: 'front', pages: 3 })]
    const ids = [one.id, two.id]
    const values = { pages: 100 }
    const { records } = (await admin.post('/books/bulk/update', { ids, values })).body.data
    await other.put(`/books/${two.id}`, { pages: 101 })
    const { status, body } = await admin.post('/books/bulk/undo', {
      ids: records.map((record: { id: number }) => record.id),
      versions: records.map((record: { version: number }) => record.version),
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ done: 1, skipped: 1, failures: [{ code: 'changed' }] })
    expect((await read(one.id)).pages).toBeNull()
    expect((await read(two.id)).pages).toBe(101)
  })

  test('a bulk deletion is restored as a whole', async () => {
    const ids = [(await create()).id, (await create()).id]
    const { records } = (await admin.post('/books/bulk/delete', { ids })).body.data
    expect(records).toEqual(ids.map((id) => ({ id, version: 2 })))
    const { body } = await admin.post('/books/bulk/restore', { ids, versions: [2, 2] })
    expect(body.data).toMatchObject({ done: 2, skipped: 0 })
    expect((await admin.get(`/books/${ids[0]}`)).status).toBe(200)
  })
})

describe('a bulk change of more than a hundred', () => {
  const many = async (title: string) => {
    await sql`
      insert into books (title, author, shelf, price) select ${title}, ${authorId}, 'back', 1
      from generate_series(1, 120)`.execute(server.backend.database.sql)
    return { filter: { search: title }, expected_count: 120 }
  }

  test('skips a record that somebody changed after the job was started', async () => {
    const selection = await many('Raced')
    const { body } = await admin.post('/books/bulk/update', { ...selection, values: { pages: 9 } })
    const { rows } = await sql<{ id: number }>`
      select min(id) as id from books where title = 'Raced'`.execute(server.backend.database.sql)
    await other.put(`/books/${rows[0]!.id}`, { pages: 1 })
    await server.backend.jobs.work()
    const job = await ended(server, body.data.job_id)
    expect(job['result']).toMatchObject({ skipped: { changed: 1 } })
    expect((await read(rows[0]!.id)).pages).toBe(1)
  })

  test('is a job whose report tells what was skipped, also to be downloaded', async () => {
    const selection = await many('Jobbed')
    const { status, body } = await admin.post('/books/bulk/update', {
      ...selection,
      values: { isbn: 'only-one' },
    })
    expect(status).toBe(202)
    const job = await ended(server, body.data.job_id)
    expect(job).toMatchObject({ state: 'finished_with_errors', processed: 120, failed: 119 })
    expect(job['result']).toMatchObject({ skipped: { invalid: 119 } })
    expect(renderMessage(String(job['name']))).toBe('Books: Edit')
    // Its name is stored in no language: a search would find other words than are seen.
    expect((await admin.get('/profile/job/search?search=Books')).body.data).toEqual([])
    expect(readMessage(String(job['message']))).toMatchObject({
      message: 'messages.skipped_the_file_says_why',
      args: { count: '119' },
    })
    const file = await admin.get(`/profile/job/${body.data.job_id}/download/error`)
    expect(file.status).toBe(200)
    const lines = String(file.body).trim().split('\n')
    // By the mark a spreadsheet opens it in UTF-8.
    expect(String(file.body).startsWith('\uFEFF')).toBe(true)
    expect(lines[0]).toBe('"ID","Code","Reason"')
    expect(lines).toHaveLength(120)
    expect(lines[1]).toMatch(/^"\d+","invalid","This value is already taken"$/)
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    const arab = client(server.app, admin.id, admin.token, { locale: 'ar' })
    const theirs = await arab.get(`/profile/job/${body.data.job_id}/download/error`)
    const theirLines = String(theirs.body).trim().split('\n')
    expect(theirLines[0]).toBe('"رقم","رمز","سبب"')
    expect(theirLines[119]).toMatch(/^"\d+","invalid","مستخدمة"$/)
    expect(theirs.headers['content-disposition']).toContain(encodeURIComponent('متخطاة'))
  })

  test('is undone by a job too', async () => {
    const selection = await many('Undone')
    const change = await admin.post('/books/bulk/update', { ...selection, values: { price: 5 } })
    await ended(server, change.body.data.job_id)
    const { status, body } = await admin.post('/books/bulk/undo', {
      job_id: change.body.data.job_id,
    })
    expect([status, body.message]).toEqual([202, 'It is done in the background.'])
    expect(await ended(server, body.data.job_id)).toMatchObject({ state: 'finished', failed: 0 })
    const { rows } = await sql<{ price: number }>`
      select distinct price from books where title = 'Undone'`.execute(server.backend.database.sql)
    expect(rows).toEqual([{ price: 1 }])
    const theirs = await other.post('/books/bulk/undo', { job_id: change.body.data.job_id })
    expect(theirs.status).toBe(409)
  })

  test('B7: that an action made is undone by a job too, once it has ended', async () => {
    const selection = await many('Repriced')
    const user = await server.user(['book.view', 'book.reprice'])
    const values = { price: 9 }
    const { job_id } = (await user.post('/books/bulk/reprice', { ...selection, values })).body.data
    expect((await ended(server, job_id))['undoable_until']).not.toBeNull()
    const { sql: database } = server.backend.database
    await sql`update jobs set state = 'paused' where id = ${job_id}`.execute(database)
    const early = await user.post('/books/bulk/undo', { job_id })
    expect(early.status).toBe(409)
    expect(early.body.errors.job_id[0]).toContain('still at work')
    // Whether a job of somebody else is at work, or is there at all, is not theirs to know.
    const theirs = await other.post('/books/bulk/undo', { job_id })
    const missing = await other.post('/books/bulk/undo', { job_id: 999_999_999 })
    expect([theirs.status, theirs.body]).toEqual([missing.status, missing.body])
    await sql`update jobs set state = 'finished' where id = ${job_id}`.execute(database)
    const undo = await user.post('/books/bulk/undo', { job_id })
    expect(await ended(server, undo.body.data.job_id)).toMatchObject({ failed: 0 })
    const { rows } = await sql<{ price: number }>`
      select distinct price from books where title = 'Repriced'`.execute(database)
    expect(rows).toEqual([{ price: 1 }])
  })

  const until = async (id: number) =>
    (await admin.get(`/profile/job/${id}`)).body.data.undoable_until

  test('tells in its job until when it can be undone, and no more once it is', async () => {
    const selection = await many('Told')
    const change = await admin.post('/books/bulk/update', { ...selection, values: { price: 5 } })
    const { job_id } = change.body.data
    expect(await until(job_id)).toBeNull()
    // By the clock of the database, whatever that of the process that ends the job says.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 3_600_000 })
    await ended(server, job_id).finally(() => vi.useRealTimers())
    const hours = (Date.parse(await until(job_id)) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23)
    expect(hours).toBeLessThanOrEqual(24)
    const undo = await admin.post('/books/bulk/undo', { job_id })
    expect(await until(job_id)).toBeNull()
    await ended(server, undo.body.data.job_id)
    expect(await until(undo.body.data.job_id)).toBeNull()
  })

  test('is not to be undone when it changed nothing', async () => {
    await many('Taken')
    await admin.post('/books', { title: 'Owner', author: authorId, isbn: 'taken' })
    const change = await admin.post('/books/bulk/update', {
      filter: { search: 'Taken' },
      expected_count: 120,
      values: { isbn: 'taken' },
    })
    await ended(server, change.body.data.job_id)
    expect(await until(change.body.data.job_id)).toBeNull()
  })
})
