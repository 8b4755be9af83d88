import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { exportContract } from '#contract'

import { dayOn, momentsOf } from '../../../../src/kinds/date/zone.ts'
import { checkExport } from '../../../../src/server/exports/exportRequest.ts'
import { jobOf } from '#system'
import { book, librarian, library } from '../../../fixtures/businesses/library.ts'
import { awayFromMidnight } from '../../../fixtures/work/midnight.ts'
import { createTestServer, type Client, type TestServer } from '../../../fixtures/server.ts'
import { userWith } from '../../../fixtures/user.ts'

let server: TestServer
let head: Client
let clerk: Client

beforeAll(async () => {
  await awayFromMidnight()
  server = await createTestServer({ resources: [...library, jobOf()] })
  const { sql: database } = server.backend.database
  head = await server.user([...librarian, 'user.profile.job.view'])
  clerk = await server.user(['book.view'])
  await sql`insert into authors (name) values ('Ursula'), ('Ada')`.execute(database)
  await sql`insert into genres (name) values ('Fantasy'), ('Essay')`.execute(database)
  await sql`
    insert into books (title, author, price, pages, lender_email, shelf, published, created_at) values
      ('A Wizard', 1, 12, 205, 'a@example.com', 'front', '1968-01-02', now()),
      ('Notes', 2, 0, null, 'b@example.com', 'back', null, now() - interval '3 days'),
      ('Lavinia', 1, 9, 279, null, 'back', '2008-04-21', now() - interval '20 days'),
      ('Engines', 2, 30, 12, 'd@example.com', 'front', null, now() - interval '400 days')
  `.execute(database)
  await sql`insert into books_genres (record_id, target_id) values (1, 1), (2, 2)`.execute(database)
  await server.backend.jobs.work()
}, 360_000)

afterAll(() => server.close())

const titles = async (client: Client, query: Record<string, unknown>) => {
  const { status, body } = await client.post('/books/search', { sort: 'id', ...query })
  expect(body).toMatchObject({ data: expect.anything() })
  expect(status).toBe(200)
  expect(body.meta).toMatchObject({ total: body.data.length, total_is: 'exact' })
  return body.data.map(({ title }: { title: string }) => title)
}

describe('a list by groups', () => {
  test.each<[object, string[]]>([
    [{ any: [{ author: 1 }, { price: { from: 30 } }] }, ['A Wizard', 'Lavinia', 'Engines']],
    [
      { any: [{ genres: 1 }, { all: [{ shelf: 'back' }, { pages: { empty: true } }] }] },
      ['A Wizard', 'Notes'],
    ],
    [
      { all: [{ any: [{ author: 1 }, { author: 2 }] }, { price: { to: 9 } }] },
      ['Notes', 'Lavinia'],
    ],
    [
      { any: [{ title: { contains: 'wiz' } }, { title: { contains: 'gin' } }] },
      ['A Wizard', 'Engines'],
    ],
    [{ any: [{ genres: { not: [1, 2] } }] }, ['Lavinia', 'Engines']],
    [{ all: [{ lender_email: { not: 'a@example.com' } }] }, ['Notes', 'Lavinia', 'Engines']],
    [{ created_at: 'today' }, ['A Wizard']],
    [{ created_at: 'last_7_days' }, ['A Wizard', 'Notes']],
    [
      { any: [{ created_at: 'last_30_days' }, { price: 30 }] },
      ['A Wizard', 'Notes', 'Lavinia', 'Engines'],
    ],
  ])('%j has those that match', async (where, expected) => {
    expect(await titles(head, { where })).toEqual(expected)
    const address = `/books/search?sort=id&where=${encodeURIComponent(JSON.stringify(where))}`
    const { body } = await head.get(address)
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(expected)
  })

  test('is narrowed by the plain keys and by the search beside them', async () => {
    const where = { any: [{ author: 1 }, { price: { from: 30 } }] }
    expect(await titles(head, { where, shelf: 'front' })).toEqual(['A Wizard', 'Engines'])
    expect(await titles(head, { where, search: 'engines' })).toEqual(['Engines'])
  })

  test('finds masked values by as many as are given for whoever may unmask them', async () => {
    const holder = await server.user(['book.view', 'book.contact'])
    const where = { any: [{ lender_email: ['a@example.com', 'nobody@example.com'] }, { price: 9 }] }
    expect(await titles(holder, { where })).toEqual(['A Wizard', 'Lavinia'])
    expect(await titles(holder, { lender_email: ['a@example.com', 'b@example.com'] })).toEqual([
      'A Wizard',
      'Notes',
    ])
  })

  test.each([
    [{ note: 'x' }, '"note" is not a filter here.'],
    [
      { any: [{ lender_email: { contains: 'a' } }] },
      '"lender_email_contains" is not a filter here.',
    ],
    [{ nope: 1 }, '"nope" is not a filter here.'],
    [{ any: [] }, 'where: "any" needs a list of conditions.'],
    ['{', 'where must be JSON.'],
  ])('%j is refused', async (where, message) => {
    expect(await clerk.post('/books/search', { where })).toMatchObject({
      status: 400,
      body: { message },
    })
  })
})

