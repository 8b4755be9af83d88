import { expect, it } from 'vitest'

import { defineResource, field, related, type Resource, type User } from '#schema'

import { menuEntries, ungroupedEntries } from '../../../src/browser/views/screens/sidebarGroups.ts'

const declared = { permission: 'club', title: 'name', list: ['name'], form: ['name'] } as const
const fields = { name: field.text() }

const resources: Resource[] = [
  defineResource('clubs', {
    ...declared,
    group: 'Clubs',
    fields,
    show: {
      Details: ['name'],
      Visits: related('visits', { by: 'club' }),
      Calls: related('calls', { by: 'club' }),
    },
  }),
  defineResource('visits', { ...declared, fields: { ...fields, club: field.reference('clubs') } }),
  defineResource('badges', {
    ...declared,
    fields: { ...fields, club: field.reference('clubs', { onDelete: 'cascade' }) },
  }),
  defineResource('mottoes', {
    ...declared,
    fields: { ...fields, club: field.reference('clubs', { optional: true, onDelete: 'cascade' }) },
  }),
  defineResource('calls', {
    ...declared,
    fields: { ...fields, club: field.reference('clubs', { optional: true }) },
  }),
]

const user: User = {
  id: 1,
  name: 'Ada',
  email: 'a@example.com',
  permissions: new Set(['club.view']),
}

const names = (entries: readonly { name: string }[]) => entries.map(({ name }) => name)

it('the menu of the user has the lists without a group whose records need not belong to another', () => {
  const places = { screens: [], resources }
  expect(names(menuEntries(places, user))).toEqual(['mottoes', 'calls'])
  expect(names(menuEntries(places, { ...user, permissions: new Set() }))).toEqual([])
})

it('the search has them all', () => {
  const found = ungroupedEntries({ screens: [], resources }, user)
  expect(names(found)).toEqual(['visits', 'badges', 'mottoes', 'calls'])
})
