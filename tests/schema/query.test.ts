import { describe, expect, test } from 'vitest'

import {
  can,
  defineResource,
  field,
  maySort,
  parseQuery,
  perPageLimit,
  QueryError,
  type Resource,
} from '#schema'

import { userWith } from '../fixtures/user.ts'

const lead = defineResource('leads', {
  permission: 'lead',
  fields: {
    name: field.text({ search: true }),
    email: field.email({ search: true, unmaskBy: 'contact' }),
    secret_note: field.text({ optional: true, readBy: 'notes' }),
    amount: field.money({ optional: true }),
    score: field.integer({ optional: true }),
    vip: field.boolean({ default: false }),
    status: field.choice({ new: 'New', on_hold: 'On hold', old: 'Old' }),
    born: field.date({ optional: true }),
    called_at: field.timestamp({ optional: true }),
    source: field.reference('sources', { optional: true }),
    tags: field.references('tags'),
    hosts: field.ips({ optional: true }),
    answers: field.json({ optional: true }),
    password: field.password({ optional: true }),
  },
  title: 'name',
  list: ['id', 'name'],
  form: ['name'],
  sort: '-created_at',
})

const clerk = userWith()
const reader = userWith('contact', 'notes')

const ask = (input: object, user = reader) => parseQuery(lead, user, input as never)
const filterOf = (input: object, user = reader) => ask(input, user).filter

test('nothing asked for is the first page in the declared order', () => {
  expect(ask({})).toEqual({
    search: '',
    filter: {},
    sort: [{ name: 'created_at', descending: true }],
    page: 1,
    perPage: 25,
    comparisons: [],
  })
})

describe('a filter', () => {
  test('an ID list is parted by spaces, bars and commas', () => {
    expect(filterOf({ id: ' 1,2|3 4\n5 , ' })).toEqual({ id: { in: [1, 2, 3, 4, 5] } })
    expect(filterOf({ source: '3|4', tags_not: '5 6' })).toEqual({
      source: { in: [3, 4] },
      tags: { not: [5, 6] },
    })
  })

  test.each<[object, object]>([
    [{ status: 'new' }, { status: { in: ['new'] } }],
    [{ status: 'new,On hold, old ,' }, { status: { in: ['new', 'on_hold', 'old'] } }],
    [{ status: ['new', 'old'] }, { status: { in: ['new', 'old'] } }],
    [{ name: ['Smith, John'] }, { name: { in: ['Smith, John'] } }],
    [{ status: [] }, { status: { in: [] } }],
    [{ status: ',' }, { status: { in: [] } }],
    [{ status_not: 'new,old' }, { status: { not: ['new', 'old'] } }],
    [{ id: '1,2' }, { id: { in: [1, 2] } }],
    [{ id: [1, 2] }, { id: { in: [1, 2] } }],
    // Specification 5: an ID list is split on whitespace, pipe or comma.
    [{ id: ' 1,2|3 4\n5 , ' }, { id: { in: [1, 2, 3, 4, 5] } }],
    [
      { source: '3|4', tags_not: '5 6' },
      { source: { in: [3, 4] }, tags: { not: [5, 6] } },
    ],
    [{ vip: true }, { vip: { in: [true] } }],
    [{ vip: 'no' }, { vip: { in: [false] } }],
    [{ source: 3 }, { source: { in: [3] } }],
    [{ tags: '3,4', tags_not: '5' }, { tags: { in: [3, 4], not: [5] } }],
    [{ tags_empty: 'true' }, { tags: { empty: true } }],
    [{ amount_from: '5', amount_to: 9.5 }, { amount: { from: 5, to: 9.5 } }],
    [{ amount_empty: false }, { amount: { empty: false } }],
    [{ born_from: '2000-02-29' }, { born: { from: '2000-02-29' } }],
    [
      { called_at_from: '2026-01-31', called_at_to: '2026-01-31' },
      { called_at: { from: '2026-01-31T00:00:00Z', to: '2026-01-31T23:59:59.999999Z' } },
    ],
    [{ called_at_to: '2026-01-31T10:00:00+01:00' }, { called_at: { to: '2026-01-31T09:00:00Z' } }],
    [{ created_at_from: '2026-01-31' }, { created_at: { from: '2026-01-31T00:00:00Z' } }],
    [{ born_to: '2026-01-31' }, { born: { to: '2026-01-31' } }],
    [{ name_contains: ' Ada  L ' }, { name: { contains: 'Ada L' } }],
    [{ name_contains: '100%_\\' }, { name: { contains: '100%_\\' } }],
    [{ name_contains: 'a,b' }, { name: { contains: 'a,b' } }],
    [{ email: 'ADA@Example.com' }, { email: { in: ['ada@example.com'] } }],
    [{ email_contains: '@Example' }, { email: { contains: '@example' } }],
    [{ hosts: '10.0.0.1' }, { hosts: { in: ['10.0.0.1'] } }],
    [{ answers_empty: '1' }, { answers: { empty: true } }],
    [{ name: "x' or '1'='1" }, { name: { in: ["x' or '1'='1"] } }],
    [{ name: '\u0000' }, { name: { in: [''] } }],
    [{ name: '__proto__' }, { name: { in: ['__proto__'] } }],
    [{ status: '', amount_from: null, page: '', sort: undefined, search: '' }, {}],
  ])('%j asks for %j', (input, filter) => {
    expect(filterOf(input)).toStrictEqual(filter)
  })

  test.each<[object]>([
    [{ status: 'nope' }],
    [{ status: 'new,nope' }],
    [{ status: '__proto__' }],
    [{ id: '1;2' }],
    [{ id: 'NaN' }],
    [{ id: '99999999999999999999' }],
    [{ score: '2147483648' }],
    [{ score_from: '1.5' }],
    [{ source: 'x' }],
    [{ amount_from: 'Infinity' }],
    [{ amount_from: Number.NaN }],
    [{ vip: 'perhaps' }],
    [{ born_from: '2026-02-30' }],
    [{ called_at_to: 'now' }],
    [{ name_empty: 'banana' }],
    [{ name: { contains: 'x' } }],
    [{ name: [['x']] }],
    [{ name: [null] }],
    [{ name: [{}] }],
    [{ name: () => 1 }],
    [{ name: 1n }],
    [{ amount_from: ['1', '2'] }],
    [{ name_contains: ['a', 'b'] }],
    [{ name_empty: ['true', 'true'] }],
    [{ amount_from: '1,2' }],
    [{ id: Array.from({ length: 10_001 }, (_, n) => n + 1) }],
    [{ id: '1,'.repeat(10_001) }],
  ])('is refused for the value of %o', (input) => {
    expect(() => ask(input)).toThrow(QueryError)
  })

  test('may list ten thousand values', () => {
    const ids = Array.from({ length: 10_000 }, (_, n) => n + 1)
    expect(filterOf({ id: ids })).toEqual({ id: { in: ids } })
  })
})

