import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { fakeProvider } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const person = defineResource('people', {
  permission: 'person',
  fields: {
    name: field.text(),
    wage: field.money({ optional: true, label: 'What they earn' }),
    code: field.text({ optional: true, readBy: 'person.code' }),
  },
  title: 'name',
  list: ['name'],
  form: ['name', 'wage', 'code'],
})
const change = defineResource('changes', {
  permission: 'change',
  operations: ['list'],
  fields: {
    note: field.text({ optional: true }),
    changed: field.words({ optional: true, fieldsOf: 'people', label: 'Field' }),
  },
  title: 'note',
  list: ['note'],
  form: [],
  filters: ['changed'],
})
const resources = defineResources([person, change])

it('words that are names of fields are filtered by their labels', async () => {
  const provider = fakeProvider()
  const screens = { '/changes': <ResourceList resource={change} /> }
  const user = userWith('person.view', 'change.view')
  const { person: reader } = openScreens('/changes', screens, { user, provider, resources })
  await reader.click(await screen.findByRole('button', { name: 'Filters' }))
  const panel = await screen.findByRole('group', { name: 'Filters' })
  await reader.click(within(panel).getByRole('combobox', { name: 'Field' }))
  const offered = (await screen.findAllByRole('option')).map((one) => one.textContent)
  expect(offered).toEqual(['Name', 'What they earn'])
  await reader.click(screen.getByRole('option', { name: 'What they earn' }))
  await waitFor(() => {
    const [, params] = vi.mocked(provider.getList as any).mock.lastCall ?? []
    expect(params.filter).toEqual({ changed: ['wage'] })
  })
  expect(await screen.findByText('Field: What they earn')).toBeTruthy()
})
