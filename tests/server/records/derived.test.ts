import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  checkResources,
  count,
  defineResource,
  field,
  mayFilter,
  maySort,
  type Field,
} from '#schema'

import { structureOf } from '../../../src/server/database/migration/structureOf.ts'
import { requireSources, bindSources } from '../../../src/server/records/read/source.ts'
import {
  booking,
  business,
  clerk,
  customer,
  line,
  mechanic,
  repair,
} from '../../fixtures/businesses/hire.ts'
import { exportColumns } from '../../fixtures/files/importing.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

let server: TestServer
let user: Client
let finance: Client
const lines = ['hire.line.view', 'hire.line.create', 'hire.line.delete', 'hire.line.export']

beforeAll(async () => {
  server = await createTestServer(business)
  await server.backend.jobs.work()
  const jobs = ['user.profile.job.view']
  user = await server.user([...jobs, ...clerk, ...mechanic, ...lines, 'hire.repair.export'])
  finance = await server.user([...clerk, ...lines, 'hire.finance'])
}, 60_000)
afterAll(() => server.close())

interface Named {
  readonly code?: string
  readonly name?: string
}
const namesIn = ({ body }: { body: { data: Named[] } }) =>
  body.data.map(({ code, name }) => code ?? name)

async function addLine(id: number, equipment: string, quantity: number, daily_price: number) {
  const { rows } = await sql<{ id: number }>`
    insert into booking_lines (booking, equipment, quantity, daily_price)
    values (${id}, ${equipment}, ${quantity}, ${daily_price}) returning id`.execute(
    server.backend.database.sql,
  )
  return rows[0]?.id ?? 0
}

test('a value of SQL is shown, filtered and sorted by, and set by nobody', async () => {
  const ada = await user.make('/customers', { name: 'Ada', country: 'DE' })
  const id = await user.make('/bookings', { code: 'A1', customer: ada })
  await addLine(id, 'Drill', 3, 2.5)
  await addLine(id, 'Saw', 1, 20)
  const list = await user.get('/booking_lines/search?per_day_to=10&sort=-per_day')
  expect(list.body.data).toMatchObject([{ equipment: 'Drill', per_day: 7.5 }])
  const sorted = await user.get('/booking_lines/search?sort=-per_day')
  expect(sorted.body.data.map((one: { per_day: number }) => one.per_day)).toEqual([20, 7.5])
  const set = await user.post('/booking_lines', { equipment: 'Axe', daily_price: 1, per_day: 5 })
  expect(set.body.errors).toHaveProperty('per_day')
})

test('children are counted, but those that are put away or left out', async () => {
  const bea = await user.make('/customers', { name: 'Bea', country: 'DE' })
  const bookings = async () => (await user.get(`/customers/${bea}`)).body.data.open_bookings
  expect(await bookings()).toBe(0)
  const id = await user.make('/bookings', { code: 'B1', customer: bea })
  await user.make('/bookings', { code: 'B2', customer: bea })
  expect(await bookings()).toBe(2)
  await user.post(`/bookings/${id}/cancel`)
  expect(await bookings()).toBe(1)
  const some = await user.get('/customers/search?open_bookings=1&search=Bea')
  expect(namesIn(some)).toEqual(['Bea'])
  expect(namesIn(await user.get('/customers/search?open_bookings=0&search=Bea'))).toEqual([])
})

test('children add up, and whoever may not read the sum knows nothing of it', async () => {
  const cleo = await user.make('/customers', { name: 'Cleo', country: 'DE' })
  const id = await user.make('/bookings', { code: 'C1', customer: cleo })
  expect((await finance.get(`/bookings/${id}`)).body.data.total).toBe(0)
  const drill = await addLine(id, 'Drill', 2, 10)
  await addLine(id, 'Saw', 1, 5.25)
  expect((await finance.get(`/bookings/${id}`)).body.data.total).toBe(25.25)
  await user.delete(`/booking_lines/${drill}`)
  expect((await finance.get(`/bookings/${id}`)).body.data.total).toBe(5.25)
  expect(namesIn(await finance.get('/bookings/search?total_from=5&total_to=6'))).toEqual(['C1'])

  expect((await user.get(`/bookings/${id}`)).body.data).not.toHaveProperty('total')
  expect((await user.get('/bookings/search?total_from=5')).status).toBe(400)
  expect((await user.get('/bookings/search?sort=total')).status).toBe(400)
})

test('a value of a function is shown, but neither filtered nor sorted by', async () => {
  const dates = { from_date: '2026-03-02', to_date: '2026-03-04' }
  const id = await user.make('/repairs', { code: 'R1', ...dates })
  expect((await user.get(`/repairs/${id}`)).body.data.days).toBe(3)
  const changed = await user.put(`/repairs/${id}`, { to_date: '2026-03-05' })
  expect(changed.body.data.days).toBe(4)
  const { body } = await user.get('/repairs/search?fields=days')
  expect(body.data).toEqual([expect.objectContaining({ id, days: 4 })])
  expect(body.data[0]).not.toHaveProperty('from_date')
  expect((await user.get('/repairs/search?days=4')).status).toBe(400)
  expect((await user.get('/repairs/search?sort=days')).status).toBe(400)
})

