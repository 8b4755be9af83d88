import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { ResourceShow } from '../../../../src/browser/views/ResourceShow.tsx'
import { fakeProvider } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'
import { desk } from '../list/desk.ts'

const letter = defineResource('letters', {
  permission: 'letter',
  fields: {
    name: field.text(),
    desk: field.reference('desks', { optional: true, none: 'All desks' }),
  },
  title: 'name',
  list: ['name', 'desk'],
  filters: ['desk'],
  form: ['name', 'desk'],
})
const resources = defineResources([desk, letter])

it('where no value means all, its words stand in its place, and a list is filtered by it', async () => {
  const row = { id: 1, version: 1, name: 'A', desk: null }
  const getList = vi.fn(async () => ({ data: [row], total: 1 }))
  const provider = fakeProvider({
    getList: getList as never,
    getOne: (async () => ({ data: row })) as never,
  })
  const user = userWith('letter.view', 'desk.view')
  const screens = {
    '/letters': <ResourceList resource={letter} />,
    '/letters/:id': <ResourceShow resource={letter} />,
  }
  const around = { user, provider, resources }
  const { person, router } = openScreens('/letters', screens, around)
  const table = await screen.findByRole('table')
  expect(await within(table).findByText('All desks')).toBeTruthy()
  await person.click(await screen.findByRole('button', { name: /^Filters/ }))
  await person.click(await screen.findByRole('checkbox', { name: 'All desks' }))
  const asked = () => (getList.mock.lastCall as unknown as [string, { filter: object }])[1].filter
  await vi.waitFor(() => expect(asked()).toEqual({ desk_empty: true }))
  expect(await screen.findByRole('button', { name: /Desk: All desks/ })).toBeTruthy()
  await router.navigate('/letters/1')
  expect(await screen.findByText('All desks')).toBeTruthy()
})