describe('a key that is not a filter is refused with the same words, whatever stands behind it:', () => {
  test.each([
    'nope',
    'NAME',
    'name ',
    ' name',
    'name.email',
    'source.name',
    'source_id',
    'name_from',
    'name_gt',
    'name__contains',
    'status_contains',
    'status_from',
    'vip_to',
    'tags_contains',
    'tags_from',
    'hosts_contains',
    'answers',
    'answers_not',
    'password',
    'password_empty',
    'version',
    'deleted_at',
    'labels',
    'all',
    'any',
    '$where',
    '_connector',
    'filter[name]',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'name_constructor',
    'name___proto__',
    '_from',
    '_not',
    "name'--",
    'name"',
    'a'.repeat(1_000),
    '',
  ])('%s', (key) => {
    for (const value of ['1', '', null, ['1']]) {
      const input = Object.fromEntries([[key, value]])
      expect(() => ask(input)).toThrow(new QueryError(`"${key}" is not a filter here.`))
    }
  })

  test.each([
    'secret_note',
    'secret_note_not',
    'secret_note_contains',
    'secret_note_empty',
    'email_contains',
  ])('%s without its permission', (key) => {
    const value = key.endsWith('empty') ? 'true' : 'x'
    expect(() => filterOf({ [key]: value }, clerk)).toThrow(`"${key}" is not a filter here.`)
    expect(() => filterOf({ [key]: '' }, clerk)).toThrow(`"${key}" is not a filter here.`)
    expect(() => filterOf({ [key]: value })).not.toThrow()
  })

  test('a prototype key does not reach any object', () => {
    expect(() => ask(JSON.parse('{"__proto__": {"polluted": "yes"}}'))).toThrow(QueryError)
    expect(({} as any).polluted).toBeUndefined()
  })
})

test('a masked field is found by its exact value, and by being empty', () => {
  expect(filterOf({ email: 'ada@example.com' }, clerk)).toEqual({
    email: { in: ['ada@example.com'] },
  })
  expect(filterOf({ email_empty: 'true' }, clerk)).toEqual({ email: { empty: true } })
  expect(filterOf({ email: 'ada@example' }, clerk)).toEqual({ email: { in: [] } })
})

