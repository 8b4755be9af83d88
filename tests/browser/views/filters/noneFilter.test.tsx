import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { ResourceCreate } from '../../../../src/browser/views/ResourceForms.tsx'
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
    copies: field.references('desks', { none: 'No copies' }),
  },
  title: 'name',
  list: ['name', 'desk'],
  filters: ['desk'],
  form: ['name', 'desk', 'copies'],
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

it('where no value means all, a form says so before anything is chosen', async () => {
  const user = userWith('letter.create', 'desk.view')
  openScreens(
    '/letters/create',
    { '/letters/create': <ResourceCreate resource={letter} /> },
    { user, provider: fakeProvider(), resources },
  )
  for (const [label, none] of [
    ['Desk', 'All desks'],
    ['Copies', 'No copies'],
  ] as const) {
    const input = await screen.findByRole('combobox', { name: label })
    expect(input).toHaveProperty('placeholder', none)
    expect(screen.getByText(label, { selector: 'label' }).dataset['shrink']).toBe('true')
  }
})
