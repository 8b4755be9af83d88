import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkResources, currentUser, defineResource, field, from, today } from '#schema'

import {
  booking,
  business,
  clerk,
  customer as hireCustomer,
} from '../../../fixtures/businesses/hire.ts'
import { createTestServer, type Client, type TestServer } from '../../../fixtures/server.ts'
import { importLines } from '../../../fixtures/files/importing.ts'

let server: TestServer
let user: Client
let german: number
const day = new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  server = await createTestServer(business)
  await server.backend.jobs.work()
  user = await server.user(clerk)
  const manager = await server.user([...clerk, 'hire.finance'])
  german = await manager.make('/customers', { name: 'Ada', country: 'DE', discount: 5 })
}, 60_000)
afterAll(() => server.close())

const stored = async (id: number) => {
  const { rows } = await sql<Record<string, unknown>>`
    select * from bookings where id = ${id}`.execute(server.backend.database.sql)
  return rows[0]
}

test('a record that does not give them begins with the person, the day and what a reference has', async () => {
  const id = await user.make('/bookings', { code: 'A1', customer: german })
  expect(await stored(id)).toMatchObject({ booked_by: user.id, booked_on: day, country: 'DE' })
})

test('whoever may set them sets them', async () => {
  const manager = await server.user([...clerk, 'hire.manage', 'management.user.view'])
  const given = { booked_by: user.id, booked_on: '2026-01-02', country: 'FR' }
  const id = await manager.make('/bookings', { code: 'A2', customer: german, ...given })
  expect(await stored(id)).toMatchObject(given)
  const changed = await manager.put(`/bookings/${id}`, { booked_on: '2026-01-03' })
  expect(changed.body.data).toMatchObject({ booked_on: '2026-01-03', booked_by: user.id })
})

test('whoever may not is told so, and begins with them all the same', async () => {
  const body = { code: 'A3', customer: german, booked_by: user.id }
  const { status, body: answer } = await user.post('/bookings', body)
  expect([status, answer.errors]).toEqual([422, { booked_by: ['This field cannot be set here'] }])
})

test('a required one that no reference gives is asked for', async () => {
  const nowhere = await user.make('/customers', { name: 'Bea' })
  const { status, body } = await user.post('/bookings', { code: 'A4', customer: nowhere })
  expect([status, body.errors]).toEqual([422, { country: ['Fill in this field'] }])
  await user.make('/bookings', { code: 'A4', customer: nowhere, country: 'FR' })
})

test('nothing is taken that the user may not read', async () => {
  const finance = await server.user([...clerk, 'hire.finance'])
  const [plain, rich] = [
    await user.make('/bookings', { code: 'B1', customer: german }),
    await finance.make('/bookings', { code: 'B2', customer: german }),
  ]
  expect(await stored(plain)).toMatchObject({ discount: null })
  expect(await stored(rich)).toMatchObject({ discount: 5 })
  const blind = await server.user(clerk.filter((one) => one !== 'hire.customer.view'))
  const { status, body } = await blind.post('/bookings', { code: 'B3', customer: german })
  expect([status, body.errors]).toEqual([422, { country: ['Fill in this field'] }])
})

test('what is given as nothing stays so where it may be empty', async () => {
  const finance = await server.user([...clerk, 'hire.finance'])
  const id = await finance.make('/bookings', { code: 'B4', customer: german, discount: null })
  expect(await stored(id)).toMatchObject({ discount: null })
})

test('an action is called with them', async () => {
  const id = await user.make('/bookings', { code: 'C1', customer: german })
  await user.post(`/bookings/${id}/confirm`)
  expect((await user.post(`/bookings/${id}/hand_out`)).status).toBe(200)
  const { rows } = await sql<{ detail: object }>`
    select detail from audit_log where record_id = ${id} and action = 'hand_out'`.execute(
    server.backend.database.sql,
  )
  expect(rows[0]?.detail).toMatchObject({ handed_by: user.id })
})

test('the rows of a file begin with them too', async () => {
  await user.make('/customers', { name: 'Cleo' })
  const report = await importLines(server, user, booking, [
    'code,customer,country,booked_on',
    'I1,Ada,,',
    'I2,Ada,FR,2026-02-03',
    'I3,Cleo,,',
    'I4,Cleo,IT,',
  ])
  const { rows } = await sql<object>`
    select code, country, booked_on, booked_by from bookings
    where code like 'I%' order by code`.execute(server.backend.database.sql)
  const booked_by = user.id
  expect(rows).toEqual([
    { code: 'I1', country: 'DE', booked_on: day, booked_by },
    { code: 'I2', country: 'FR', booked_on: '2026-02-03', booked_by },
    { code: 'I4', country: 'IT', booked_on: day, booked_by },
  ])
  expect(report).toContain('Country: Fill in this field')
})

test('the API document asks for none of them', async () => {
  const { body } = await user.get('/openapi.json')
  const { schema } = body.paths['/bookings'].post.requestBody.content['application/json']
  expect(schema.required).toEqual(['code', 'customer'])
  expect(schema.properties.booked_on).not.toHaveProperty('default')
})

test('the table has no default of its own', async () => {
  const { rows } = await sql`
    select column_name from information_schema.columns
    where table_name = 'bookings' and column_name in ('booked_by', 'booked_on', 'country')
      and column_default is not null`.execute(server.backend.database.sql)
  expect(rows).toEqual([])
})

test('a default from nowhere does not start', () => {
  const declared = (path: `${string}.${string}`) => () => {
    const { code, customer } = booking.fields
    const fields = { code, customer, country: field.country({ default: from(path) }) }
    const visit = defineResource('visits', {
      permission: 'visit',
      fields,
      title: 'code',
      list: ['code'],
      form: ['code', 'customer'],
    })
    const { name, country } = hireCustomer.fields
    const source = defineResource('customers', {
      permission: 'customer',
      fields: { name, country },
      title: 'name',
      list: ['name'],
      form: ['name', 'country'],
      options: { permission: 'options.customers' },
    })
    checkResources([source, visit])
  }
  expect(declared('code.country')).toThrow('visits.country: its default comes from "code.country"')
  expect(declared('customer.name')).toThrow('which is no country')
  expect(declared('customer.country')).not.toThrow()
  // @ts-expect-error the day is a text
  field.integer({ default: today() })
  // @ts-expect-error the person is an id
  field.text({ default: currentUser() })
  expect(hireCustomer.fields.country.options).not.toHaveProperty('default')
})

test('a phone number is completed by the country with which its record begins', async () => {
  const caller = defineResource('callers', {
    permission: 'caller',
    fields: { phone: field.phone(), country: field.country({ default: 'DE' }) },
    phoneCountry: 'country',
    title: 'phone',
    list: ['phone', 'country'],
    form: ['phone', 'country'],
  })
  const own = await createTestServer({ resources: [caller] })
  const desk = await own.user(['caller.view', 'caller.create'])
  const { status, body } = await desk.post('/callers', { phone: '030 123456' })
  await own.close()
  expect([status, body.data]).toMatchObject([201, { phone: '+4930123456', country: 'DE' }])
})