test('files hold them', async () => {
  expect(await exportColumns(user, repair, ['code', 'days'])).toContain('"R1","4"')
  expect(await exportColumns(user, line, ['equipment', 'per_day'])).toContain('"Drill","7.50"')
})

test('the history and the table know nothing of them', async () => {
  const { columns } = structureOf([...business.resources])['bookings']!
  expect(columns).not.toHaveProperty('total')
  const { rows } = await sql`
    select from audit_log where before ? 'total' or after ? 'total' or after ? 'days'`.execute(
    server.backend.database.sql,
  )
  expect(rows).toEqual([])
})

test('an action meets a record with its derived values', async () => {
  expect(Object.keys(booking.fields)).toContain('total')
  const { body } = await user.get('/customers/search?search=Ada')
  const id = await user.make('/bookings', { code: 'D1', customer: body.data[0].id })
  expect((await user.post(`/bookings/${id}/confirm`)).status).toBe(200)
})

test('of a large resource they are no filter and no order', () => {
  const large = { ...line, size: 'large' } as never
  expect([mayFilter(line, 'per_day', 'range'), maySort(line, 'per_day')]).toEqual([true, true])
  expect([mayFilter(large, 'per_day', 'range'), maySort(large, 'per_day')]).toEqual([false, false])
})

describe('a choice that stands for conditions on stored fields', () => {
  const shop = (end: Field, filters: object, size?: 'large') =>
    defineResource('shops', {
      permission: 'shop',
      ...(size && { size }),
      fields: {
        name: field.text(),
        ended_at: end,
        state: field.derived(field.choice({ open: 'Open', ended: 'Ended' }), {
          from: 'sql',
          filteredBy: { filters } as never,
        }),
      },
      title: 'name',
      list: ['name'],
      filters: ['state'],
      form: ['name'],
    } as never)
  const filters = {
    open: () => ({ ended_at: null }),
    ended: () => ({ ended_at: { empty: false } }),
  }

  test('filters a large resource where an index has them', () => {
    const indexed = shop(field.timestamp({ optional: true, index: 'sparse' }), filters, 'large')
    checkResources([indexed])
    const operators = ['equals', 'empty', 'range'] as const
    expect(operators.map((one) => mayFilter(indexed, 'state', one))).toEqual([true, false, false])
    const plain = shop(field.timestamp({ optional: true }), filters, 'large')
    expect(mayFilter(plain, 'state', 'equals')).toBe(false)
  })

  test.each([
    [
      'for each choice',
      field.timestamp({ optional: true }),
      { open: filters.open },
      'give `filters` for each choice and no other',
    ],
    [
      'on what all its readers read',
      field.timestamp({ optional: true, readBy: 'shop.end' }),
      filters,
      '"ended_at" is not read by all who read this',
    ],
  ])('stands %s', (_name, end, given, fault) => {
    expect(() => checkResources([shop(end, given)])).toThrow(`shops.state: ${fault}`)
  })
})

test('a broken one does not start', async () => {
  const declared = (name: string, one: ReturnType<typeof field.integer>) =>
    defineResource(name, {
      permission: 'shop',
      fields: { name: field.text(), one },
      title: 'name',
      list: ['name'],
      form: ['name'],
    })
  const derived = (options: object) =>
    field.derived(field.integer(options), count('customers', { by: 'country' })) as never
  expect(() => checkResources([declared('shops', derived({ index: true }))])).toThrow(
    'shops.one: a derived value has no index',
  )
  const shop = declared('customers', field.derived(field.integer()) as never)
  bindSources({ resources: [shop], behaviors: { customers: { derived: { one: 'nothing' } } } })
  await expect(requireSources(server.backend.database.sql, [shop])).rejects.toThrow(
    /^customers\.one: the database refuses its SQL: .*nothing/,
  )
  const busy = { ...customer, view: { sorts: [] } } as never
  bindSources({ resources: [busy], behaviors: { customers: { view: 'select nothing' } } })
  await expect(requireSources(server.backend.database.sql, [busy])).rejects.toThrow(
    /^customers\.view: the database refuses its SQL: .*nothing/,
  )
  const absent = { ...customer, name: 'absent', view: { sorts: [] } } as never
  await expect(requireSources(server.backend.database.sql, [absent])).rejects.toThrow(
    /^absent: the database refuses the SQL of its records: /,
  )
  expect(customer.fields.open_bookings.kind).toBe('integer')
})
