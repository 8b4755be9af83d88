import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { field, schemaOf, validateChanges, validateNew, type Fields } from '#schema'

import { userWith } from '../fixtures/user.ts'

const fields = {
  name: field.text({ min: 2, max: 20 }),
  nickname: field.text({ optional: true }),
  color: field.color({ default: '#64748b' }),
  vip: field.boolean({ default: false }),
  rank: field.integer({ default: 3, optional: true }),
  tags: field.references('tags'),
  hosts: field.ips({ optional: true }),
  limits: field.json({ default: { daily: 5 } }),
  salary: field.money({ optional: true, readBy: 'salary.view', writeBy: 'salary.edit' }),
  level: field.choice({ low: 'Low', high: 'High' }, { default: 'low', writeBy: 'level.edit' }),
  hits: field.integer({ computed: true, default: 0 }),
} satisfies Fields

const user = userWith()
const manager = userWith('salary.view', 'salary.edit', 'level.edit')
const required = ['Fill in this field']
const unknown = ['This field cannot be set here']

const defaults = {
  name: 'Ada',
  nickname: null,
  color: '#64748b',
  vip: false,
  rank: 3,
  tags: [],
  hosts: null,
  limits: { daily: 5 },
}

describe('a new record', () => {
  test('gets the defaults, and null where a field may be empty', () => {
    expect(validateNew(fields, user, { name: 'Ada' })).toEqual({
      values: defaults,
      errors: undefined,
    })
  })

  test.each<[object, object]>([
    [{ name: ' Ada  L ' }, { name: 'Ada L' }],
    [{ color: '' }, { color: '#64748b' }],
    [{ color: null }, { color: '#64748b' }],
    [{ vip: null }, { vip: false }],
    [{ vip: true }, { vip: true }],
    [{ vip: 1 }, { vip: true }],
    [{ rank: null }, { rank: null }],
    [{ rank: '' }, { rank: null }],
    [{ rank: undefined }, { rank: 3 }],
    [{ nickname: '' }, { nickname: null }],
    [{ nickname: ' \n\t\u0000' }, { nickname: null }],
    [{ nickname: '0' }, { nickname: '0' }],
    [{ tags: null }, { tags: [] }],
    [{ tags: [3, 3] }, { tags: [3] }],
    [{ hosts: [] }, { hosts: [] }],
    [{ limits: [] }, { limits: [] }],
  ])('made with %o has %o', (given, values) => {
    expect(validateNew(fields, user, { name: 'Ada', ...given })).toEqual({
      values: { ...defaults, ...values },
      errors: undefined,
    })
  })

  test.each<[unknown, object]>([
    [{}, { name: required }],
    [{ name: undefined }, { name: required }],
    [{ name: null }, { name: required }],
    [{ name: '  ' }, { name: required }],
    [{ name: 'A' }, { name: ['Use at least 2 characters'] }],
    [{ name: 'A'.repeat(21) }, { name: ['Use at most 20 characters'] }],
    [{ name: 5 }, { name: ['Enter text'] }],
    [{ name: { toString: 'Ada' } }, { name: ['Enter text'] }],
    [{ name: ['Ada'] }, { name: ['Enter text'] }],
    [{ name: 'Ada', vip: 'true' }, { vip: ['Enter yes or no'] }],
    [{ name: 'Ada', rank: '12' }, { rank: ['Send a JSON number, without quotes'] }],
    [{ name: 'Ada', rank: '1.5' }, { rank: ['Enter a whole number'] }],
    [{ name: 'Ada', rank: 'many' }, { rank: ['Enter a whole number'] }],
    [{ name: 'Ada', rank: 1n }, { rank: ['Enter a whole number'] }],
    [{ name: 'Ada', rank: Number.NaN }, { rank: ['Enter a whole number'] }],
    [{ name: 'Ada', rank: 1e21 }, { rank: [expect.any(String)] }],
    [{ name: 'Ada', nope: 1 }, { nope: unknown }],
    [{ name: 'Ada', hits: 9 }, { hits: unknown }],
    [{ name: 'Ada', id: 9 }, { id: unknown }],
    [{ name: 'Ada', version: 9 }, { version: unknown }],
    [{ name: 'Ada', salary: 9 }, { salary: unknown }],
    [{ name: 'Ada', level: 'high' }, { level: unknown }],
    [{ name: 'Ada', constructor: 1 }, { constructor: unknown }],
    [
      { nope: null, color: 'red' },
      { nope: unknown, name: required, color: ['Enter a colour like #64748b'] },
    ],
    [[], { '': ['Send one record as a JSON object'] }],
    [null, { '': ['Send one record as a JSON object'] }],
    ['Ada', { '': ['Send one record as a JSON object'] }],
    [undefined, { '': ['Send one record as a JSON object'] }],
  ])('of %o is refused', (body, errors) => {
    expect(validateNew(fields, user, body).errors).toEqual(errors)
  })

  test('with a prototype key is refused by that key', () => {
    const body = JSON.parse('{"name": "Ada", "__proto__": {"vip": true}}')
    const { errors } = validateNew(fields, user, body)
    expect(Object.entries(errors ?? {})).toEqual([['__proto__', ['This field cannot be set here']]])
    expect(({} as any).vip).toBeUndefined()
  })

  test('of very many keys that are no field names a hundred of them, and what is wrong besides', () => {
    const strangers = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`key_${n}`, n]))
    const { errors } = validateNew(fields, user, { ...strangers, color: 'red' })
    expect(Object.keys(errors ?? {})).toHaveLength(102)
    expect(errors).toMatchObject({ key_0: unknown, name: required, color: expect.any(Array) })
  })

  test('takes guarded fields from whom may write them', () => {
    const { values } = validateNew(fields, manager, { name: 'Ada', salary: 5, level: 'high' })
    expect(values).toMatchObject({ salary: 5, level: 'high' })
    expect(validateNew(fields, manager, { name: 'Ada' }).values).toMatchObject({
      salary: null,
      level: 'low',
    })
    expect(validateNew(fields, user, { name: 'Ada' }).values).not.toHaveProperty('level')
    expect(validateNew(fields, userWith('salary.edit'), { name: 'Ada', salary: 5 }).errors).toEqual(
      { salary: unknown },
    )
  })

  test('does not share its default with the next one', () => {
    const one = validateNew(fields, user, { name: 'Ada' }).values as typeof defaults
    one.limits.daily = 500
    one.tags.push(1 as never)
    expect(validateNew(fields, user, { name: 'Ada' }).values).toEqual(defaults)
  })
})

