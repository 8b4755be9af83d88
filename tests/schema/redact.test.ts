import { expect, test } from 'vitest'

import { defineResource, field, mayRead, redactedKeys } from '#schema'

import { userWith } from '../fixtures/user.ts'

const lead = defineResource('leads', {
  permission: 'lead',
  fields: {
    name: field.text({ search: true }),
    email: field.email({ search: true, unmaskBy: 'contact' }),
    phone: field.phone({ optional: true, search: true, unmaskBy: 'contact' }),
    note: field.text({ optional: true, readBy: 'notes' }),
  },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

test('M8: the keys of a request are written down without values of masked fields', () => {
  const where = { any: [{ email: { contains: 'ada' } }, { name: 'Ada' }] }
  const keys = { name: 'Ada', email: 'ada@example.com', email_empty: true, sort: 'name', where }
  expect(redactedKeys(lead, { ...keys, search: 'Ada ada@example.com' })).toEqual({
    name: 'Ada',
    email: '•••',
    email_empty: true,
    sort: 'name',
    where: { any: [{ email: '•••' }, { name: 'Ada' }] },
    search: 'Ada a•••••@e•••.com',
  })
  expect(redactedKeys(lead, { where: JSON.stringify(where) })).toEqual({
    where: { any: [{ email: '•••' }, { name: 'Ada' }] },
  })
})

test('a word of a search that is longer than any value of a masked field stands as it is', () => {
  const search = `${'long'.repeat(20)} ada@example.com`
  expect(redactedKeys(lead, { search })).toEqual({ search: `${'long'.repeat(20)} a•••••@e•••.com` })
})

test('M8: the keys of a request leave out fields that a reader may not see', () => {
  const isOpen = (one: Parameters<typeof mayRead>[1]) => mayRead(userWith(), one)
  const keys = { name: 'Ada', note_contains: 'x', where: { all: [{ note: 'x' }, { name: 'Bo' }] } }
  expect(redactedKeys(lead, keys, isOpen)).toEqual({
    name: 'Ada',
    where: { all: [{}, { name: 'Bo' }] },
  })
})
