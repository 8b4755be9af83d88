import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { fakeProvider } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const shelf = defineResource('shelves', {
  permission: 'shelf',
  operations: ['list', 'edit'],
  fields: { name: field.text() },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

function open(...permissions: string[]) {
  const getList = vi.fn(async () => ({ data: [{ id: 1, version: 1, name: 'Left' }], total: 1 }))
  openScreens(
    '/shelves',
    { '/shelves/*': <ResourceList resource={shelf} /> },
    {
      user: userWith(...permissions),
      provider: fakeProvider({ getList: getList as never }),
      resources: defineResources([shelf]),
    },
  )
  return screen.findByText('Left')
}

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

it('a list has a column of actions where a user may do something to its records', async () => {
  await open('shelf.view', 'shelf.update')
  expect(heads()).toEqual(['', 'Name', 'Actions'])
})

it('and none where they may do nothing', async () => {
  await open('shelf.view')
  expect(heads()).toEqual(['Name'])
})
