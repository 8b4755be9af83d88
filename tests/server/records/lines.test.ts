import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { checkResources, defineResource, defineResources, field } from '#schema'

import type { Context } from '#server'

import { order, orders, seller } from '../../fixtures/businesses/orders.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

let server: TestServer
let user: Client
let pen: number
let ink: number
let pad: number
let hook = async (_context: Context): Promise<unknown> => undefined

beforeAll(async () => {
  server = await createTestServer({
    resources: orders,
    behaviors: {
      products: { afterCreate: async (_record, context) => void (await hook(context)) },
    },
  })
  user = await server.user(seller)
  pen = await user.make('/products', { name: 'Pen' })
  ink = await user.make('/products', { name: 'Ink' })
  pad = await user.make('/products', { name: 'Pad' })
}, 60_000)
afterAll(() => server.close())

const line = (product: number, quantity: number) => ({ product, quantity })
const make = (...lines: object[]) => user.make('/orders', { code: 'A', lines })
const get = async (id: number) => (await user.get(`/orders/${id}`)).body.data
const linesOf = async (id: number) => {
  const { body } = await user.get(`/order_lines/search?order=${id}&sort=place`)
  return body.data.map(({ id: own, product, quantity, place, version, note }: any) => ({
    id: own,
    product,
    quantity,
    place,
    version,
    note,
  }))
}
const put = (id: number, values: object) => user.put(`/orders/${id}`, values)

test('the fixture is declared without contradiction', () => {
  expect(() => checkResources(orders)).not.toThrow()
})

