import { describe, expect, test } from 'vitest'

import { can, defineResource, field, parseQuery, QueryError, type User } from '#schema'

import { userWith } from '../fixtures/user.ts'

const lead = defineResource('leads', {
  permission: 'lead',
  fields: {
    name: field.text({ search: true }),
    email: field.email({ search: true, unmaskBy: 'contact' }),
    born: field.date({ optional: true, unmaskBy: 'contact' }),
    note: field.text({ optional: true, readBy: 'notes' }),
    amount: field.money({ optional: true }),
    status: field.choice({ new: 'New', old: 'Old' }),
    called_at: field.timestamp({ optional: true }),
    source: field.reference('sources', { optional: true }),
    tags: field.references('tags'),
    answers: field.json({ optional: true }),
    password: field.password({ optional: true }),
  },
  title: 'name',
  list: ['id', 'name'],
  form: ['name'],
})

const clerk = userWith()
const reader = userWith('contact', 'notes')
const noon = new Date('2026-01-31T12:00:00Z')

const query = (input: object, user: User = reader) => parseQuery(lead, user, input as never, noon)
const whereOf = (where: unknown, user?: User) => query({ where }, user).where

describe('groups', () => {
  test.each<[unknown, object]>([
    [{ status: 'new' }, { status: { in: ['new'] } }],
    [{ status: ['new', 'old'] }, { status: { in: ['new', 'old'] } }],
    [{ status: { in: 'new', not: ['old'] } }, { status: { in: ['new'], not: ['old'] } }],
    [{ name: { contains: ' Ada ' } }, { name: { contains: 'Ada' } }],
    [{ amount: { from: 1, to: '2.5' } }, { amount: { from: 1, to: 2.5 } }],
    [{ tags: { empty: false } }, { tags: { empty: false } }],
    [
      { any: [{ status: 'new' }, { all: [{ amount: { from: 1 } }, { source: [1, 2] }] }] },
      {
        any: [
          { status: { in: ['new'] } },
          { all: [{ amount: { from: 1 } }, { source: { in: [1, 2] } }] },
        ],
      },
    ],
    [
      { called_at: 'last_7_days', status: 'new' },
      {
        called_at: { from: '2026-01-25T00:00:00Z', to: '2026-01-31T23:59:59.999999Z' },
        status: { in: ['new'] },
      },
    ],
  ])('%j ask for %j, as JSON and as an object', (where, filter) => {
    expect(whereOf(where)).toEqual(filter)
    expect(whereOf(JSON.stringify(where))).toEqual(filter)
  })

  test('stand beside the plain keys', () => {
    const { filter, where } = query({ status: 'new', where: { amount: { from: 1 } } })
    expect(filter).toEqual({ status: { in: ['new'] } })
    expect(where).toEqual({ amount: { from: 1 } })
  })

  test.each(['', null, undefined])('%j ask for nothing', (where) => {
    expect(whereOf(where)).toBeUndefined()
  })

  test.each<[unknown]>([
    ['{'],
    ['null'],
    ['"status"'],
    ['[]'],
    [[]],
    [{}],
    [0],
    [false],
    [[{ status: 'new' }, { status: 'old' }]],
    [{ any: [] }],
    [{ any: {} }],
    [{ any: [{}] }],
    [{ any: ['status'] }],
    [{ all: [null] }],
    [{ status: 'nope' }],
    [{ status: null }],
    [{ status: {} }],
    [{ status: { in: '' } }],
    [{ status: { in: [['new']] } }],
    [{ name: { contains: '' } }],
    [{ name: { contains: ['a', 'b'] } }],
    [{ amount: { from: 'x' } }],
    [{ called_at: 'last_8_days' }],
    [{ called_at: ['today', 'yesterday'] }],
    [{ called_at: { not: 'today' } }],
    [{ status: 'today' }],
  ])('%j are refused', (where) => {
    expect(() => whereOf(where)).toThrow(QueryError)
  })
})

describe('a field that may not be asked for is refused in the words of a plain filter:', () => {
  const words = (key: string) => new QueryError(`"${key}" is not a filter here.`)

  test.each<[object, string]>([
    [{ nope: 1 }, 'nope'],
    [{ amount_from: 1 }, 'amount_from'],
    [{ answers: '{}' }, 'answers'],
    [{ password: 'x' }, 'password'],
    [{ version: 1 }, 'version'],
    [{ status: { contains: 'n' } }, 'status_contains'],
    [{ status: { from: 'new' } }, 'status_from'],
    [{ status: { gt: 'new' } }, 'status_gt'],
    [{ status: { all: [] } }, 'status_all'],
    [{ status: { contains: '' } }, 'status_contains'],
    [JSON.parse('{"__proto__": "x"}'), '__proto__'],
    [JSON.parse('{"status": {"__proto__": "x"}}'), 'status___proto__'],
    [{ constructor: 'x' }, 'constructor'],
  ])('%j', (where, key) => {
    expect(() => whereOf(where)).toThrow(words(key))
    expect(() => whereOf({ any: [{ status: 'new' }, where] })).toThrow(words(key))
  })

  test.each<[object, string]>([
    [{ note: 'x' }, 'note'],
    [{ note: { empty: true } }, 'note_empty'],
    [{ email: { contains: 'ada' } }, 'email_contains'],
    [{ born: { from: '2000-01-01' } }, 'born_from'],
    [{ born: 'this_year' }, 'born'],
  ])('%j without its permission', (where, key) => {
    expect(() => whereOf({ any: [where] }, clerk)).toThrow(words(key))
    expect(() => whereOf({ any: [where] }, reader)).not.toThrow()
  })

  test('a masked one is asked for its values only by whoever may unmask it', () => {
    const where = { email: ['a@b.co', 'c@d.co'] }
    expect(whereOf(where, reader)).toEqual({ email: { in: ['a@b.co', 'c@d.co'] } })
    expect(() => whereOf(where, clerk)).toThrow('cannot stand in a group of conditions')
  })
})

