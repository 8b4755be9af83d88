import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { fakeProvider } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'
import { desk } from '../list/desk.ts'

const letter = defineResource('letters', {
  permission: 'letter',
  fields: {
    name: field.text(),
    desks: field.references('desks', { label: 'Sent to', without: 'Not sent to' }),
    note: field.text({ multiline: true, optional: true, index: 'sparse' }),
  },
  title: 'name',
  list: ['name'],
  filters: ['desks', 'note'],
  size: 'large',
  form: ['name', 'desks'],
})
const resources = defineResources([desk, letter])

it('a field that is asked for by what lacks it has a second filter, whose words stand where it applies', async () => {
  const getList = vi.fn(async () => ({ data: [{ id: 1, version: 1, name: 'A' }], total: 1 }))
  const provider = fakeProvider({
    getList: getList as never,
    getMany: (async () => ({ data: [{ id: 7, name: 'Acme' }] })) as never,
    call: (async () => ({ data: [{ id: 7, name: 'Acme' }] })) as never,
  })
  const user = userWith('letter.view', 'desk.view')
  const screens = { '/letters/*': <ResourceList resource={letter} /> }
  const path = `/letters?filter=${encodeURIComponent(JSON.stringify({ desks_not: [7] }))}`
  const { person } = openScreens(path, screens, { user, provider, resources })
  expect(await screen.findByRole('button', { name: /Not sent to: / })).toBeTruthy()
  await person.click(await screen.findByRole('button', { name: /^Filters/ }))
  expect(await screen.findByRole('combobox', { name: 'Sent to' })).toBeTruthy()
  expect(await screen.findByRole('combobox', { name: 'Not sent to' })).toBeTruthy()
  // Of a long text an index knows only who has one.
  await person.click(await screen.findByRole('combobox', { name: 'Note' }))
  await person.click(await screen.findByRole('option', { name: 'Not empty' }))
  expect(await screen.findByRole('button', { name: /Note.*not empty/i })).toBeTruthy()
})

it('a list opens with its declared filter, and whoever takes it away sees all', async () => {
  const getList = vi.fn(async () => ({ data: [{ id: 1, version: 1, name: 'A' }], total: 1 }))
  const provider = fakeProvider({ getList: getList as never })
  const user = userWith('letter.view', 'desk.view')
  const unread = { ...letter, filter: { note_empty: true } }
  const screens = { '/letters/*': <ResourceList resource={unread as never} /> }
  const { person } = openScreens('/letters', screens, { user, provider, resources })
  const asked = () => (getList.mock.lastCall as unknown as [string, { filter: object }])[1].filter
  const chip = await screen.findByRole('button', { name: /Note.*remove this filter/ })
  expect(asked()).toEqual({ note_empty: true })
  await person.click(chip)
  await vi.waitFor(() => expect(asked()).toEqual({}))
})
