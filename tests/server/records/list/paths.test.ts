import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { can, checkResources, defineResource, either, field, own } from '#schema'
import { conflict, type Behavior } from '#server'

import { exportColumns, importLines } from '../../../fixtures/files/importing.ts'
import { business, customer, invoice } from '../../../fixtures/businesses/hire.ts'
import { createTestServer, type Client, type TestServer } from '../../../fixtures/server.ts'
import { listen, openEvents } from '../../events/listening.ts'

let server: TestServer
let address: string
/** Each manages one customer, with one invoice; the third sees all and manages none. */
let [ada, bea, head]: Client[] = []
let customers: [number, number]
let invoices: [number, number]
const reminded: number[] = []

const behavior: Behavior<typeof invoice> = {
  actions: {
    remind: ({ records: [record] }) => {
      if (!record) throw conflict('Nothing to remind of.')
      reminded.push(record.id)
    },
  },
}

const held = ['hire.invoice.remind', 'options.customers', 'user.profile.job.view']

beforeAll(async () => {
  server = await createTestServer({ ...business, behaviors: { invoices: behavior as never } })
  address = await listen(server)
  await server.backend.jobs.work()
  ada = await server.user(held)
  bea = await server.user(held)
  head = await server.user([...held, 'hire.invoice.all'])
  const { rows } = await sql<{ id: number }>`
    insert into customers (name, manager) values ('Alpha', ${ada.id}), ('Beta', ${bea.id}), ('Gamma', null)
    returning id`.execute(server.backend.database.sql)
  customers = [rows[0]!.id, rows[1]!.id]
  invoices = [
    await ada.make('/invoices', { number: 'A1', customer: customers[0], amount: 1 }),
    await bea.make('/invoices', { number: 'B1', customer: customers[1], amount: 2 }),
  ]
}, 60_000)
afterAll(() => server.close())

test('a rule along what is no reference neither compiles nor starts', () => {
  const declared = (path: 'customer.manager') => () =>
    checkResources([
      ...business.resources,
      defineResource('bills', {
        permission: 'bill',
        fields: { name: field.text(), customer: field.reference('customers') },
        title: 'name',
        list: ['name'],
        form: ['name', 'customer'],
        access: { list: either(can('bill.view'), own(path)) },
      }),
    ])
  expect(declared('customer.boss' as never)).toThrow('bills.access.list: no field "customer.boss"')
  expect(declared('name.manager' as never)).toThrow('bills.access.list: no field "name.manager"')
  defineResource('bills', {
    permission: 'bill',
    fields: { name: field.text() },
    title: 'name',
    list: ['name'],
    form: ['name'],
    // @ts-expect-error no such field
    access: { list: own('customer.manager') },
  })
})

