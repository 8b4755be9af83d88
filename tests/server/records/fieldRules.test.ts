import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { permissionsOf } from '#schema'

import { exportColumns } from '../../fixtures/files/importing.ts'
import { business, clerk, invoice } from '../../fixtures/businesses/hire.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

let server: TestServer
/** Manages the first customer and sees all invoices; the other reads every margin. */
let ada: Client
let finance: Client
let customers: number[]
let mine: number
let other: number

const held = ['hire.invoice.all', 'options.customers', 'user.profile.job.view']

beforeAll(async () => {
  server = await createTestServer({
    ...business,
    behaviors: { invoices: { actions: { remind: () => undefined } } as never },
  })
  await server.backend.jobs.work()
  ada = await server.user(held)
  finance = await server.user([...held, 'hire.finance'])
  const database = server.backend.database.sql
  const made = await sql<{ id: number }>`
    insert into customers (name, manager) values ('Alpha', ${ada.id}), ('Beta', ${finance.id})
    returning id`.execute(database)
  customers = made.rows.map(({ id }) => id)
  const [alpha, beta] = customers
  mine = await ada.make('/invoices', { number: 'A1', customer: alpha, margin: 11 })
  other = await finance.make('/invoices', { number: 'B1', customer: beta, margin: 22 })
}, 60_000)
afterAll(() => server.close())

type Found = Record<string, unknown>

const marginsOf = (data: Found[]) =>
  Object.fromEntries(data.map((one) => [one['number'], 'margin' in one ? one['margin'] : 'hidden']))

describe('a field that is read of some records only', () => {
  test('is in lists', async () => {
    const seen = async (client: Client, more = '') =>
      marginsOf((await client.get(`/invoices/search?sort=number${more}`)).body.data)
    expect(await seen(ada)).toEqual({ A1: 11, B1: 'hidden' })
    expect(await seen(ada, '&fields=number,margin')).toEqual({ A1: 11, B1: 'hidden' })
    expect(await seen(finance)).toEqual({ A1: 11, B1: 22 })
  })

  test('is in the record', async () => {
    expect((await ada.get(`/invoices/${mine}`)).body.data).toHaveProperty('margin', 11)
    expect((await ada.get(`/invoices/${other}`)).body.data).not.toHaveProperty('margin')
  })

  test('is no operand of whoever reads it of some', async () => {
    for (const query of ['margin=22', 'margin_from=1', 'sort=margin', 'margin_empty=1']) {
      expect([query, (await ada.get(`/invoices/search?${query}`)).status]).toEqual([query, 400])
      expect((await finance.get(`/invoices/search?${query}`)).status).toBe(200)
    }
    const where = encodeURIComponent(JSON.stringify({ any: [{ margin: 22 }] }))
    expect((await ada.get(`/invoices/search?where=${where}`)).status).toBe(400)
  })

  test('is in files', async () => {
    const lines = (client: Client) => exportColumns(client, invoice, ['number', 'margin'])
    expect(await lines(ada)).toContain('"A1","11"')
    // PostgreSQL quotes no cell that is empty.
    expect(await lines(ada)).toMatch(/"B1",(?:"")?\n/)
    expect(await lines(finance)).toContain('"B1","22"')
  })

  test('is set where it is read', async () => {
    const [one, another] = [await server.user(clerk), await server.user(clerk)]
    const values = { customer: customers[0], country: 'DE', note: 'Mine' }
    const id = await one.make('/bookings', { code: 'A1', ...values })
    expect((await one.put(`/bookings/${id}`, { note: 'Ours' })).body.data.note).toBe('Ours')
    const refused = await another.put(`/bookings/${id}`, { note: 'Theirs' })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { note: ['This field cannot be set here'] },
    ])
    const many = { ids: [id], values: { note: 'Theirs' } }
    const { body } = await another.post('/bookings/bulk/update', many)
    expect(body.data).toMatchObject({ done: 0, skipped: 1 })
    expect((await another.put(`/bookings/${id}`, { deposit: 3 })).body.data).not.toHaveProperty(
      'note',
    )
    expect((await one.get(`/bookings/${id}`)).body.data).toMatchObject({ note: 'Ours', deposit: 3 })
  })

  test('is in the history of what was read', async () => {
    await finance.put(`/invoices/${other}`, { margin: 23, amount: 5 })
    const changes = async (client: Client, id: number) => {
      const { body } = await client.get(`/invoices/${id}/timeline`)
      return JSON.stringify(body.data)
    }
    await ada.put(`/invoices/${mine}`, { margin: 12 })
    expect(await changes(ada, mine)).toContain('"field":"margin","before":11,"after":12')
    expect(await changes(ada, other)).toContain('"field":"amount"')
    expect(await changes(ada, other)).not.toContain('margin')
    expect(await changes(finance, other)).toContain('"field":"margin","before":22,"after":23')
  })

  test('is nothing at all to whoever its rule lets in nowhere', async () => {
    const { body } = await ada.get('/openapi.json')
    expect(body.components.schemas.invoices.properties).toHaveProperty('margin')
    expect(permissionsOf(invoice)).toContain('hire.finance')
  })
})