test.each(['Pacific/Kiritimati', 'Pacific/Midway', 'Asia/Kolkata', 'UTC'])(
  'today is reckoned in the time zone of whoever asks: %s',
  async (zone) => {
    await awayFromMidnight(0.5, zone)
    const { sql: database } = server.backend.database
    const traveller = await server.user(['book.view'])
    await sql`update users set timezone = ${zone} where id = ${traveller.id}`.execute(database)
    const today = dayOn({ at: new Date(), zone })
    const start = Date.parse(momentsOf({ from: today, to: today }, zone).from)
    for (const [moment, found] of [
      [start, ['Notes']],
      [start - 1000, []],
    ] as const) {
      await sql`update books set created_at = ${new Date(moment)} where title = 'Notes'`.execute(
        database,
      )
      expect(await titles(traveller, { created_at: 'today', title: 'Notes' })).toEqual(found)
    }
  },
)

test('an export keeps what a period meant when it was asked for', () => {
  const request = exportContract.begin(book).body.parse({ filter: { published: 'today' } })
  const { query } = checkExport(book, userWith('book.view', 'book.export'), request, new Date(0))
  expect(query.filter).toEqual({ published: { from: '1970-01-01', to: '1970-01-01' } })
})

test('an export takes groups and notes when it was asked for', async () => {
  const where = { any: [{ title: 'Lavinia' }, { created_at: 'today', title: 'A Wizard' }] }
  const { body } = await head.post('/books/export', {
    filter: { where, sort: 'id' },
    columns: ['title'],
  })
  const id = body.data.job_id
  let done: any
  for (let tries = 0; tries < 700 && done?.state !== 'finished'; tries += 1) {
    done = (await head.get(`/profile/job/${id}`)).body.data
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  const file = await head.get(`/profile/job/${id}/download/result`)
  expect(file.body.replaceAll('"', '').trim().split(/\r?\n/)).toEqual([
    'Title',
    'A Wizard',
    'Lavinia',
  ])
  const { rows } = await sql<{ parameters: { asked_at: string } }>`
    select parameters from jobs where id = ${id}`.execute(server.backend.database.sql)
  expect(Date.parse(rows[0]!.parameters.asked_at)).toBeGreaterThan(Date.now() - 60_000)
})

test('a bulk act reaches what groups match, and no record more', async () => {
  const where = JSON.stringify({ any: [{ price: 30 }, { title: { contains: 'lavi' } }] })
  const act = (expected_count: number) =>
    head.post('/books/bulk/update', { filter: { where }, expected_count, values: { price: 5 } })
  expect((await act(4)).status).toBe(409)
  expect(await act(2)).toMatchObject({ status: 200, body: { data: { done: 2, skipped: 0 } } })
  expect(await titles(head, { price: 5 })).toEqual(['Lavinia', 'Engines'])
})

test('the description of the API says how groups are asked for', async () => {
  const { body } = await clerk.get('/openapi.json')
  const { get, post } = body.paths['/books/search']
  const groups = { $ref: '#/components/schemas/Where' }
  expect(get.parameters.at(-2)).toEqual({
    name: 'where',
    in: 'query',
    schema: { type: 'string', contentMediaType: 'application/json', contentSchema: groups },
  })
  expect(post.requestBody.content['application/json'].schema.properties.where).toEqual(groups)
  expect(body.components.schemas.Where.description).toContain('last_7_days')
  const { body: full } = await head.get('/openapi.json')
  const bulk = full.paths['/books/bulk/update'].post.requestBody.content['application/json'].schema
  expect(bulk.properties.filter).toEqual({ $ref: '#/components/schemas/books_filter' })
  expect(full.components.schemas.books_filter.properties.where).toEqual(groups)
})