describe('the size of groups', () => {
  const nested = (depth: number): object =>
    depth === 0 ? { status: 'new' } : { all: [nested(depth - 1)] }

  test('is four deep at most', () => {
    expect(() => whereOf(nested(4))).not.toThrow()
    expect(() => whereOf(nested(5))).toThrow('at most 4 deep')
    expect(() => whereOf(nested(5000))).toThrow('at most 4 deep')
  })

  test('is fifty conditions at most', () => {
    const conditions = (count: number) => ({
      any: Array.from({ length: count }, () => ({ status: 'new' })),
    })
    expect(() => whereOf(conditions(50))).not.toThrow()
    expect(() => whereOf(conditions(51))).toThrow('at most 50 conditions')
    expect(() => whereOf({ ...conditions(49), amount: { from: 1, to: 2 } })).toThrow(
      'at most 50 conditions',
    )
  })
})

describe('a period', () => {
  const berliner: User = { ...reader, timezone: 'Europe/Berlin' }
  const late = new Date('2026-01-31T23:30:00Z')
  const asked = (input: object, user: User) => parseQuery(lead, user, input as never, late).filter

  test('means the days in the time zone of the user, at the moment of the question', () => {
    expect(asked({ called_at: 'today' }, reader)).toEqual({
      called_at: { from: '2026-01-31T00:00:00Z', to: '2026-01-31T23:59:59.999999Z' },
    })
    expect(asked({ called_at: 'today' }, berliner)).toEqual({
      called_at: { from: '2026-01-31T23:00:00Z', to: '2026-02-01T22:59:59.999999Z' },
    })
    expect(asked({ born: ' last_month ' }, berliner)).toEqual({
      born: { from: '2026-01-01', to: '2026-01-31' },
    })
  })

  test('may begin or end a range', () => {
    expect(asked({ born_from: 'last_month', born_to: 'yesterday' }, reader)).toEqual({
      born: { from: '2025-12-01', to: '2026-01-30' },
    })
    expect(asked({ called_at_from: 'this_year' }, berliner)).toEqual({
      called_at: { from: '2025-12-31T23:00:00Z' },
    })
  })

  test('and a range of days are of the same zone', () => {
    expect(asked({ called_at_from: '2026-02-01', called_at_to: '2026-02-01' }, berliner)).toEqual(
      asked({ called_at: 'today' }, berliner),
    )
  })

  test('is not widened by another key', () => {
    expect(() => asked({ born: 'today', born_from: '1990-01-01' }, reader)).toThrow(
      '"born_from" says again what another key says.',
    )
  })

  test('is no value of other kinds', () => {
    expect(() => asked({ name: 'today' }, reader)).toThrow('"name" is not a filter here.')
  })
})

describe('on a large resource', () => {
  const large = defineResource('calls', {
    permission: 'call',
    size: 'large',
    fields: {
      code: field.text({ index: true }),
      rank: field.integer({ index: true }),
      city: field.text({ optional: true }),
      tags: field.references('tags'),
    },
    title: 'code',
    list: ['code'],
    form: ['code'],
    access: { list: can('call.view') },
  })
  const asked = (where: object) => () => parseQuery(large, reader, { where })

  test('a field without an index is refused like anywhere', () => {
    expect(asked({ any: [{ code: 'a' }, { city: 'b' }] })).toThrow('"city" is not a filter here.')
  })

  test.each<[object]>([
    [{ any: [{ code: 'a' }, { rank: { from: 1 } }, { tags: 1 }] }],
    [{ any: [{ code: 'a' }, { all: [{ rank: 1 }, { code: { not: 'b' } }] }] }],
    [{ any: [{ code: 'a' }, { rank: 1, code: { not: 'b' } }] }],
    [{ all: [{ code: { not: 'a' } }, { any: [{ rank: 1 }] }] }],
  ])('%j is found by indexes', (where) => {
    expect(asked(where)).not.toThrow()
  })

  test.each<[object]>([
    [{ any: [{ code: 'a' }, { rank: { not: 1 } }] }],
    [{ any: [{ code: 'a' }, { all: [{ rank: { not: 1 } }, { code: { not: 'b' } }] }] }],
    [{ all: [{ code: 'a' }, { any: [{ any: [{ rank: 1 }, { tags: { not: 1 } }] }] }] }],
  ])('%j would read all records and is refused', (where) => {
    expect(asked(where)).toThrow('needs a condition that an index finds')
  })
})
