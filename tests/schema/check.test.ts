import { describe, expect, test } from 'vitest'

import {
  checkResources,
  count,
  defineResource,
  defineResources,
  field,
  related,
  sum,
} from '#schema'

const fields = {
  name: field.text({ search: true }),
  amount: field.money({ optional: true }),
  tags: field.references('tags'),
  password: field.password({ optional: true }),
  hits: field.integer({ computed: true, default: 0 }),
}
const base = {
  permission: 'tag',
  fields,
  title: 'name',
  list: ['name'],
  form: ['name'],
  options: { permission: 'x' },
}

const stored =
  'sums follow the writes of the record itself. Store the value, as a `computed` field that a hook sets, and name that'
const derived = {
  fields: {
    ...fields,
    above: field.reference('tags', { optional: true }),
    doubled: field.derived(field.integer()),
    turned: field.derived(field.date()),
  },
}

/** Declares what the types refuse. */
const declare =
  (more: object, name = 'tags') =>
  () =>
    checkResources([defineResource(name, { ...base, ...more } as never)])

/** What is wrong first, of an error that tells all that is. */
function firstFault(check: () => void): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error)
  }
}

describe('a declaration is refused with its place:', () => {
  test.each<[string, object]>([
    ['tags.title: no field "nope"', { title: 'nope' }],
    ['tags.title: no field "nope"', { title: ['name', 'nope'] }],
    ['tags.list: no field "nope"', { list: ['name', 'nope'] }],
    [
      'tags.mergeable: add "delete" to `operations`',
      { mergeable: true, operations: ['list', 'show', 'edit'] },
    ],
    [
      'tags.mergeable: say `options`: of them the other record is chosen',
      { mergeable: true, options: undefined },
    ],
    [
      "tags: not declared as its type says, whose lines npx tsc --noEmit names (Cannot read properties of undefined (reading 'find'))",
      { import: true, operations: ['list', 'import'] },
    ],
    [
      'tags.operations: add "list": people find, choose and export records there',
      { operations: ['show', 'export'] },
    ],
    ['tags.list: no field "constructor"', { list: ['constructor'] }],
    ['tags.list: no field "__proto__"', { list: ['__proto__'] }],
    ['tags.list: "name" stands there twice', { list: ['name', 'name'] }],
    ['tags.hiddenColumns: no field "nope"', { hiddenColumns: ['nope'] }],
    ['tags.hiddenColumns: "amount" is not in `list`', { hiddenColumns: ['amount'] }],
    ['tags.filters: no field "nope"', { filters: ['nope'] }],
    ['tags.password: a filter cannot be by a field of this kind', { filters: ['password'] }],
    ['tags.form: no field "nope"', { form: ['nope'] }],
    ['tags.form: no field "nope"', { form: { Main: ['name'], More: ['nope'] } }],
    ['tags.form: "name" stands there twice', { form: { Main: ['name'], More: ['name'] } }],
    ['tags.hits: a computed field stands in no form and no import', { form: ['name', 'hits'] }],
    [
      'tags.hits: a computed field stands in no form and no import',
      { import: { fields: ['hits'] } },
    ],
    ['tags.show: no field "nope"', { show: ['nope'] }],
    ['tags.editableColumns: no field "nope"', { editableColumns: ['nope'] }],
    [
      'tags.editableColumns: "amount" is not in `list`',
      { editableColumns: ['amount'], form: ['name', 'amount'] },
    ],
    [
      'tags.editableColumns: "amount" is not in `form`',
      { editableColumns: ['amount'], list: ['name', 'amount'] },
    ],
    [
      'tags.editableColumns: "hits" is not in `form`',
      { editableColumns: ['hits'], list: ['name', 'hits'] },
    ],
    [
      'tags.editableColumns: the value of "password" is never shown',
      { editableColumns: ['password'], list: ['name', 'password'], form: ['name', 'password'] },
    ],
    [
      'tags.owner.covers: no field "nope"',
      { fields: { ...base.fields, owner: field.reference('tags', { covers: ['nope'] }) } },
    ],
    [
      'tags.paint.under: no field "nope"',
      { fields: { ...base.fields, paint: field.color({ optional: true, under: 'nope' }) } },
    ],
    ['tags.sort: no field "nope"', { sort: '-nope' }],
    ['tags.password: the sort cannot be by a field of this kind', { sort: '-password' }],
    ['tags.view: nothing may "create" the records of a view', { view: { sorts: ['id'] } }],
    ['tags.view.sorts: no field "nope"', { operations: ['list'], view: { sorts: ['nope'] } }],
    [
      'tags.name: the sort cannot be by a field of this kind',
      { operations: ['list'], view: { sorts: ['id'] }, sort: 'name' },
    ],
    [
      'tags.sums.all.where: no field "nope"',
      { sums: { all: { by: 'created_at', where: { nope: true } } } },
    ],
    ['tags.sums.all: "name" has no day', { sums: { all: { by: 'name', where: {} } } }],
    ['tags.withTitle: no field "nope"', { withTitle: ['nope'] }],
    ['tags.unique: no field "nope"', { unique: [['name', 'nope']] }],
    ['tags.indexes: no field "nope"', { indexes: [['name'], ['-nope']] }],
    ['tags.options: no field "nope"', { options: { permission: 'x', fields: ['nope'] } }],
    ['tags.options.activeBy: no field "nope"', { options: { permission: 'x', activeBy: 'nope' } }],
    [
      'tags.options.activeBy: "amount" is not a boolean',
      { options: { permission: 'x', activeBy: 'amount' } },
    ],
    ['tags.import.fields: no field "nope"', { import: { fields: ['nope'] } }],
    ['tags.import.settings: no field "nope"', { import: { fields: [], settings: ['nope'] } }],
    ['tags.import.origin: no field "nope"', { import: { fields: [], origin: 'nope' } }],
    ['tags.import.importer: no field "nope"', { import: { fields: [], importer: 'nope' } }],
    ['tags.phoneCountry: no field "nope"', { phoneCountry: 'nope' }],
    ['tags.phoneCountry: no field "owner.nope"', { phoneCountry: ['name', 'owner.nope'] }],
    [
      "tags.owner: `unknown: 'phone'` is for the field of `phoneCountry`",
      {
        fields: {
          ...fields,
          owner: field.reference('tags', { optional: true, unknown: 'phone' }),
        },
      },
    ],
    [
      'tags.owner: `unknown` is for a reference that may be empty',
      { fields: { ...fields, owner: field.reference('tags', { unknown: 'leave' }) } },
    ],
    ['tags.import.keys: no field "nope"', { import: { fields: [], keys: ['nope'] } }],
    ['tags.sums.tags: no field "nope"', { sums: { tags: 'nope' } }],
    ['tags.sums.tags: "name" has no day', { sums: { tags: 'name' } }],
    ['tags.sums: "New tags" is not a name for a sum', { sums: { 'New tags': 'created_at' } }],
    [
      `tags.cards.worth: "doubled" is derived: ${stored}`,
      { ...derived, cards: { worth: sum('doubled', 'created_at') } },
    ],
    [
      `tags.cards.worth: "turned" is derived: ${stored}`,
      { ...derived, cards: { worth: count('turned') } },
    ],
    [
      `tags.cards.worth.where: "doubled" is derived: ${stored}`,
      { ...derived, cards: { worth: { ...count('created_at'), where: { doubled: 2 } } } },
    ],
    [
      'tags.cards.worth: "name" is no number that adds up: an integer, a decimal, money of one currency',
      { cards: { worth: sum('name', 'created_at') } },
    ],
    ['tags.cards: "A b" is not a name for a card', { cards: { 'A b': count('created_at') } }],
    ['tags.raw: no field "nope"', { raw: 'nope' }],
    [
      'tags.raw: it keeps what "phone" was given: say its `unmaskBy`',
      {
        fields: {
          ...fields,
          phone: field.phone({ optional: true, unmaskBy: 'tag.contact' }),
          raw: field.json({ optional: true, computed: true }),
        },
        raw: 'raw',
      },
    ],
    ['tags.access.list: no rule', { access: { list: undefined } }],
    [
      'tags.actions.delete: every resource has this action',
      { actions: { delete: { label: 'D', permission: 'x' } } },
    ],
    [
      'tags.actions.a/b: not a name for an action',
      { actions: { 'a/b': { label: 'D', permission: 'x' } } },
    ],
    [
      'tags.actions.show: `once` keeps the answer for a day, which no file is and no contact may be',
      { actions: { show: { label: 'S', permission: 'x', once: true, discloses: true } } },
    ],
    [
      'tags.actions.send.input.to: fields of the kind "boolean" have no mask',
      {
        actions: {
          send: { label: 'S', permission: 'x', input: { to: field.boolean({ unmaskBy: 'x' }) } },
        },
      },
    ],
    [
      'tags.amount: a filter of a large resource needs `index: true`',
      { size: 'large', filters: ['amount'] },
    ],
    [
      'tags.amount: the sort of a large resource needs `index: true`',
      { size: 'large', sort: 'amount' },
    ],
    [
      'tags.name: the sort of a large resource needs `index: true`',
      { size: 'large', sort: '-name' },
    ],
  ])('%s', (message, more) => {
    expect(firstFault(declare(more))).toBe(message)
  })

  test('tags.sums.worth: what belongs to another record', () => {
    const tags = { ...base, ...derived, sums: { worth: 'above.created_at' } }
    const declared = defineResources([defineResource('tags', tags as never)])
    expect(() => checkResources(declared)).toThrow(
      `tags.sums.worth: "above.created_at" belongs to another record: ${stored}`,
    )
  })

  test.each<[string, object]>([
    [
      'no resource "nope". Declare it, and list it in `index.ts` of the business',
      { resource: 'nope', by: 'parent' },
    ],
    ['"nope" of tags does not point at tags', { by: 'nope' }],
    ['"name" of tags does not point at tags', { by: 'name' }],
    ['tags has no field "nope"', { list: ['name', 'nope'] }],
    ['"parent" is the same in each row', { list: ['name', 'parent'] }],
    ['tags cannot be sorted by "nope"', { sort: '-nope' }],
    ['tags cannot be sorted by "password"', { sort: 'password' }],
    ['"nope" is not a filter here.', { filter: { nope: 1 } }],
    ['"parent" is not in the form of tags', { create: true }],
  ])('tags.show.Below: %s', (fault, { resource = 'tags', by = 'parent', ...more }: any) => {
    const show = { Main: ['name'], Below: related(resource, { by, ...more }) }
    const parent = field.reference('tags', { optional: true })
    expect(declare({ show, fields: { ...fields, parent } })).toThrow(
      new Error(`tags.show.Below: ${fault}`),
    )
  })

  test.each([
    ['has no list', { operations: [] }],
    ['nothing may "create" tags', { operations: ['list'] }],
  ])('a related list of what %s', (fault, more) => {
    const show = { Below: related('tags', { by: 'tags', create: true }) }
    expect(declare({ show, ...more })).toThrow(`tags.show.Below: `)
    expect(declare({ show, ...more })).toThrow(fault)
  })

  test.each([
    'Tags',
    'broker-departments',
    'broker/departments',
    '1tags',
    '',
    '__proto__',
    'x'.repeat(49),
    'tags"',
  ])('the name %j', (name) => {
    expect(declare({}, name)).toThrow(`${name}: a name has only a–z, 0–9 and _`)
  })
})

