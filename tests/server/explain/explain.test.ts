import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { librarian, library } from '../../fixtures/businesses/library.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

let server: TestServer
let admin: Client
const granted = ['book.view', 'genre.update']
let role: number

beforeAll(async () => {
  server = await createTestServer({ resources: library })
  const client = await server.user([...librarian, 'role.view', 'management.role.view'])
  admin = client
  await server.user(granted)
  const { rows } = await sql<{ id: number }>`select max(id) as id from roles`.execute(
    server.backend.database.sql,
  )
  role = rows[0]?.id ?? 0
}, 60_000)

afterAll(() => server.close())

const why = async (query: string) =>
  (await admin.get(`${rolesPath()}/${role}/why?${query}`)).body.data

const rolesPath = () => `/${server.backend.resource('roles').api}`

describe('why somebody with a role can or cannot', () => {
  test('says all where the rule lets in', async () => {
    expect(await why('resource=books&operation=list')).toMatchObject({
      answer: 'all',
      remedies: [],
    })
  })

  test('names the permission that is missing', async () => {
    expect(await why('resource=books&operation=edit')).toMatchObject({
      answer: 'none',
      remedies: [{ grant: ['book.update'], withdraw: [] }],
    })
  })

  test('tells the condition of a rule that lets in some records, and what would lift it', async () => {
    const answer = await why('resource=genres&operation=list')
    expect(answer).toMatchObject({
      answer: 'some',
      only: { any: expect.anything() },
      remedies: [{ grant: ['genre.view'], withdraw: [] }],
    })
  })

  test('tells of a record whether the rule lets it through', async () => {
    const author = (await admin.post('/library/author', { name: 'Ursula' })).body.data.id
    const { id } = (await admin.post('/books', { title: 'Malafrena', author })).body.data
    expect(await why(`resource=books&operation=show&record=${id}`)).toMatchObject({ record: true })
    expect(await why(`resource=books&operation=edit&record=${id}`)).toMatchObject({ record: false })
    expect(await why('resource=books&operation=show&record=99999')).toMatchObject({ record: null })
  })

  test('tells hidden and masked fields with the permission that opens them', async () => {
    const { fields } = await why('resource=books&operation=show')
    expect(fields).toContainEqual({ field: 'note', state: 'hidden', permission: 'book.secret' })
    expect(fields).toContainEqual({
      field: 'lender_email',
      state: 'masked',
      permission: 'book.contact',
    })
  })

  test('says never for an operation that the declaration does not have', async () => {
    expect(await why('resource=books&operation=import')).toMatchObject({ answer: 'never' })
  })

  test('says of a user what their roles give, and whether a record is theirs', async () => {
    const clerk = await server.user(granted)
    const path = `/${server.backend.resource('users').api}/${clerk.id}/why`
    const seer = await server.user(['genre.view', 'management.role.view', 'management.user.view'])
    const ask = async (query: string) => (await seer.get(`${path}?${query}`)).body.data
    expect(await ask('resource=books&operation=list')).toMatchObject({ answer: 'all' })
    expect(await ask('resource=genres&operation=list')).toMatchObject({
      answer: 'some',
      only: { any: expect.arrayContaining([{ id: 0 }]) },
    })
    for (const id of Array.from({ length: clerk.id + 1 }, (_one, at) => at + 1)) {
      const made = await admin.post('/genres', { name: `Genre ${id}` })
      expect(made.body.data.id).toBe(id)
    }
    const list = 'resource=genres&operation=list'
    expect(await ask(`${list}&record=${clerk.id}`)).toMatchObject({ record: true })
    expect(await ask(`${list}&record=${clerk.id + 1}`)).toMatchObject({ record: false })
    const blind = await server.user(['management.user.view'])
    expect((await blind.get(`${path}?${list}`)).status).toBe(403)
  })

  test('refuses questions it cannot read, and people who may not see roles', async () => {
    const ask = (query: string) => admin.get(`${rolesPath()}/${role}/why?${query}`)
    expect((await ask('resource=books')).status).toBe(400)
    expect((await ask('resource=ghosts&operation=list')).status).toBe(400)
    expect((await admin.get(`${rolesPath()}/99999/why?resource=books&operation=list`)).status).toBe(
      404,
    )
    const clerk = await server.user(granted)
    const path = `${rolesPath()}/${role}/why?resource=books&operation=list`
    expect((await clerk.get(path)).status).toBe(403)
  })
})