describe('a rule across a reference', () => {
  test('in lists and their counts', async () => {
    const { body } = await ada!.get('/invoices/search')
    expect(body.data.map((one: { number: string }) => one.number)).toEqual(['A1'])
    expect(body.meta.total).toBe(1)
    expect((await head!.get('/invoices/search')).body.meta.total).toBe(2)
    expect((await ada!.get('/invoices/search?search=B1')).body.meta.total).toBe(0)
  })

  test('of one record and its history', async () => {
    expect((await ada!.get(`/invoices/${invoices[0]}`)).status).toBe(200)
    expect((await ada!.get(`/invoices/${invoices[1]}`)).status).toBe(404)
    await ada!.put(`/invoices/${invoices[0]}`, { amount: 5 })
    const { body } = await ada!.get(`/invoices/${invoices[0]}/timeline`)
    expect(body.data.map((one: { action: string }) => one.action)).toEqual(['update', 'create'])
    expect(body.data[0].changes).toEqual([{ field: 'amount', before: 1, after: 5 }])
    expect((await ada!.get(`/invoices/${invoices[1]}/timeline`)).status).toBe(404)
  })

  test('in creating, changing and deleting', async () => {
    const foreign = await ada!.post('/invoices', { number: 'A2', customer: customers[1] })
    expect(foreign.status).toBe(403)
    const id = await ada!.make('/invoices', { number: 'A2', customer: customers[0] })
    expect((await bea!.put(`/invoices/${id}`, { amount: 9 })).status).toBe(404)
    expect((await head!.put(`/invoices/${id}`, { amount: 9 })).status).toBe(403)
    expect((await ada!.put(`/invoices/${id}`, { amount: 9 })).status).toBe(200)
    // It would be out of their hands.
    expect((await ada!.put(`/invoices/${id}`, { customer: customers[1] })).status).toBe(403)
    expect((await bea!.delete(`/invoices/${id}`)).status).toBe(404)
    expect((await ada!.delete(`/invoices/${id}`)).status).toBe(200)
  })

  test('in restoring and undoing', async () => {
    const id = await ada!.make('/invoices', { number: 'A3', customer: customers[0], amount: 1 })
    const { body } = await ada!.put(`/invoices/${id}`, { amount: 2 })
    const undo = { version: body.data.version }
    expect((await bea!.post(`/invoices/${id}/undo`, undo)).status).toBe(404)
    expect((await ada!.post(`/invoices/${id}/undo`, undo)).status).toBe(200)
    const gone = (await ada!.delete(`/invoices/${id}`)).body.data.version
    expect((await bea!.post(`/invoices/${id}/restore`, { version: gone })).status).toBe(404)
    expect((await ada!.post(`/invoices/${id}/restore`, { version: gone })).status).toBe(200)
    await ada!.delete(`/invoices/${id}`)
  })

  test('of an action, alone and for many', async () => {
    expect((await bea!.post(`/invoices/${invoices[0]}/remind`)).status).toBe(404)
    expect((await head!.post(`/invoices/${invoices[0]}/remind`)).status).toBe(403)
    const { status, body } = await ada!.post(`/invoices/${invoices[0]}/remind`)
    expect([status, body.message]).toEqual([200, 'The reminder is on its way.'])
    const nothing = await server.user(held.filter((one) => !one.includes('remind')))
    expect((await nothing.post(`/invoices/${invoices[0]}/remind`)).status).toBe(403)
    const many = await head!.post('/invoices/bulk/remind', { ids: invoices })
    expect(many.body.data).toMatchObject({ done: 0, skipped: 2 })
    const own = await ada!.post('/invoices/bulk/remind', { ids: invoices })
    expect(own.body.data).toMatchObject({ done: 1, skipped: 1 })
    expect(reminded).toEqual([invoices[0], invoices[0]])
  })

  test('the answer tells what the reader may do, and nothing of why', async () => {
    const mine = { show: true, edit: true, delete: true, remind: true }
    expect((await ada!.get(`/invoices/${invoices[0]}`)).body.data.may).toEqual(mine)
    const { body } = await head!.get('/invoices/search?fields=number')
    expect(body.data[0].may).toEqual({ edit: false, delete: false, remind: false })
    expect(JSON.stringify(body)).not.toContain('manager')
  })

  test('in files', async () => {
    const lines = (client: Client) => exportColumns(client, invoice, ['number'])
    expect(await lines(ada!)).not.toContain('B1')
    expect(await lines(head!)).toContain('B1')
  })

  test('in what a file brings', async () => {
    const report = await importLines(server, ada!, invoice, [
      'number,customer,amount',
      'I1,Alpha,1',
      'I2,Beta,1',
      'I3,Gamma,1',
    ])
    const { rows } = await sql<{ number: string }>`
      select number from invoices where number like 'I%'`.execute(server.backend.database.sql)
    expect(rows).toEqual([{ number: 'I1' }])
    expect(report).toContain('You may not import a record with these values')
  })

  test('in live events', async () => {
    const stream = await openEvents(address, ada!.token)
    await bea!.put(`/invoices/${invoices[1]}`, { amount: 12 })
    await ada!.put(`/invoices/${invoices[0]}`, { amount: 13 })
    await stream.next(({ data }) => data.resource === 'invoices' && data.id === invoices[0])
    expect(stream.heard().map(({ data }) => data.id)).not.toContain(invoices[1])
    stream.close()
  })

  test('follows the record it looks at', async () => {
    const { sql: database } = server.backend.database
    await sql`update customers set manager = ${bea!.id} where id = ${customers[0]}`.execute(
      database,
    )
    expect((await ada!.get('/invoices/search')).body.meta.total).toBe(0)
    expect((await bea!.get(`/invoices/${invoices[0]}`)).status).toBe(200)
    await sql`update customers set manager = ${ada!.id} where id = ${customers[0]}`.execute(
      database,
    )
  })

  test('a history leaves out what was while another saw the record', async () => {
    const { sql: database } = server.backend.database
    await sql`update invoices set customer = ${customers[1]} where id = ${invoices[0]}`.execute(
      database,
    )
    await sql`
      insert into audit_log (user_id, action, resource, record_id, version, before, after)
      values (${head!.id}, 'update', 'invoices', ${invoices[0]}, 9,
        ${JSON.stringify({ customer: customers[0] })}::jsonb, ${JSON.stringify({ customer: customers[1] })}::jsonb)`.execute(
      database,
    )
    const { body } = await bea!.get(`/invoices/${invoices[0]}/timeline`)
    expect(JSON.stringify(body.data)).not.toContain('"before":1,')
    expect(customer.name).toBe('customers')
  })
})