describe('a field is refused with its place:', () => {
  test.each<[string, object]>([
    ['Name: a name has only a–z, 0–9 and _, and at most 48 characters', { Name: field.text() }],
    ['a_b-c: a name has only a–z, 0–9 and _, and at most 48 characters', { 'a_b-c': field.text() }],
    ...[
      'id',
      'created_at',
      'updated_at',
      'deleted_at',
      'version',
      'labels',
      'all',
      'any',
      'search',
      'sort',
      'page',
      'constructor',
    ].map((name): [string, object] => [
      `${name}: this name is kept for queries and for fields every record has`,
      { [name]: field.text() },
    ]),
    [
      'size: only the index of a reference, and a sparse one, covers other fields',
      { size: field.text({ covers: ['age'] }) },
    ],
    [
      'note: the sparse index of a long text tells only which records have one',
      {
        note: field.text({ multiline: true, optional: true, index: 'sparse', search: 'exact' }),
      },
    ],
    [
      'age_from: queries of "age" already use this name',
      { age: field.integer(), age_from: field.integer() },
    ],
    [
      'age_empty: queries of "age" already use this name',
      { age: field.integer(), age_empty: field.text() },
    ],
    [
      'a_contains: queries of "a" already use this name',
      { a: field.text(), a_contains: field.text() },
    ],
    ['vip: fields of the kind "boolean" have no mask', { vip: field.boolean({ unmaskBy: 'x' }) }],
    ['vip: the search box finds no boolean', { vip: field.boolean({ search: true }) }],
    [
      'parts: fields of the kind "references" have no column to index',
      { parts: field.references('tags', { index: true }) },
    ],
    [
      'parts: fields of the kind "references" have no column to index',
      { parts: field.references('tags', { unique: true }) },
    ],
    ['a: `min` is greater than `max`', { a: field.text({ min: 5, max: 4 }) }],
    ['a: `min` is greater than `max`', { a: field.integer({ min: 5, max: 4 }) }],
    ['a: a bound is too large', { a: field.integer({ max: 1e300 }) }],
    ['a: `min` is greater than `max`', { a: field.money({ min: 5, max: 4 }) }],
    ['a: a bound is too large', { a: field.money({ max: 1e12 }) }],
    ['a: a bound is too large', { a: field.money({ max: Infinity }) }],
    ['a: `min` is greater than `max`', { a: field.money({ max: -1 }) }],
    ['a: no choices', { a: field.choice({}) }],
    ['a: "Old" names two choices', { a: field.choice({ new: 'Old', old: 'New' }) }],
    ['a: "Same" names two choices', { a: field.choice({ one: 'Same', two: 'Same' }) }],
    [
      'a: the default is not valid: Use at most 3 characters',
      { a: field.text({ max: 3, default: 'four' }) },
    ],
    [
      'a: the default is not valid: Choose one of: b',
      { a: field.choice({ b: 'B' }, { default: 'c' as 'b' }) },
    ],
    ['a: the default is not valid: Enter 5 or less', { a: field.integer({ max: 5, default: 6 }) }],
    ['a: the default must be written as "#aabbcc"', { a: field.color({ default: '#AABBCC' }) }],
    [
      'a: the default must be written as "2026-01-31T00:00:00Z"',
      { a: field.timestamp({ default: '2026-01-31' }) },
    ],
  ])('tags.%s', (message, more) => {
    expect(firstFault(declare({ fields: { ...fields, ...more } }))).toBe(`tags.${message}`)
  })

  test('but not when only the name looks like a query', () => {
    const more = {
      valid_from: field.date(),
      valid_to: field.date(),
      vip: field.boolean(),
      vip_from: field.date(),
    }
    const form = ['name', ...Object.keys(more)]
    expect(declare({ fields: { ...fields, ...more }, form })).not.toThrow()
  })
})

test('a large resource takes filters and sorts that an index stands behind', () => {
  const indexed = {
    ...fields,
    amount: field.money({ index: true }),
    owner: field.reference('tags'),
  }
  expect(
    declare({
      size: 'large',
      fields: indexed,
      form: ['name', 'amount', 'owner'],
      filters: ['amount', 'name', 'owner', 'tags', 'created_at'],
      sort: '-created_at',
    }),
  ).not.toThrow()
})
