import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { business } from '../../docs/examples/index.server.ts'
import { checkBusiness } from '../../src/server/kernel/business.ts'
import { createTestServer, type Client, type TestServer } from '../fixtures/server.ts'
import { upload } from '../fixtures/files/upload.ts'

/** The examples of docs/declaring.md on a real server: each hook is asked, and does what its words say. */
const asked = new Set<string>()

/** Declarations and contracts within a behavior. */
const leaves = new Set(['refused.into', 'followImport.asks'])

/** The same behavior, which tells of each of its functions when it is called. */
function watched<Part>(part: Part, path = ''): Part {
  if (typeof part === 'function') {
    return ((...given: unknown[]) => {
      asked.add(path)
      return part(...given)
    }) as Part
  }
  const isPlain = Object.getPrototypeOf(Object(part)) === Object.prototype
  if (!isPlain || leaves.has(path)) return part
  const entries = Object.entries(Object(part)).map(([name, one]) => [
    name,
    watched(one, path ? `${path}.${name}` : name),
  ])
  return Object.fromEntries(entries) as Part
}

/** The places of all functions of a behavior. */
function functionsIn(part: unknown, path = ''): string[] {
  if (typeof part === 'function') return [path]
  const isPlain = Object.getPrototypeOf(Object(part)) === Object.prototype
  if (!isPlain || leaves.has(path)) return []
  return Object.entries(Object(part)).flatMap(([name, one]) =>
    functionsIn(one, path ? `${path}.${name}` : name),
  )
}

const { customers, bookings, ...others } = business.behaviors
const behaviors = { ...others, customers: watched(customers), bookings: watched(bookings) }

const rights = [
  ...['view', 'create', 'update', 'delete', 'import'].map((act) => `hire.customer.${act}`),
  ...['view', 'create', 'update', 'delete', 'confirm'].map((act) => `hire.booking.${act}`),
  'hire.finance',
  'hire.desk.view',
  'options.customers',
  'options.desks',
  'options.users.all',
  'user.profile.job.view',
]

const post = vi.spyOn(globalThis, 'fetch')

let server: TestServer
let clerk: Client

beforeAll(async () => {
  post.mockImplementation(async () => new Response(null, { status: 204 }))
  server = await createTestServer({ ...business, behaviors: behaviors as never })
  clerk = await server.user(rights)
  await server.backend.jobs.work()
}, 60_000)
afterAll(async () => {
  await server.close()
  post.mockRestore()
})

let count = 0
const person = (more: object = {}) => ({
  name: `Ada ${(count += 1)}`,
  kind: 'person',
  color: '#64748b',
  ...more,
})
const make = (more: object = {}) => clerk.make('/hire/customer', person(more))
const read = async (id: number) => (await clerk.get(`/hire/customer/${id}`)).body.data

/** Sets what no client may. */
const owes = (id: number, amount: number) =>
  sql`update customers set owes = ${amount} where id = ${id}`.execute(server.backend.database.sql)

const jobEnds = (id: number) =>
  vi.waitFor(async () => {
    const { data } = (await clerk.get(`/profile/job/${id}`)).body
    expect(data.state, JSON.stringify(data)).toMatch(/^finished/)
    return data
  }, 20_000)

