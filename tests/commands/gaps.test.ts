import { expect, test } from 'vitest'

import { defineResource, field, type Resource } from '#schema'

import { gapsOf } from '../../src/commands/gaps.ts'

const book = defineResource('books', {
  permission: 'book',
  fields: { title: field.text(), isbn: field.text() },
  title: 'title',
  list: ['title'],
  form: ['title', 'isbn'],
})

const permission = (name: string, more = {}) => ({
  name,
  group: 'Books',
  description: name,
  ...more,
})

const declared = {
  resources: [book] as readonly Resource[],
  permissions: [permission('book.view'), permission('book.lend')],
  roles: [
    { name: 'Administrator', permissions: ['*'] },
    { name: 'Reader', permissions: ['book.view'] },
  ],
  code: "can('book.lend')",
}

test('nothing is said of declarations that people can use', () => {
  expect(gapsOf(declared)).toEqual([])
})

test.each([
  [
    'books: no role sees it. Give a role of roles.ts "book.view".',
    { roles: [{ name: 'Administrator', permissions: ['*'] }] },
  ],
  ['book.lend guards nothing. Mark it as planned or drop it.', { code: '' }],
  [
    'the code asks for "book.veiw", and no such permission is declared. Did you mean "book.view"?',
    { code: "can('book.lend')\nuser.permissions.has('book.veiw')" },
  ],
  [
    'the code asks for "office", and no such permission is declared. List it in `permissions` of the business',
    {
      code: "can('book.lend')\n/** can('nothing') */\nconfig: { access: { permission: 'office' } }",
    },
  ],
  [
    'book.lend guards something: it is planned no longer.',
    { permissions: [permission('book.lend', { planned: true })] },
  ],
])('%s', (gap, more) => {
  expect(gapsOf({ ...declared, ...more })).toEqual([gap])
})

test.each([
  [['books.lend: say in `done` what was done, "The book is lent".'], {}],
  [[], { done: 'The book is lent' }],
  [[], { answer: { due: field.date() } }],
  [[], { file: 'text/csv' }],
] as const)('of an action is said what it has done: %j', (gaps, more) => {
  const lend = { label: 'Lend', permission: 'book.lend', ...more }
  const resources = [{ ...(book as Resource), actions: { lend } }]
  expect(gapsOf({ ...declared, resources })).toEqual(gaps)
})

test('a resource that is meant for administrators alone needs no other role', () => {
  const users = { ...book, name: 'users', permission: 'user' } as Resource
  expect(gapsOf({ ...declared, resources: [book, users] })).toEqual([])
})

test('a business without a card wants for nothing that the dashboard asks', () => {
  const code = `${declared.code}\nconfig: { access: { permission: 'dashboard.view' } }`
  expect(gapsOf({ ...declared, code })).toEqual([])
})
