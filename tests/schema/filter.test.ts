import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { asCondition, matches, type Filter } from '#schema'

const lead = {
  id: 3,
  name: 'Ada Lovelace',
  country: 'GB',
  amount: 12.5,
  born: '1990-12-10',
  seen_at: '2026-01-31T14:30:00Z',
  note: null,
  tags: [1, 2],
  hosts: [],
}

describe('a record with country GB, amount 12.5, tags 1 and 2, and no note', () => {
  test.each<[boolean, Filter<any>]>([
    [true, {}],
    [true, { country: 'GB' }],
    [false, { country: 'gb' }],
    [false, { country: null }],
    [true, { note: null }],
    [true, { country: { in: ['FR', 'GB'] } }],
    [false, { country: { in: [] } }],
    [true, { country: { not: ['FR'] } }],
    [false, { country: { not: ['FR', 'GB'] } }],
    [true, { country: { not: [] } }],
    [true, { note: { not: ['x'] } }],
    [false, { note: { in: ['x'] } }],
    [false, { note: { from: '' } }],
    [false, { note: { to: 'z' } }],
    [false, { note: { contains: '' } }],
    [true, { note: { empty: true } }],
    [false, { note: { empty: false } }],
    [true, { hosts: { empty: true } }],
    [true, { tags: { empty: false } }],
    [true, { tags: 2 }],
    [true, { tags: { in: [2, 9] } }],
    [false, { tags: { not: [2, 9] } }],
    [true, { tags: { not: [9] } }],
    [true, { hosts: { not: ['x'] } }],
    [true, { amount: { from: 12.5, to: 12.5 } }],
    [true, { amount: { from: 9, to: 100 } }],
    [false, { amount: { from: 100, to: 9 } }],
    [true, { born: { from: '1990-12-10', to: '1990-12-10' } }],
    [false, { born: { from: '1990-12-11' } }],
    [true, { seen_at: { from: '2026-01-31T14:30:00Z', to: '2026-01-31T14:30:00.000001Z' } }],
    [false, { seen_at: { from: '2026-01-31T14:30:00.000001Z' } }],
    [false, { seen_at: { to: '2026-01-31T14:29:59.999999Z' } }],
    [true, { name: { contains: 'LOVE' } }],
    [false, { name: { contains: '%' } }],
    [true, { country: 'GB', name: { contains: 'Ada' } }],
    [false, { country: 'GB', name: { contains: 'Bob' } }],
    [true, { any: [{ country: 'FR' }, { tags: 1 }] }],
    [false, { any: [{ country: 'FR' }, { tags: 9 }] }],
    [false, { any: [] }],
    [true, { all: [] }],
    [true, { all: [{ country: 'GB' }, { any: [{ id: 3 }, { id: 4 }] }] }],
    [false, { country: 'FR', any: [{ id: 3 }] }],
    [false, { missing: 1 }],
    [true, { missing: null }],
    [false, { constructor: { empty: false } } as never],
  ])('answers %s to %j', (expected, filter) => {
    expect(matches(filter, lead)).toBe(expected)
  })
})

describe('what a rule does not know lets nobody in', () => {
  test.each<[Filter<any>]>([
    [{ country: undefined }],
    [{ country: { in: undefined } }],
    [{ country: { in: [undefined] } }],
    [{ country: { in: [null] } }],
    [{ country: { in: null } }],
    [{ country: { not: undefined } }],
    [{ country: { not: [undefined] } }],
    [{ country: { not: [null, 'FR'] } }],
    [{ amount: { from: undefined } }],
    [{ amount: { from: null } }],
    [{ amount: { to: undefined, from: 1 } }],
    [{ name: { contains: undefined } }],
    [{ note: { empty: undefined } }],
  ])('%o', (filter) => {
    expect(matches(filter, lead)).toBe(false)
    expect(matches(filter, { ...lead, country: null, amount: null, name: null })).toBe(false)
  })

  test('and an operator that does not exist is an error', () => {
    expect(() => matches({ amount: { gte: 5 } } as never, lead)).toThrow('no operator "gte"')
    expect(() => matches(JSON.parse('{"amount": {"__proto__": 5}}'), lead)).toThrow('__proto__')
  })
})

test.each([
  [null, { empty: true }],
  [5, { in: [5] }],
  [[5, 6], { in: [5, 6] }],
  [false, { in: [false] }],
  [{ from: 1 }, { from: 1 }],
  [{ in: [1, null] }, { in: [1] }],
  [undefined, { in: [] }],
])('%j means %j', (short, long) => {
  expect(asCondition(short)).toEqual(long)
})

const value = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant(null))
const record = fc.record({ a: value, b: value })
const leaf: fc.Arbitrary<Filter> = fc.record(
  {
    a: fc.oneof(
      value,
      fc.record({ in: fc.array(fc.integer({ min: 0, max: 4 })) }),
      fc.record({ not: fc.array(fc.integer({ min: 0, max: 4 })) }),
      fc.record({ from: fc.integer({ min: 0, max: 4 }) }),
      fc.record({ empty: fc.boolean() }),
    ),
    b: value,
  },
  { requiredKeys: [] },
)

describe('for every record', () => {
  test('all narrows and any widens', () => {
    fc.assert(
      fc.property(leaf, leaf, record, (one, other, row) => {
        const [left, right] = [matches(one, row), matches(other, row)]
        expect(matches({ all: [one, other] }, row)).toBe(left && right)
        expect(matches({ any: [one, other] }, row)).toBe(left || right)
      }),
    )
  })

  test('conditions on several fields must all hold', () => {
    fc.assert(
      fc.property(leaf, record, (filter, row) => {
        const parts = Object.entries(filter).map(([name, one]) => ({ [name]: one }))
        expect(matches(filter, row)).toBe(parts.every((part) => matches(part, row)))
      }),
    )
  })

  test('in and not, empty and not empty, part the records in two', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4 })), record, (list, row) => {
        expect(matches({ a: { in: list } }, row)).toBe(!matches({ a: { not: list } }, row))
        expect(matches({ a: { empty: true } }, row)).toBe(!matches({ a: { empty: false } }, row))
      }),
    )
  })

  test('a range holds what lies between its ends', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.integer(), (a, from, to) => {
        expect(matches({ a: { from, to } }, { a })).toBe(a >= from && a <= to)
      }),
    )
  })

  test('moments are in the order of time, whatever their fraction', () => {
    const moment = fc.date({
      min: new Date('1901-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    })
    const printed = (date: Date) => date.toISOString().replace(/\.?0*Z$/, 'Z')
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        expect(matches({ a: { from: printed(other) } }, { a: printed(one) })).toBe(one >= other)
        expect(matches({ a: { to: printed(other) } }, { a: printed(one) })).toBe(one <= other)
      }),
    )
  })
})