describe('changes', () => {
  test.each<[object, object]>([
    [{}, {}],
    [{ name: 'Bob' }, { name: 'Bob' }],
    [{ name: undefined, color: undefined }, {}],
    [{ nickname: '' }, { nickname: null }],
    [{ nickname: null }, { nickname: null }],
    [{ rank: '' }, { rank: null }],
    [{ vip: false }, { vip: false }],
    [{ tags: [] }, { tags: [] }],
    [{ hosts: [] }, { hosts: [] }],
  ])('%o are taken as %o, without any default', (given, values) => {
    expect(validateChanges(fields, user, given)).toStrictEqual({ values, errors: undefined })
  })

  test.each<[object, object]>([
    [{ name: null }, { name: required }],
    [{ name: '' }, { name: required }],
    [{ color: null }, { color: required }],
    [{ color: '' }, { color: required }],
    [{ vip: null }, { vip: required }],
    [{ tags: null }, { tags: required }],
    [{ hits: 1 }, { hits: unknown }],
    [{ nope: undefined }, { nope: unknown }],
    [
      { color: 'red', nope: 1 },
      { color: ['Enter a colour like #64748b'], nope: unknown },
    ],
  ])('%o are refused', (given, errors) => {
    expect(validateChanges(fields, user, given).errors).toEqual(errors)
  })
})

test('a list that must have an entry says so', () => {
  const one = { hosts: field.ips(), pages: field.urls({ default: [] }) }
  expect(validateNew(one, user, { hosts: [], pages: [] }).errors).toEqual({ hosts: required })
  expect(validateChanges(one, user, { pages: [] }).values).toEqual({ pages: [] })
})

test('a structured value has the declared shape', () => {
  const shape = z.array(z.strictObject({ day: z.int().max(6) })).max(2)
  const hours = field.json({ optional: true }, shape)
  expect(validateNew({ hours }, user, { hours: [{ day: 1 }] }).values).toEqual({
    hours: [{ day: 1 }],
  })
  for (const value of [{}, [{ day: 7 }], [{ day: 1, more: 1 }], 'x']) {
    expect(validateNew({ hours }, user, { hours: value }).errors).toHaveProperty('hours')
  }
})

test('a pattern must fit the whole text, every time', () => {
  const code = field.text({ pattern: [/[a-z]{2}|\d{4}/g, 'Enter four digits'] })
  const errorsOf = (value: string) => validateNew({ code }, user, { code: value }).errors
  for (const value of ['1234', '1234', 'ab', '1234']) expect(errorsOf(value)).toBeUndefined()
  for (const value of ['12345', 'abc', 'x1234', '1234\n5678']) {
    expect(errorsOf(value)).toEqual({ code: ['Enter four digits'] })
  }
})

test('several lines keep their ends, one line does not', () => {
  const one = { note: field.text({ multiline: true, max: 20 }), line: field.text() }
  const { values } = validateNew(one, user, { note: ' a\r\n\r b\tc\u2028d\u0000 ', line: 'a\r\nb' })
  expect(values).toEqual({ note: 'a\n\n b\tc\nd', line: 'a b' })
  const given = { note: 'A\u030a', line: '\u00a0A\u030ase \t  Ma\u0007ria ' }
  expect(validateNew(one, user, given).values).toEqual({ note: '\u00c5', line: '\u00c5se Maria' })
  expect(validateNew(one, user, { note: 'x'.repeat(21), line: 'a' }).errors).toEqual({
    note: ['Use at most 20 characters'],
  })
  const { note } = { note: field.text({ multiline: true }) }
  expect(validateNew({ note }, user, { note: 'x'.repeat(10_000) }).errors).toBeUndefined()
  expect(validateNew({ note }, user, { note: 'x'.repeat(10_001) }).errors).toBeDefined()
})

test('the document of a field says what it takes', () => {
  const documentOf = (one: Fields[string]) =>
    z.toJSONSchema(schemaOf(one), { io: 'input', unrepresentable: 'any' })
  expect(documentOf(fields.name)).toMatchObject({ type: 'string', minLength: 2, maxLength: 20 })
  expect(documentOf(fields.color)).toMatchObject({ type: 'string', default: '#64748b' })
  expect(documentOf(fields.rank)).toMatchObject({
    anyOf: [{ type: 'integer' }, { type: 'null' }],
    default: 3,
  })
  expect(documentOf(fields.level)).toMatchObject({ enum: ['low', 'high'] })
  expect(documentOf(fields.tags)).toMatchObject({ type: 'array', maxItems: 1000 })
})
