import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { defineResource, field } from '#schema'

import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import { fakeProvider } from './console.tsx'
import { userWith } from './fixture.ts'
import { openScreens } from './screens.tsx'

const letter = defineResource('letters', {
  permission: 'letter',
  closed: { when: ({ is_sent }) => is_sent, refusal: 'It is sent' },
  fields: { name: field.text({ max: 20 }), is_sent: field.boolean({ default: false }) },
  title: 'name',
  list: ['name', 'is_sent'],
  form: ['name'],
})

const rows = [
  { id: 1, name: 'Sent', is_sent: true, version: 1, labels: {} },
  { id: 2, name: 'Draft', is_sent: false, version: 1, labels: {} },
]

it('offers to edit and delete no record that is closed', async () => {
  const getList = vi.fn(async () => ({ data: rows, total: 2 })) as never
  const provider = fakeProvider({ getList })
  const user = userWith('letter.view', 'letter.create', 'letter.update', 'letter.delete')
  const screens = { '/letters/*': <ResourceList resource={letter} /> }
  const { person } = openScreens('/letters', screens, { user, provider, resources: [letter] })
  const itemsOf = async (name: string) => {
    await person.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    const items = (await screen.findAllByRole('menuitem')).map((one) => one.textContent)
    await person.keyboard('{Escape}')
    return items
  }
  expect(await itemsOf('Draft')).toEqual(['Edit', 'Duplicate', 'Delete'])
  expect(await itemsOf('Sent')).toEqual(['Open', 'Duplicate'])
})