describe('lines', () => {
  test('are made with their record and come with it, in their order', async () => {
    const id = await make(line(pen, 2), line(ink, 1))
    const order = await get(id)
    expect(order.lines).toEqual([line(pen, 2), line(ink, 1)])
    expect(order.labels.lines.map((one: any) => one.product.label)).toEqual(['Pen', 'Ink'])
    expect(order.version).toBe(1)
    expect((await linesOf(id)).map(({ place }: any) => place)).toEqual([1, 2])
  })

  test('are changed, added, taken away and moved in one request, with one version', async () => {
    const id = await make(line(pen, 2), line(ink, 1))
    const [first] = await linesOf(id)
    await user.put(`/order_lines/${first.id}`, { note: 'Blue' })
    const { status, body } = await put(id, { version: 1, lines: [line(pad, 3), line(pen, 2)] })
    expect([status, body.data.version]).toEqual([200, 2])
    expect(body.data.lines).toEqual([line(pad, 3), line(pen, 2)])
    const after = await linesOf(id)
    expect(after.map(({ product }: any) => product)).toEqual([pad, pen])
    // The line that equals one that was there is that one, with all else it holds.
    expect(after[1]).toMatchObject({ id: first.id, note: 'Blue', place: 2 })
  })

  test('that stay the same write nothing', async () => {
    const id = await make(line(pen, 2))
    const [before] = await linesOf(id)
    const { body } = await put(id, { code: 'A', lines: [line(pen, 2)] })
    expect(body.data.version).toBe(1)
    await put(id, { code: 'B' })
    expect(await linesOf(id)).toEqual([before])
  })

  test('stand in the history of their record, and each in its own', async () => {
    const id = await make(line(pen, 2))
    await put(id, { lines: [line(pen, 5)] })
    const { body } = await user.get(`/orders/${id}/timeline`)
    expect(body.data[0].changes).toEqual([
      { field: 'lines', before: [line(pen, 2)], after: [line(pen, 5)] },
    ])
    expect(body.meta.labels).toEqual({ 'lines.product': { [pen]: 'Pen' } })
    const [own] = await linesOf(id)
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where resource = 'order_lines' and record_id = ${own.id}
      order by id`.execute(server.backend.database.sql)
    expect(rows.map(({ action }) => action)).toEqual(['create', 'update'])
  })

  test('come back when the change is undone', async () => {
    const id = await make(line(pen, 2), line(ink, 1))
    await put(id, { lines: [line(pad, 1)] })
    expect((await user.post(`/orders/${id}/undo`, { version: 2 })).status).toBe(200)
    expect((await get(id)).lines).toEqual([line(pen, 2), line(ink, 1)])
  })

  test('come back when a change of the history is reverted', async () => {
    const id = await make(line(pen, 2), line(ink, 1))
    await put(id, { lines: [line(pad, 1)] })
    await put(id, { code: 'B' })
    const { body } = await user.get(`/orders/${id}/timeline`)
    const [, changed] = body.data
    const reverted = await user.post(`/orders/${id}/revert`, { entry: changed.id, version: 3 })
    expect([reverted.status, reverted.body.data.lines]).toEqual([200, [line(pen, 2), line(ink, 1)]])
  })

  test('go with their record', async () => {
    const id = await make(line(pen, 2))
    const [own] = await linesOf(id)
    expect((await user.delete(`/orders/${id}`)).status).toBe(200)
    expect((await user.get(`/order_lines/${own.id}`)).status).toBe(404)
  })
})

describe('12.9 what a hook writes through `records` with lines', () => {
  const inHook = async (work: typeof hook, name: string) => {
    hook = work
    await user.make('/products', { name })
    hook = async () => undefined
  }
  const historyOf = async (id: number) => (await user.get(`/orders/${id}/timeline`)).body.data

  test('is what the history says', async () => {
    let id = 0
    await inHook(async ({ records }) => {
      id = (await records(order).create({ code: 'H', lines: [line(pen, 1), line(ink, 2)] })).id
    }, 'Hammer')
    expect((await get(id)).lines).toEqual([line(pen, 1), line(ink, 2)])
    const [first] = await linesOf(id)
    await inHook(
      ({ records }) => records(order).update(id, { lines: [line(pad, 3), line(pen, 1)] }),
      'Saw',
    )
    expect(await get(id)).toMatchObject({ version: 2, lines: [line(pad, 3), line(pen, 1)] })
    const after = await linesOf(id)
    expect(after[1]).toMatchObject({ id: first.id, place: 2 })
    expect((await historyOf(id))[0].changes).toEqual([
      {
        field: 'lines',
        before: [line(pen, 1), line(ink, 2)],
        after: [line(pad, 3), line(pen, 1)],
      },
    ])
    await inHook(({ records }) => records(order).update(id, { code: 'I' }), 'File')
    expect(await linesOf(id)).toEqual(after)
  })

  test('is refused of many at once, by name', async () => {
    let problem: unknown
    await inHook(async ({ records }) => {
      const all = [{ code: 'M', lines: [line(pen, 1)] }]
      problem = await records(order)
        .createAll(all)
        .catch((error: Error) => error.message)
    }, 'Nail')
    expect(problem).toBe('orders.lines: set it for one record at a time')
  })
})

describe('what is wrong with a line is said at its cell, and nothing is saved:', () => {
  test.each<[string, () => object[], object]>([
    ['none', () => [], { lines: ['Fill in this field'] }],
    ['a number', () => [line(pen, 1), line(ink, 100)], { 'lines.1.quantity': expect.anything() }],
    ['a missing cell', () => [{ product: pen }], { 'lines.0.quantity': ['Fill in this field'] }],
    [
      'a strange cell',
      () => [{ ...line(pen, 1), note: 'x' }],
      { 'lines.0.note': expect.anything() },
    ],
    ['a reference', () => [line(pen, 1), line(999, 1)], { 'lines.1.product': expect.anything() }],
    ['a key', () => [line(pen, 1), line(pen, 2)], { 'lines.1.product': expect.anything() }],
  ])('%s', async (_name, lines, errors) => {
    const made = await user.post('/orders', { code: 'X', lines: lines() })
    expect([made.status, made.body.errors]).toEqual([422, expect.objectContaining(errors)])
    const id = await make(line(pad, 1))
    const changed = await put(id, { code: 'Y', lines: lines() })
    expect([changed.status, changed.body.errors]).toEqual([422, expect.objectContaining(errors)])
    expect(await get(id)).toMatchObject({ code: 'A', version: 1, lines: [line(pad, 1)] })
  })
})

test('12.13 what is wrong with several lines is said at once', async () => {
  const lines = [line(pen, 1), line(999, 1), line(ink, 1), line(998, 1)]
  const wrong = ['lines.1.product', 'lines.3.product']
  const made = await user.post('/orders', { code: 'X', lines })
  expect([made.status, Object.keys(made.body.errors).sort()]).toEqual([422, wrong])
  const id = await make(line(pad, 1))
  const changed = await put(id, { code: 'Y', lines })
  expect([changed.status, Object.keys(changed.body.errors).sort()]).toEqual([422, wrong])
  expect(await get(id)).toMatchObject({ code: 'A', version: 1, lines: [line(pad, 1)] })
})

test('12.13 a line with the key of an earlier one says which, where it is typed', async () => {
  const made = await user.post('/orders', { code: 'X', lines: [line(pen, 1), line(pen, 2)] })
  const errors = { 'lines.1.product': ['The same as in row 1'] }
  expect([made.status, made.body.errors]).toEqual([422, errors])
})

describe('the permissions of the lines hold', () => {
  const without = (...names: string[]) => seller.filter((one) => !names.includes(one))

  test('who may not list them has no such field', async () => {
    const id = await make(line(pen, 2))
    const blind = await server.user(without('order_line.view'))
    const { body } = await blind.get(`/orders/${id}`)
    expect(body.data).not.toHaveProperty('lines')
    expect((await blind.put(`/orders/${id}`, { lines: [line(pen, 3)] })).status).toBe(422)
  })

  test.each(['order_line.create', 'order_line.update', 'order_line.delete'])(
    'who lacks %s sets none',
    async (missing) => {
      const id = await make(line(pen, 2))
      const reader = await server.user(without(missing))
      expect((await reader.get(`/orders/${id}`)).body.data.lines).toEqual([line(pen, 2)])
      const { status, body } = await reader.put(`/orders/${id}`, { lines: [line(pen, 3)] })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['lines']])
      expect((await reader.put(`/orders/${id}`, { code: 'Mine' })).status).toBe(200)
    },
  )
})

describe('what cannot be is refused at the start:', () => {
  test.each<[string, string, object]>([
    ['no resource "nope"', 'nope', {}],
    ['"product" of order_lines does not point at orders', 'order_lines', { by: 'product' }],
    ['order_lines has no field "nope"', 'order_lines', { fields: ['nope'] }],
    ['order_lines has no field "nope"', 'order_lines', { position: 'nope' }],
    [
      '"quantity" of order_lines is required, and no line holds it',
      'order_lines',
      { fields: ['product'] },
    ],
    ['"note" of order_lines is no integer', 'order_lines', { position: 'note' }],
    [
      '"order" is the same in each line, or follows from its place',
      'order_lines',
      { fields: ['order'] },
    ],
  ])('%s', (fault, of, more) => {
    const order = defineResource('orders', {
      permission: 'order',
      options: { permission: 'order.view' },
      fields: {
        code: field.text(),
        lines: field.lines(of, { by: 'order', fields: ['product', 'quantity'], ...more }),
      },
      title: 'code',
      list: ['code'],
      form: ['code', 'lines'],
    })
    const others = orders.filter(({ name }) => name !== 'orders')
    expect(() => checkResources(defineResources([...others, order] as never))).toThrow(fault)
  })
})

describe('12.3 a file brings no lines:', () => {
  const imported = (lines: object, fields: readonly string[]) => {
    const declared = defineResource('orders', {
      permission: 'order',
      options: { permission: 'order.view' },
      operations: ['list', 'create', 'edit', 'import'],
      fields: {
        code: field.text(),
        lines: field.lines('order_lines', {
          by: 'order',
          fields: ['product', 'quantity'],
          ...lines,
        }),
      },
      title: 'code',
      list: ['code'],
      form: ['code', 'lines'],
      import: { fields } as never,
    })
    const others = orders.filter(({ name }) => name !== 'orders')
    return () => checkResources(defineResources([...others, declared] as never))
  }

  test('a start is refused where an import names them', () => {
    expect(imported({}, ['code', 'lines'])).toThrow(
      'orders.import.fields: "lines" are lines, which no file brings. Leave it out',
    )
  })

  test('and where each record needs some', () => {
    expect(imported({ min: 1 }, ['code'])).toThrow(
      'orders.import.fields: "lines" is required, and no file brings it. Give it no `min`, or take "import" from `operations`',
    )
    expect(imported({}, ['code'])).not.toThrow()
  })
})
