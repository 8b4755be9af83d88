import { expect, test } from 'vitest'

import {
  defineResource,
  field,
  mayUnmask,
  mayRead,
  mayWrite,
  readableNames,
  type Field,
} from '#schema'

import { userWith } from '../fixtures/user.ts'

test.each<[string, Field, string[], { read: boolean; write: boolean; unmask: boolean }]>([
  ['a plain field', field.text(), [], { read: true, write: true, unmask: true }],
  [
    'a computed field',
    field.text({ computed: true }),
    ['any'],
    { read: true, write: false, unmask: true },
  ],
  ['a guarded field', field.text({ readBy: 'r' }), [], { read: false, write: false, unmask: true }],
  [
    'a guarded field with its permission',
    field.text({ readBy: 'r' }),
    ['r'],
    { read: true, write: true, unmask: true },
  ],
  [
    'a field others write',
    field.text({ writeBy: 'w' }),
    ['r'],
    { read: true, write: false, unmask: true },
  ],
  [
    'a field one may write',
    field.text({ writeBy: 'w' }),
    ['w'],
    { read: true, write: true, unmask: true },
  ],
  [
    'a field one may write but not read',
    field.text({ readBy: 'r', writeBy: 'w' }),
    ['w'],
    { read: false, write: false, unmask: true },
  ],
  ['a masked field', field.text({ unmaskBy: 'm' }), [], { read: true, write: true, unmask: false }],
  [
    'an unmasked field',
    field.text({ unmaskBy: 'm' }),
    ['m'],
    { read: true, write: true, unmask: true },
  ],
])('%s', (_what, one, permissions, { read, write, unmask }) => {
  const user = userWith(...permissions)
  expect(mayRead(user, one)).toBe(read)
  expect(mayWrite(user, one)).toBe(write)
  expect(mayUnmask(user, one)).toBe(unmask)
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
