import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { defineResource, field } from '#schema'
import { presentAuditEntry, transactAsProcess } from '#server'

import { book, librarian, library } from '../../fixtures/businesses/library.ts'
import { userWith } from '../../fixtures/user.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

let server: TestServer
let admin: Client
let clerk: Client
let id: number
let first: number
let second: number

const more = [
  'book.contact',
  'book.secret',
  'book.secret.write',
  'options.users.all',
  'management.user.view',
]

beforeAll(async () => {
  server = await createTestServer({ resources: library })
  admin = await server.user([...new Set([...librarian, ...more])])
  clerk = await server.user(['book.view'])
  first = (await admin.post('/library/author', { name: 'Ursula' })).body.data.id
  second = (await admin.post('/library/author', { name: 'Karin' })).body.data.id
  const values = {
    title: 'Malafrena',
    author: first,
    lender_email: 'ada@example.org',
    note: 'dusty',
  }
  id = (await admin.post('/books', values)).body.data.id
  const changes = { author: second, lender_email: 'bea@example.org', note: 'clean', shop_key: 'k1' }
  await admin.put(`/books/${id}`, { ...changes, version: 1 })
}, 60_000)

afterAll(() => server.close())

const historyFor = async (client: Client, query = '') =>
  (await client.get(`/books/${id}/timeline${query}`)).body

const changesIn = (entry: { changes: { field: string }[] }) =>
  Object.fromEntries(entry.changes.map((one) => [one.field, one]))

