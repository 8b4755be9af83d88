import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { z } from 'zod'

import { checkResources, defineResource, field, readMessage, validateNew } from '#schema'

import { userWith } from '../../fixtures/user.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

const desk = defineResource('desks', {
  permission: 'desk',
  fields: {
    name: field.text(),
    hours: field.rows(
      {
        day: field.choice({ mon: 'Mon', tue: 'Tue' }),
        from: field.integer({ min: 0, max: 24 }),
        until: field.integer({ optional: true, max: 24 }),
      },
      { optional: true, max: 3, unique: ['day', 'from'] },
    ),
    breaks: field.rows({ at: field.date() }, { default: [], min: 2 }),
    limits: field.json({ optional: true }, z.object({ daily: z.object({ calls: z.number() }) })),
  },
  title: 'name',
  list: ['name', 'hours'],
  filters: ['hours'],
  form: ['name', 'hours', 'breaks', 'limits'],
})

let server: TestServer
let clerk: Client

beforeAll(async () => {
  server = await createTestServer({ resources: [desk] })
  clerk = await server.user(['desk.view', 'desk.create', 'desk.update', 'desk.export'])
}, 60_000)
afterAll(() => server.close())

const monday = { day: 'mon', from: 9, until: null }
const errorsOf = async (values: object) =>
  (await clerk.post('/desks', { name: 'A', ...values })).body.errors

describe('rows of a record', () => {
  test('are kept in their order with all their cells', async () => {
    const hours = [{ day: 'tue', from: 8 }, monday]
    const { body } = await clerk.post('/desks', { name: 'A', hours })
    expect(body.data).toMatchObject({
      hours: [{ day: 'tue', from: 8, until: null }, monday],
      breaks: [],
    })
    const { data } = (await clerk.get(`/desks/${body.data.id}`)).body
    expect(data.hours).toEqual(body.data.hours)
  })

  test('name the row and the cell of each thing that is wrong', async () => {
    expect(
      await errorsOf({ hours: [monday, { day: 'wed', from: 25 }, { from: 1, day: 'mon', x: 1 }] }),
    ).toEqual({
      'hours.1.day': ['Choose one of: mon, tue'],
      'hours.1.from': ['Enter 24 or less'],
      'hours.2.x': ['This field cannot be set here'],
    })
    expect(await errorsOf({ hours: [monday, { ...monday, until: 12 }] })).toEqual({
      'hours.1.day': ['The same as in row 1'],
    })
    expect(await errorsOf({ hours: ['mon'], breaks: [{ at: '2026-01-01' }] })).toEqual({
      'hours.0': ['Send a JSON object'],
      breaks: ['Enter at least 2'],
    })
    expect(await errorsOf({ hours: [1, 2, 3, 4].map((from) => ({ ...monday, from })) })).toEqual({
      hours: ['Enter at most 3'],
    })
  })

  test('say it by a key that each language has', () => {
    const { errors } = validateNew(desk.fields, userWith(), { hours: [{ day: 'mon' }] })
    const [message = ''] = errors?.['hours.0.from'] ?? []
    expect(readMessage(message)?.message).toBe('messages.fill_in_this_field')
  })

  test('are none, and found so, where the list is empty', async () => {
    const id = await clerk.make('/desks', { name: 'None', hours: [] })
    const { data } = (await clerk.get('/desks/search?hours_empty=1')).body
    expect(data.map((one: { id: number }) => one.id)).toEqual([id])
    expect(data[0].hours).toBeNull()
  })

  test('stand in the history before and after', async () => {
    const id = await clerk.make('/desks', { name: 'A', hours: [monday] })
    const hours = [monday, { ...monday, day: 'tue' }]
    await clerk.put(`/desks/${id}`, { hours, version: 1 })
    const same = await clerk.put(`/desks/${id}`, {
      hours: hours.map(({ day, ...row }) => ({ ...row, day })),
    })
    expect(same.body.data.version).toBe(2)
  })

  test('are a list of objects in the document', async () => {
    const { components, paths } = (await clerk.get('/openapi.json')).body
    const rows = components.schemas.desks.properties.hours.anyOf[0]
    expect(rows).toMatchObject({ type: 'array', maxItems: 3, items: { type: 'object' } })
    expect(rows.items).toMatchObject({
      required: ['day', 'from'],
      properties: { day: { enum: ['mon', 'tue'] }, from: { maximum: 24 } },
    })
    expect(JSON.stringify(paths['/desks'])).toContain('"maxItems":3')
  })
})

test('a part of a structured value that is wrong is named, by a key that each language has', async () => {
  expect(await errorsOf({ limits: { daily: { calls: null } } })).toEqual({
    limits: ['daily.calls: Enter a number'],
  })
  expect(await errorsOf({ limits: {} })).toEqual({ limits: ['daily: Fill in this field'] })
  const { errors } = validateNew(desk.fields, userWith(), { limits: { daily: 1 } })
  const { message, args } = readMessage(errors?.['limits']?.[0] ?? '') ?? {}
  expect([message, args?.['part']]).toEqual(['messages.of_part', 'daily'])
  expect(readMessage(args?.['problem'] ?? '')?.message).toBe('messages.send_a_json_object')
})

describe('the start refuses', () => {
  const declared = (hours: object) => () =>
    checkResources([{ ...desk, fields: { ...desk.fields, hours } } as never])
  test.each([
    ['no cells', field.rows({})],
    ['a row holds no json: "a"', field.rows({ a: field.json() })],
    ['a row holds no secret: "a"', field.rows({ a: field.secret() })],
    ['a row holds no ips: "a"', field.rows({ a: field.ips() })],
    [
      '"a" has an option that only fields of records have',
      field.rows({ a: field.text({ unique: true }) }),
    ],
    ['`min` is greater than `max`', field.rows({ a: field.text() }, { min: 3, max: 2 })],
    ['desks.hours.a: no choices', field.rows({ a: field.choice({}) })],
  ])('%s', (fault, hours) => {
    expect(declared(hours)).toThrow(fault)
  })

  test('rows in a cell that is edited in place', () => {
    expect(() => checkResources([{ ...desk, editableColumns: ['hours'] } as never])).toThrow(
      'no room',
    )
  })
})