describe('H2: what is compared with a masked field', () => {
  const comparisons = (input: object, user = clerk) => ask(input, user).comparisons

  test('is noted, value by value, also from the search box', () => {
    expect(comparisons({ email: 'Ada@Example.com', search: 'bo ada@example.com bo@x' })).toEqual([
      { field: 'email', values: ['ada@example.com'], by: 'filter' },
      { field: 'email', values: ['ada@example.com'], by: 'search' },
    ])
    expect(comparisons({ email: 'ada@', email_empty: 'false', search: 'ada 123' })).toEqual([])
  })

  test.each<[string, object]>([
    ['several values', { email: 'ada@example.com,bo@example.com' }],
    ['a list of values', { email: ['ada@example.com', 'bo@example.com'] }],
    ['none of', { email_not: 'ada@example.com' }],
    ['a group', { where: { any: [{ name: 'Ada' }, { email: 'ada@example.com' }] } }],
    ['a group of one', { where: { email: 'ada@example.com' } }],
    ['not, in a group', { where: { email: { not: 'ada@example.com' } } }],
  ])('is one whole value, never %s, for whoever may not unmask it', (_what, input) => {
    expect(() => ask(input, clerk)).toThrow(QueryError)
    expect(comparisons(input, reader)).toMatchObject([{ field: 'email', by: 'filter' }])
  })

  test('may be its emptiness wherever a condition stands', () => {
    const where = { any: [{ email: { empty: true } }, { name: { in: ['Ada'] } }] }
    expect(ask({ where }, clerk)).toMatchObject({ where, comparisons: [] } as object)
  })
})

describe('a sort', () => {
  test.each<[string, object[]]>([
    ['name', [{ name: 'name', descending: false }]],
    [
      '-created_at,name',
      [
        { name: 'created_at', descending: true },
        { name: 'name', descending: false },
      ],
    ],
    ['-id', [{ name: 'id', descending: true }]],
    ['source', [{ name: 'source', descending: false }]],
    ['email', [{ name: 'email', descending: false }]],
  ])('%s', (sort, expected) => {
    expect(ask({ sort }).sort).toEqual(expected)
  })

  test.each([
    'nope',
    '--name',
    'name desc',
    'name;drop',
    '-',
    ',',
    'name,',
    'answers',
    'password',
    '__proto__',
    'constructor',
    'name,name,name,name,name,name',
    '1',
    "name'",
  ])('%s is refused', (sort) => {
    expect(() => ask({ sort })).toThrow(QueryError)
  })

  test.each(['secret_note', 'email'])('by %s is refused like one by an unknown field', (sort) => {
    expect(() => ask({ sort }, clerk)).toThrow(
      new QueryError(`This list cannot be sorted by "${sort}".`),
    )
    expect(() => ask({ sort: 'nope' }, clerk)).toThrow(
      new QueryError('This list cannot be sorted by "nope".'),
    )
    expect(() => ask({ sort })).not.toThrow()
  })

  test('may be given only once', () => {
    expect(() => ask({ sort: ['name', 'id'] })).toThrow('only once')
  })

  test('by default is one that the user may see, or by id', () => {
    const sorted = (sort: 'email' | '-secret_note' | undefined) => ({ ...lead, sort }) as Resource
    for (const sort of ['email', '-secret_note', undefined] as const) {
      expect(parseQuery(sorted(sort), clerk, {}).sort).toEqual([{ name: 'id', descending: true }])
    }
    expect(parseQuery(sorted('-secret_note'), reader, {}).sort).toEqual([
      { name: 'secret_note', descending: true },
    ])
  })
})

describe('fields', () => {
  test.each([
    [{ fields: 'tags,name,name' }, ['name', 'tags']],
    [{ fields: ['status', ' amount '] }, ['amount', 'status']],
    [{ fields: 'id,created_at,updated_at,version' }, []],
    [{ fields: 'secret_note' }, ['secret_note']],
    [{ fields: '' }, undefined],
  ])('%j names columns in the declared order, each once', (input, fields) => {
    expect(ask(input).fields).toEqual(fields)
  })

  test.each([
    [{ fields: 'nope' }, reader],
    [{ fields: 'name,secret_note' }, clerk],
    [{ fields: 'labels' }, reader],
    [{ fields: '__proto__' }, reader],
    [{ fields: [{}] }, reader],
  ])('%j is refused', (input, user) => {
    expect(() => ask(input, user)).toThrow(QueryError)
  })
})