describe('the history of a record', () => {
  test('names at whose word the system wrote, in the audit log too, as far as its reader may know', async () => {
    const { backend } = server
    const two = (await admin.post('/books', { title: 'Two', author: first })).body.data.id
    const by = { resource: 'authors', id: second }
    const told = { author: { user_id: null, by } }
    await transactAsProcess(
      backend,
      async ({ records }) => {
        await records(book).update(two, { title: 'Three' })
        const values = new Map([[two, { title: 'Four' }]])
        await records(book).updateAll([two], () => values, { detail: { note: 'Told' } })
      },
      told,
    )
    const read = async (client: Client) =>
      (await client.get(`/books/${two}/timeline`)).body.data.slice(0, 2)
    const known = { user: null, by: { ...by, label: 'Karin' } }
    expect(await read(admin)).toMatchObject([{ ...known, note: 'Told' }, known])
    expect(await read(clerk)).toMatchObject([{ by: null }, { by: null }])
    const entry = {
      resource: 'books',
      detail: { before: null, after: null, facts: { told_by: by, note: 'Told' } },
    }
    const shown = (permissions: readonly string[]) =>
      presentAuditEntry(entry, userWith(...permissions), backend).detail
    expect(shown(librarian)).toMatchObject({ facts: { told_by: by, note: 'Told' } })
    expect(shown(['book.view'])).toMatchObject({ facts: { note: 'Told' } })
    expect(shown(['book.view'])).not.toMatchObject({ facts: { told_by: by } })
  })

  test('tells each write with its fields before and after, newest first', async () => {
    const { data } = await historyFor(admin)
    expect(data.map(({ action, version }: never) => [action, version])).toEqual([
      ['update', 2],
      ['create', 1],
    ])
    expect(changesIn(data[0])).toMatchObject({
      author: { before: first, after: second },
      lender_email: { before: 'a•••••@e•••.org', after: 'b•••••@e•••.org' },
      note: { before: 'dusty', after: 'clean' },
    })
    expect(Object.keys(changesIn(data[0]))).not.toContain('title')
    expect(changesIn(data[1])).toMatchObject({ title: { before: null, after: 'Malafrena' } })
    expect(Object.keys(changesIn(data[1]))).not.toContain('genres')
  })

  test('leaves out what only the console reads, and what follows from other fields', async () => {
    const part = defineResource('parts', {
      permission: 'part',
      fields: {
        name: field.text(),
        key: field.text({ optional: true, computed: true }),
        code: field.text({ optional: true, computed: true }),
        length: field.integer({ optional: true, outOfHistory: true }),
      },
      title: 'name',
      list: ['name', 'code'],
      form: ['name', 'length'],
    })
    const made = { key: 'k', code: 'c', length: 3 }
    const behavior = { beforeCreate: (values: object) => ({ ...values, ...made }) }
    const parts = await createTestServer({
      resources: [part],
      behaviors: { parts: behavior } as never,
    })
    const all = await parts.user(['part.view', 'part.create'])
    const one = (await all.post('/parts', { name: 'Cog' })).body.data
    expect(one).toMatchObject(made)
    const { data } = (await all.get(`/parts/${one.id}/timeline`)).body
    expect(Object.keys(changesIn(data[0]))).toEqual(['name', 'code'])
    await parts.close()
  })

  test('names the records that values point at', async () => {
    const { meta } = await historyFor(admin)
    expect(meta.labels.author).toEqual({ [first]: 'Ursula', [second]: 'Karin' })
  })

  test('hides, masks and unnames what the user may not see', async () => {
    const { data, meta } = await historyFor(clerk)
    const changes = changesIn(data[0])
    expect(changes).not.toHaveProperty('note')
    expect(JSON.stringify(data)).not.toMatch(/ada@|bea@|dusty|clean|k1/)
    expect(changes['lender_email']).toMatchObject({ before: expect.stringContaining('•') })
    expect(meta.labels).not.toHaveProperty('author')
    expect(data[0].user.label).toBeNull()
  })

  test('keeps secrets to itself', async () => {
    const { data } = await historyFor(admin)
    expect(changesIn(data[0])['shop_key']).toMatchObject({ before: null, after: '•••' })
  })

  test('is not there for a record that is not there, and refused without the permission', async () => {
    expect((await admin.get('/books/999999/timeline')).status).toBe(404)
    const nobody = await server.user([])
    expect((await nobody.get(`/books/${id}/timeline`)).status).toBe(403)
  })

  test('H2: has the server take a write back, masked values too, without showing them', async () => {
    const editor = await server.user(['book.view', 'book.update', 'options.authors'])
    const entry = (await historyFor(editor)).data[0].id
    const revert = (client: Client, body: object) => client.post(`/books/${id}/revert`, body)
    expect((await revert(clerk, { entry, version: 2 })).status).toBe(403)
    expect((await revert(editor, { entry })).status).toBe(422)
    expect((await revert(editor, { entry, version: 1 })).status).toBe(409)
    const other = (await admin.post('/books', { title: 'Orsinia', author: first })).body.data.id
    const [created] = (await admin.get(`/books/${other}/timeline`)).body.data
    for (const strange of [created.id, 999_999, (await historyFor(editor)).data[1].id]) {
      expect((await revert(editor, { entry: strange, version: 2 })).status).toBe(404)
    }
    const reverted = await revert(editor, { entry, version: 2 })
    expect(reverted.status, JSON.stringify(reverted.body)).toBe(200)
    expect(reverted.body.data).toMatchObject({
      version: 3,
      author: first,
      lender_email: 'a•••••@e•••.org',
    })
    // Neither what the editor may not set nor what nobody reads comes back.
    expect((await admin.get(`/books/${id}`)).body.data).toMatchObject({ note: 'clean' })
    const [latest] = (await historyFor(admin)).data
    expect(Object.keys(changesIn(latest)).sort()).toEqual(['author', 'lender_email'])
    expect(await admin.reveal(`/books/${id}`)).toMatchObject({ lender_email: 'ada@example.org' })
  })

  test('goes on where a page ended', async () => {
    for (let version = 3; version < 30; version += 1) {
      await admin.put(`/books/${id}`, { pages: version, version })
    }
    const page = await historyFor(admin)
    expect(page.data).toHaveLength(25)
    const rest = await historyFor(admin, `?before=${page.meta.next}`)
    expect(rest.data.at(-1).action).toBe('create')
    const all = [...page.data, ...rest.data]
    expect(all).toHaveLength(30)
    // Who was shown a value is told to those who read the audit log.
    expect(all.map(({ action }: { action: string }) => action)).not.toContain('reveal')
    expect(rest.meta.next).toBeNull()
    expect((await admin.get(`/books/${id}/timeline?before=x`)).status).toBe(400)
    expect((await admin.get(`/books/${id}/timeline?after=1`)).status).toBe(400)
  })
})
