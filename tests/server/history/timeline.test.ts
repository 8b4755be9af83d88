import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { RecordOf } from '#schema'
import type { Behavior, Happened } from '#server'

import { author, book, library } from '../../fixtures/businesses/library.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

type Book = Partial<RecordOf<typeof book>> & { readonly id: number; readonly created_at: string }

const eventsOf = (one: Book): Happened[] => {
  const about = { resource: 'books', id: one.id }
  const values = { title: `${one.title}`, lender: `${one.lender_email}`, note: `${one.note}` }
  return [
    { event: 'written', at: one.created_at, about, values },
    ...(one.published ? [{ event: 'published', at: `${one.published}T00:00:00Z`, about }] : []),
  ]
}

const behavior: Behavior<typeof author> = {
  timeline: async ({ id = 0 }, read) =>
    (await read(book, { filter: { author: id }, times: ['created_at', 'published'] })).flatMap(
      eventsOf,
    ),
}

let server: TestServer
let admin: Client
let id: number

const rename = async (from: number, to: number) => {
  for (let version = from; version < to; version += 1) {
    await admin.put(`/library/author/${id}`, { owner: version, version })
  }
}

const write = (title: string, more: object = {}) =>
  admin.make('/books', { title, author: id, ...more })

beforeAll(async () => {
  server = await createTestServer({
    resources: library,
    behaviors: { authors: behavior as never },
  })
  admin = await server.user([
    'author.view',
    'author.create',
    'author.update',
    'options.authors',
    'book.view',
    'book.create',
    'book.secret',
    'book.secret.write',
  ])
  id = await admin.make('/library/author', { name: 'Ursula' })
  const old = await write('Orsinia')
  await sql`update books set created_at = '2020-03-01T10:00:00Z' where id = ${old}`.execute(
    server.backend.database.sql,
  )
  await write('Malafrena', { published: '2001-02-03' })
  await rename(1, 11)
  await write('Voices', { lender_email: 'ada@example.org', note: 'dusty' })
  await rename(11, 31)
  await write('Powers')
  await write('Of another one', { author: await admin.make('/library/author', { name: 'Karin' }) })
}, 60_000)

afterAll(() => server.close())

interface Line {
  kind: string
  at: string
  event?: string
  action?: string
  version?: number
  values?: Record<string, string>
}

const pageFor = async (client: Client, before?: string | null, of = id) =>
  (await client.get(`/library/author/${of}/timeline${before ? `?before=${before}` : ''}`)).body as {
    data: Line[]
    meta: { next: string | null }
  }

const told = (lines: readonly Line[]) =>
  lines.flatMap(({ event, values }) => (event ? [[event, values?.['title']]] : []))

const changes = (lines: readonly Line[]) => lines.filter(({ kind }) => kind === 'change')

describe('the timeline of a record', () => {
  test('tells on each page what else happened in the time of its changes', async () => {
    const first = await pageFor(admin)
    expect(changes(first.data)).toHaveLength(25)
    expect(told(first.data)).toEqual([
      ['written', 'Powers'],
      ['written', 'Voices'],
    ])
    // What is younger than the first change, and what stands between two.
    expect(first.data[0]).toMatchObject({ kind: 'event', event: 'written' })
    const at = first.data.findIndex(({ values }) => values?.['title'] === 'Voices')
    expect([first.data[at - 1]?.version, first.data[at + 1]?.version]).toEqual([12, 11])

    const rest = await pageFor(admin, first.meta.next)
    expect(changes(rest.data).map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1])
    expect(rest.meta.next).toBeNull()
    // What is older than the last change stands behind it.
    expect(rest.data.slice(-4)).toMatchObject([
      { event: 'written', values: { title: 'Malafrena' } },
      { action: 'create' },
      { event: 'written', values: { title: 'Orsinia' } },
      { event: 'published' },
    ])
    expect(told(rest.data)).toHaveLength(3)
  })

  test('leaves nothing out where very much happened between two changes', async () => {
    const many = await admin.make('/library/author', { name: 'Many' })
    // Between its creation and the change after it, three of one moment among them.
    await sql`
      insert into books (title, author, created_at)
      select 'Of many ' || n, ${many}, now() + least(n, 248) * interval '1 ms' from generate_series(1, 250) n`.execute(
      server.backend.database.sql,
    )
    await sql`select pg_sleep(0.3)`.execute(server.backend.database.sql)
    await admin.put(`/library/author/${many}`, { owner: 1, version: 1 })
    const lines: Line[] = []
    let next: string | null | undefined
    let pages = 0
    for (; next !== null && pages < 10; pages += 1) {
      const page: Awaited<ReturnType<typeof pageFor>> = await pageFor(admin, next, many)
      lines.push(...page.data)
      next = page.meta.next
    }
    expect(pages).toBe(3)
    expect(changes(lines).map(({ version }) => version)).toEqual([2, 1])
    expect(new Set(told(lines).map(String)).size).toBe(250)
    expect(told(lines)).toHaveLength(250)
    const times = lines.map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
  })

  test('tells of other records what the reader may see of them', async () => {
    const valuesFor = async (permissions: string[]) => {
      const { data } = await pageFor(await server.user(permissions))
      return data.find(({ values }) => values?.['title'] === 'Voices')?.values
    }
    const masked = { title: 'Voices', lender: 'a•••••@e•••.org' }
    expect(await valuesFor(['author.view', 'book.view', 'book.secret', 'options.authors'])).toEqual(
      { ...masked, note: 'dusty' },
    )
    expect(await valuesFor(['author.view', 'book.view'])).toEqual({ ...masked, note: 'undefined' })
    const { data } = await pageFor(await server.user(['author.view']))
    expect(data).toHaveLength(25)
    expect(told(data)).toEqual([])
  })
})