async function bring(lines: readonly string[], more: object = {}): Promise<number> {
  const upload_id = await upload(server.app, clerk, lines.join('\n'), {
    purpose: 'import:customers',
  })
  const mapping = lines[0]?.split(',')
  const { status, body } = await clerk.post('/hire/customer/import', {
    upload_id,
    mapping,
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(202)
  await jobEnds(body.data.job_id)
  return body.data.id
}

test('what they declare would start', () => expect(() => checkBusiness(business)).not.toThrow())

describe('the hooks of docs/examples', () => {
  test('around a new record', async () => {
    const begins = await clerk.get('/hire/customer/defaults')
    expect(begins.body.data).toEqual({ manager: clerk.id })
    const id = await make({ name: 'Mara Events, Ltd', country: 'MT' })
    expect(await read(id)).toMatchObject({
      name: 'Mara Events',
      manager: clerk.id,
      came_by: 'first of its country',
    })
    await vi.waitFor(() => expect(post).toHaveBeenCalledOnce(), 15_000)
    expect(JSON.parse(String(post.mock.calls[0]?.[1]?.body))).toEqual({ name: 'Mara Events' })
    const again = await clerk.post(
      '/hire/customer',
      person({ name: 'Mara Events, Ltd', country: 'MT' }),
    )
    expect([again.status, again.body.data?.id]).not.toEqual([201, undefined])
  })

  test('around a change, a deletion and what brings back', async () => {
    const id = await make({ country: 'FR' })
    await owes(id, 5)
    const refused = await clerk.put(`/hire/customer/${id}`, { country: 'DE' })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/owes us 5$/),
    ])
    const blind = await server.user(rights.filter((one) => one !== 'hire.finance'))
    expect((await blind.get(`/hire/customer/${id}`)).body.data.owes).toBe(0)
    const booked = await clerk.post(`/hire/customer/${id}/book`, { to_date: '2099-01-31' })
    expect(booked.status, JSON.stringify(booked.body)).toBe(200)
    expect((await clerk.put(`/hire/customer/${id}`, { is_active: false })).status).toBe(200)
    const [booking] = (await clerk.get(`/bookings/search?customer=${id}`)).body.data
    expect(booking).toMatchObject({ state: 'draft', pieces: 1, limits: null })
    const { data: lines } = (await clerk.get(`/hire/customer/${id}/timeline`)).body
    expect(lines).toContainEqual(
      expect.objectContaining({ event: 'booked', at: booking.created_at }),
    )
    expect((await clerk.post(`/bookings/${booking.id}/confirm`)).status).toBe(200)
    expect((await clerk.delete(`/hire/customer/${id}`)).body.message).toBe(
      'There are confirmed bookings',
    )
    const other = await make({ country: 'FR' })
    await owes(other, 1)
    const merging = await clerk.post(`/hire/customer/${other}/merge`, { into: await make() })
    expect([merging.status, merging.body.message]).toEqual([409, 'Who owes us stays as they are'])
    await owes(other, 0)
    expect((await clerk.delete(`/hire/customer/${other}`)).status).toBe(200)
    await owes(other, 1)
    const restore = () => clerk.post(`/hire/customer/${other}/restore`, { version: 2 })
    expect((await restore()).body.message).toBe('Nobody who owes us comes back')
    await owes(other, 0)
    expect((await restore()).status).toBe(200)
  })

  test('around options, routes and actions', async () => {
    const id = await make()
    const { body } = await clerk.get('/hire/customer/all')
    expect(body.data.find((one: { id: number }) => one.id === id)).toMatchObject({
      is_person: true,
    })
    const number = await clerk.get('/hire/customers/number')
    expect(number.body.data).toBeGreaterThan(0)
    const ids = [id, await make()]
    expect((await clerk.post('/hire/customer/bulk/write', { ids })).body.data.done).toBe(2)
    const free = await clerk.post('/bookings/free', { on: '2099-01-01' })
    expect(free.body).toMatchObject({ data: { free: 9 } })
    const [booking] = (await clerk.get('/bookings/search?state=confirmed')).body.data
    const extended = await clerk.post(`/bookings/${booking.id}/extend`, { to_date: '2099-02-01' })
    expect(extended.status).toBe(200)
    const prolonged = await clerk.post(`/bookings/${booking.id}/days/add/3`)
    expect(prolonged.status).toBe(200)
    const { body: read } = await clerk.get(`/bookings/${booking.id}`)
    expect(read.data.to_date).toBe('2099-02-04')
    expect((await clerk.post(`/bookings/${booking.id}/days/add/31`)).status).toBe(422)
    expect((await clerk.get(`/bookings/${booking.id}/lines`)).body.meta.total).toBe(1)
    expect((await clerk.get('/bookings/999/lines')).body.data).toEqual([])
    expect((await clerk.delete(`/bookings/${booking.id}`)).status).toBe(200)
    const { body: cancelled } = await clerk.get(`/bookings/${booking.id}`)
    expect(cancelled.data.to_date).toBe(cancelled.data.from_date)
    expect((await clerk.get('/booking_lines/search')).status).toBe(404)
    const url = `/api/bookings/${booking.id}/print`
    const headers = { authorization: `Bearer ${clerk.token}` }
    const printed = await server.app.inject({ method: 'POST', url, headers, payload: {} })
    expect(printed.headers['content-type']).toBe('application/pdf')
  })

  test('around a file', async () => {
    const lines = [
      'name,kind',
      'Test One,person',
      'Rope & Sons,person',
      'Rope & Sons,person',
      ',person',
    ]
    const checked = await bring(lines, { check: true })
    const begun = await clerk.post(`/hire/customer/import/${checked}/write`, {
      greeting: 'Welcome',
    })
    expect(begun.status, JSON.stringify(begun.body)).toBe(202)
    await jobEnds(begun.body.data.job_id)
    const course = (await clerk.get(`/hire/customer/import/${checked}`)).body.data
    expect(course).toMatchObject({ created: 1, refused: 3 })
    expect(course.remarks).toMatchObject([{ code: 'no_email', count: 1, rows: [3] }])
    await jobEnds(course.follow_job)
    const [brought] = (await clerk.get('/hire/customer/search?name=Rope%20%26%20Sons')).body.data
    expect(brought).toMatchObject({ rating: 3, notes: 'Welcome', manager: clerk.id })
    const kept = (await clerk.get('/refused_customers/search')).body.data
    expect(kept.map(({ reason }: { reason: string }) => reason)).toContain('This is a test')
    const outcomes = await bring(['name,owes', 'Rope & Sons,12.5', 'Nobody,1'], {
      mode: 'outcomes',
      settings: { ledger: 'Main' },
    })
    expect((await read(brought.id)).owes).toBe(12.5)
    expect((await clerk.get(`/hire/customer/import/${outcomes}`)).body.data.refused).toBe(1)
    await clerk.post(`/hire/customer/${brought.id}/book`, { to_date: '2099-01-31' })
    const undone = await clerk.post(`/hire/customer/import/${checked}/undo`)
    expect(undone.status, JSON.stringify(undone.body)).toBe(202)
    await jobEnds(undone.body.data.job_id)
    expect((await read(brought.id)).name).toBe('Rope & Sons')
  })

  test('and what goes on by itself: then each has been asked', async () => {
    await server.backend.jobs.upkeep()
    // What is started by a job of calls, which no test makes.
    const others = ['jobs.calls.run', 'jobs.calls.takeBack', 'jobs.calls.resume']
    expect(
      functionsIn(customers)
        .filter((name) => !asked.has(name))
        .sort(),
    ).toEqual(others.sort())
    expect(functionsIn(bookings).filter((name) => !asked.has(name))).toEqual([])
  })
})
