import { expect, test } from 'vitest'

import {
  defineResource,
  field,
  isMasked,
  mayRead,
  mayWrite,
  readableNames,
  type Field,
} from '#schema'

import { userWith } from '../fixtures/user.ts'

test.each<[string, Field, string[], { read: boolean; write: boolean; masked: boolean }]>([
  ['a plain field', field.text(), [], { read: true, write: true, masked: false }],
  [
    'a computed field',
    field.text({ computed: true }),
    ['any'],
    { read: true, write: false, masked: false },
  ],
  [
    'a guarded field',
    field.text({ readBy: 'r' }),
    [],
    { read: false, write: false, masked: false },
  ],
  [
    'a guarded field with its permission',
    field.text({ readBy: 'r' }),
    ['r'],
    { read: true, write: true, masked: false },
  ],
  [
    'a field others write',
    field.text({ writeBy: 'w' }),
    ['r'],
    { read: true, write: false, masked: false },
  ],
  [
    'a field one may write',
    field.text({ writeBy: 'w' }),
    ['w'],
    { read: true, write: true, masked: false },
  ],
  [
    'a field one may write but not read',
    field.text({ readBy: 'r', writeBy: 'w' }),
    ['w'],
    { read: false, write: false, masked: false },
  ],
  ['a masked field', field.text({ unmaskBy: 'm' }), [], { read: true, write: true, masked: true }],
  [
    'an unmasked field',
    field.text({ unmaskBy: 'm' }),
    ['m'],
    { read: true, write: true, masked: false },
  ],
])('%s', (_what, one, permissions, { read, write, masked }) => {
  const user = userWith(...permissions)
  expect(mayRead(user, one)).toBe(read)
  expect(mayWrite(user, one)).toBe(write)
  expect(isMasked(user, one)).toBe(masked)
})

test('readable names leave out what is hidden and what is never shown', () => {
  const account = defineResource('accounts', {
    permission: 'account',
    fields: {
      name: field.text(),
      phone: field.phone({ unmaskBy: 'contact' }),
      note: field.text({ readBy: 'notes' }),
      password: field.password(),
      token: field.secret(),
    },
    title: 'name',
    list: ['name'],
    form: ['name'],
  })
  expect(readableNames(account, userWith())).toEqual(['name', 'phone'])
  expect(readableNames(account, userWith('notes'))).toEqual(['name', 'phone', 'note'])
})