describe('a page', () => {
  test.each([
    [{ page: '1', per_page: '200' }, 1, 200],
    [{ page: 3, per_page: 10 }, 3, 10],
    [{ page: '5001', per_page: '200' }, 5001, 200],
  ])('%j', (input, page, perPage) => {
    expect(ask(input)).toMatchObject({ page, perPage })
  })

  test.each([
    0,
    -1,
    '-5',
    1.5,
    '1e2',
    '0x10',
    'NaN',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    '10; drop',
    ' 1',
    {},
    ['1', '2'],
    '1'.repeat(400),
  ])('%o is refused', (value) => {
    expect(() => ask({ page: value })).toThrow(QueryError)
    expect(() => ask({ per_page: value })).toThrow(QueryError)
  })

  test('has at most 200 records', () => {
    expect(perPageLimit).toBe(200)
    expect(() => ask({ per_page: 201 })).toThrow('per_page must be a whole number from 1 to 200.')
    expect(() => ask({ per_page: 1e9 })).toThrow(QueryError)
  })

  test('far away is for the server to find', () => {
    expect(ask({ page: 400_000 })).toMatchObject({ page: 400_000 })
    expect(() => ask({ page: 100_000_001 })).toThrow(QueryError)
  })
})

describe('a search', () => {
  test.each([
    ['  Ada   Lovelace ', 'Ada Lovelace'],
    ['Ada\u0000', 'Ada'],
    ['\ud83d', ''],
    ['x'.repeat(1000), 'x'.repeat(200)],
    [`${'x'.repeat(199)}👩`, 'x'.repeat(199)],
    [42, '42'],
    ['%', '%'],
  ])('for %j looks for %j', (search, words) => {
    expect(ask({ search }).search).toBe(words)
  })

  test.each([[['a', 'b']], [{ $ne: '' }]])('for %j is refused', (search) => {
    expect(() => ask({ search })).toThrow(QueryError)
  })
})

describe('a large resource', () => {
  const large = defineResource('calls', {
    permission: 'call',
    size: 'large',
    fields: {
      name: field.text({ search: true }),
      code: field.text({ index: true }),
      number: field.text({ unique: true }),
      city: field.text({ optional: true }),
      score: field.integer({ optional: true }),
      rank: field.integer({ index: true }),
      state: field.text({ optional: true, index: 'lookup' }),
      called_at: field.timestamp({ optional: true, index: 'sparse' }),
      area: field.text(),
      zip: field.text(),
      street: field.text(),
      source: field.reference('sources', { optional: true }),
      tags: field.references('tags'),
    },
    title: 'name',
    list: ['name', 'code', 'number', 'called_at', 'source', 'state'],
    form: ['name'],
    indexes: [
      ['-area', 'city'],
      // Few records stand in it.
      ['street', '-called_at'],
    ],
    unique: [['zip', 'city']],
    access: { list: can('call.view') },
  })
  const asked =
    (key: string, value = '1') =>
    () =>
      parseQuery(large, reader, { [key]: value })

  test.each([
    'id',
    'id_from',
    'created_at_from',
    'code',
    'code_not',
    'number',
    'rank_from',
    'rank_to',
    'rank_empty',
    'area',
    'zip',
    'source',
    'source_empty',
    'tags',
    'name',
    'name_contains',
    'state',
    'called_at_empty',
  ])('is filtered by %s, for which it has an index', (key) => {
    const value = key.endsWith('empty') ? 'true' : key.startsWith('created') ? '2026-01-01' : '1'
    expect(asked(key, value)).not.toThrow()
  })

  test.each([
    'city',
    'city_not',
    'city_empty',
    'street',
    'score_from',
    'updated_at_from',
    'code_contains',
    'name_empty',
    'state_empty',
  ])('is not filtered by %s', (key) => {
    expect(asked(key)).toThrow(`"${key}" is not a filter here.`)
  })

  test.each([
    ['id', true],
    ['created_at', true],
    ['code', true],
    ['number', true],
    ['called_at', true],
    ['source', true],
    ['rank', false],
    ['state', false],
    ['area', false],
    ['updated_at', false],
    ['city', false],
    ['tags', false],
  ])('of any length is sorted by %s: %s', (name, isSorted) => {
    expect(maySort(large, name)).toBe(isSorted)
  })

  test('is sorted by any field that has an order where few match', () => {
    expect(asked('sort', 'city,-updated_at,tags')).not.toThrow()
  })
})
