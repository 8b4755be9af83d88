import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  checkResources,
  defineResource,
  field,
  mayFilter,
  parseQuery,
  QueryError,
  yearsSince,
  type Field,
} from '#schema'

import { dateKind } from '../../src/kinds/date/date.ts'
import { userWith } from '../fixtures/user.ts'

const { range } = yearsSince('born').filteredBy

describe('a range of years since a day', () => {
  test.each([
    ['18 and more', { from: 18 }, '2026-07-15', { to: '2008-07-15' }],
    ['25 and less', { to: 25 }, '2026-07-15', { from: '2000-07-16', to: '2026-07-15' }],
    ['from 18 to 25', { from: 18, to: 25 }, '2026-07-15', { to: '2008-07-15', from: '2000-07-16' }],
    ['18 on the 29th of February', { from: 18 }, '2024-02-29', { to: '2006-02-28' }],
    [
      '17 on the 29th of February',
      { to: 17 },
      '2024-02-29',
      { from: '2006-03-01', to: '2024-02-29' },
    ],
    [
      '18 a day before a 29th that is none',
      { to: 18 },
      '2023-02-28',
      { from: '2004-02-29', to: '2023-02-28' },
    ],
    [
      'more years than there are',
      { from: 2e9, to: -2e9 },
      '2026-01-01',
      { to: '1026-01-01', from: '3026-01-02' },
    ],
    ['less than none', { from: -3 }, '2026-07-15', { to: '2026-07-15' }],
  ])('of %s is one of days', (_name, asked, today, days) => {
    expect(range(asked, today)).toEqual(days)
  })

  test('holds the days of that many whole years and no other', () => {
    const day = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, day, fc.integer({ min: -1, max: 1 }), (born, today, more) => {
        fc.pre(born <= today)
        const isToCome = today.slice(5) < born.slice(5)
        const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4)) - (isToCome ? 1 : 0)
        const asked = Math.max(0, years + more)
        const { from = '', to } = range({ from: asked, to: asked }, today)
        expect(from <= born && born <= to).toBe(years === asked)
      }),
    )
  })
})

const hidden = { optional: true, unmaskBy: 'contact' } as const

const people = (born: Field, age: object = { ...hidden, readBy: 'contact' }, more: object = {}) =>
  defineResource('people', {
    permission: 'person',
    size: 'large',
    fields: {
      name: field.text(),
      born,
      age: field.derived(field.integer(age), yearsSince('born')),
      ...more,
    },
    title: 'name',
    list: ['name', 'age'],
    filters: ['age'],
    form: ['name', 'born'],
  } as never)

describe('a list of many records', () => {
  const indexed = people(field.date({ ...hidden, index: 'sparse' }))

  test('is filtered by years where the day has an index, and by ranges alone', () => {
    checkResources([indexed])
    const operators = ['range', 'equals', 'empty', 'contains'] as const
    expect(operators.map((one) => mayFilter(indexed, 'age', one))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(mayFilter(people(field.date(hidden)), 'age', 'range')).toBe(false)
  })

  test('is filtered so by those who may see the days, and by no one else', () => {
    const keys = { age_from: '18', age_to: '25' }
    expect(parseQuery(indexed, userWith('contact'), keys).filter).toEqual({
      age: { from: 18, to: 25 },
    })
    for (const key of Object.keys(keys)) {
      expect(() => parseQuery(indexed, userWith(), { [key]: '18' })).toThrow(QueryError)
    }
  })
})

describe('a declaration', () => {
  test('that shows the years to people who see the days masked shows them no more than the mask', () => {
    const day = field.date({ ...hidden, index: 'sparse' })
    const open = people(day, { optional: true })
    checkResources([open])
    expect(dateKind.mask?.('2000-01-31' as never)).toMatch(/^•• \(\d+\)$/)
    expect(parseQuery(open, userWith(), { age_from: '18' }).filter).toEqual({ age: { from: 18 } })
    expect(() => parseQuery(open, userWith(), { born_from: '2000-01-31' })).toThrow(QueryError)
  })

  test.each([
    ['shows the years to people who do not see the days', { ...hidden }],
    ['shows them to others', { optional: true, readBy: 'other' }],
  ])('that %s does not start', (_name, age) => {
    const day = field.date({ ...hidden, readBy: 'person.born', index: 'sparse' })
    expect(() => checkResources([people(day, age)])).toThrow(
      'people.age: give it the readBy of "born"',
    )
  })

  test('that reckons from no day does not start', () => {
    expect(() => checkResources([people(field.integer(), { optional: true })])).toThrow(
      'people.age: "born" is no day',
    )
  })
})
