import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  can,
  checkResources,
  currentUser,
  defineResource,
  defineResources,
  field,
  own,
} from '#schema'

import { accounts } from '../../fixtures/accounts.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'
import { metadata, upload } from '../../fixtures/files/upload.ts'

const house = defineResource('houses', {
  permission: 'house',
  access: { show: can('house.view'), list: can('house.view'), edit: own('keeper') },
  fields: {
    name: field.text({ max: 40 }),
    keeper: field.reference('users', { default: currentUser() }),
    lease: field.file({ types: ['application/pdf', 'text/*'], megabytes: 1, optional: true }),
    photo: field.image({ optional: true }),
    survey: field.file({ optional: true, readBy: 'house.survey', writeBy: 'house.survey' }),
  },
  title: 'name',
  list: ['name', 'keeper', 'lease', 'photo'],
  filters: ['lease'],
  form: ['name', 'lease', 'photo', 'survey'],
})

const pdf = Buffer.from('%PDF-1.7 the lease')
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

let server: TestServer
let keeper: Client
let other: Client
let surveyor: Client

beforeAll(async () => {
  server = await createTestServer({ resources: defineResources([...accounts, house]) })
  const rights = ['house.view', 'house.create', 'house.delete']
  keeper = await server.user(rights)
  other = await server.user(rights)
  surveyor = await server.user([...rights, 'house.survey'])
}, 60_000)
afterAll(() => server.close())

const send = (client: Client, content = pdf, more: object = {}) =>
  upload(server.app, client, content, {
    name: 'lease.pdf',
    type: 'application/pdf',
    purpose: 'record:houses.lease',
    ...more,
  })
const make = async (values: object, client = keeper) =>
  client.make('/houses', { name: 'Mill', ...values })
const read = async (id: number, client = keeper) => (await client.get(`/houses/${id}`)).body.data
const take = (client: Client, path: string) =>
  server.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${client.token}` } })
const keptOf = async (id: string) => {
  const { rows } = await sql<{ days: number }>`
    select extract(day from expires_at - now())::int as days from files where id = ${id}`.execute(
    server.backend.database.sql,
  )
  return rows[0]?.days
}

describe('a file', () => {
  test('is uploaded, becomes its record’s, and is taken by whoever sees the record', async () => {
    const id = await send(keeper)
    const house = await make({ lease: { id, name: 'other.exe', size: 1, type: 'text/html' } })
    const { lease, photo } = await read(house)
    expect([lease, photo]).toEqual([
      { id, name: 'lease.pdf', size: pdf.length, type: 'application/pdf' },
      null,
    ])
    const taken = await take(other, `/houses/${house}/file/lease`)
    expect([taken.statusCode, taken.rawPayload]).toEqual([200, pdf])
    expect(taken.headers).toMatchObject({
      'content-disposition': expect.stringContaining('attachment; filename="lease.pdf"'),
      'x-content-type-options': 'nosniff',
    })
    expect(await keptOf(id)).toBeGreaterThan(100_000)
    expect((await take(other, `/houses/${house}/file/photo`)).statusCode).toBe(404)
    expect((await take(other, `/houses/${house}/file/name`)).statusCode).toBe(404)
  })

  test('that somebody else uploaded, for another field or another record, is refused', async () => {
    const foreign = await send(other)
    const photo = await send(keeper, png, { type: 'image/png', purpose: 'record:houses.photo' })
    const used = await send(keeper)
    await make({ lease: { id: used } })
    for (const id of [foreign, photo, used, crypto.randomUUID()]) {
      const { status, body } = await keeper.post('/houses', { name: 'Mill', lease: { id } })
      expect([status, body.errors]).toEqual([
        422,
        { lease: ['This file is no longer here. Upload it again'] },
      ])
    }
  })

  test('is given to one record only, however many ask at once', async () => {
    const id = await send(keeper)
    const answers = await Promise.all(
      [1, 2, 3].map(() => keeper.post('/houses', { name: 'Mill', lease: { id } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
  })

  test('of a record that has another now stays thirty days, for the history to bring it back', async () => {
    const [first, second] = [await send(keeper), await send(keeper)]
    const house = await make({ lease: { id: first } })
    expect((await keeper.put(`/houses/${house}`, { lease: { id: second } })).status).toBe(200)
    expect(await keptOf(first)).toBe(29)
    expect((await keeper.put(`/houses/${house}`, { lease: { id: first } })).status).toBe(200)
    expect(await keptOf(first)).toBeGreaterThan(100_000)
    expect((await read(house)).lease.id).toBe(first)
    const before = (await read(house)).version
    expect((await keeper.put(`/houses/${house}`, { lease: { id: first, name: 'x' } })).status).toBe(
      200,
    )
    expect((await read(house)).version).toBe(before)
    expect((await keeper.delete(`/houses/${house}`)).status).toBe(200)
    expect(await keptOf(first)).toBe(29)
  })

  test('is of the types and the size that the field says, whatever the upload calls it', async () => {
    const begin = (type: string, length: number) =>
      server.app.inject({
        method: 'POST',
        url: '/api/files',
        headers: {
          authorization: `Bearer ${keeper.token}`,
          'tus-resumable': '1.0.0',
          'upload-length': String(length),
          'upload-metadata': metadata({
            filename: 'a',
            filetype: type,
            purpose: 'record:houses.lease',
          }),
        },
      })
    expect((await begin('image/png', 9)).json()).toMatchObject({
      message: 'Choose a file of one of these types: pdf, text',
    })
    expect((await begin('application/pdf', 2_000_000)).json()).toMatchObject({
      message: 'The file is too large: at most 1 MB',
    })
    const page = Buffer.from('<script>alert(1)</script>')
    const id = await send(keeper, page, { type: 'image/png', purpose: 'record:houses.photo' })
    const { status, body } = await keeper.post('/houses', { name: 'Mill', photo: { id } })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['photo']])
  })

  test('of a field that somebody may not see or set is neither taken nor uploaded', async () => {
    const survey = { purpose: 'record:houses.survey' }
    await expect(send(keeper, pdf, survey)).rejects.toThrow('403')
    const house = await make({ survey: { id: await send(surveyor, pdf, survey) } }, surveyor)
    expect((await take(surveyor, `/houses/${house}/file/survey`)).statusCode).toBe(200)
    expect((await take(keeper, `/houses/${house}/file/survey`)).statusCode).toBe(404)
  })

  test('is known by its name in a list, and found where there is none', async () => {
    const { body } = await keeper.get('/houses/search?lease_empty=1')
    expect(body.data.every(({ lease }: { lease: unknown }) => lease === null)).toBe(true)
  })
})

test('a file stands in no cell that is edited in place, no import and no action', () => {
  const wrong = (more: object) => () =>
    checkResources(
      defineResources([
        defineResource('houses', {
          permission: 'house',
          fields: { name: field.text(), lease: field.file({ optional: true }) },
          title: 'name',
          list: ['name', 'lease'],
          form: ['name', 'lease'],
          ...more,
        }),
      ]),
    )
  expect(wrong({ editableColumns: ['lease'] })).toThrow('uploaded in the form')
  expect(wrong({ import: { fields: ['name', 'lease'] } })).toThrow('uploaded in the form')
  const sign = { label: 'Sign', permission: 'house.sign', input: { seal: field.file() } }
  expect(wrong({ actions: { sign } })).toThrow('only a record holds a file')
})
