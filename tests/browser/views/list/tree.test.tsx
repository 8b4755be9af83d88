import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { smith, tool, tools } from '../../../fixtures/tools.ts'
import { fakeProvider } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

function openTools() {
  const getList = vi.fn(async () => ({ data: [{ id: 1, version: 1, name: 'Drill' }], total: 1 }))
  const options = vi.fn(async () => ({
    data: [{ id: 7, name: 'Drills', path: 'Tools › Drills' }],
    meta: { is_complete: true },
  }))
  const provider = fakeProvider({ getList: getList as never, options: options as never })
  const screens = { '/tools/*': <ResourceList resource={tool} /> }
  const { person } = openScreens('/tools', screens, {
    user: userWith(...smith),
    provider,
    resources: tools,
  })
  const asked = (filter: object) =>
    waitFor(() =>
      expect(getList).toHaveBeenLastCalledWith('tools', expect.objectContaining({ filter })),
    )
  return { person, asked }
}

it('a list is filtered by a record of a tree, with all below it unless that is turned off', async () => {
  const { person, asked } = openTools()
  await person.click(await screen.findByRole('button', { name: /^Filters/ }))
  await person.click(await screen.findByLabelText('Category'))
  await person.click(await screen.findByRole('option', { name: 'Tools › Drills' }))
  await asked({ category_below: [7] })
  expect(await screen.findByText('Category: Tools › Drills and all below')).toBeTruthy()
  const [box] = screen.getAllByRole('checkbox', { name: 'With all below' })
  if (box) await person.click(box)
  await asked({ category: [7] })
})

it('a condition is about a record of a tree, or about all below it', async () => {
  const { person, asked } = openTools()
  await person.click(await screen.findByRole('button', { name: /^Filters/ }))
  await person.click(await screen.findByRole('button', { name: 'More conditions' }))
  await person.click(await screen.findByRole('button', { name: 'Add a condition' }))
  await person.click(screen.getByRole('combobox', { name: 'Value' }))
  await person.click(await screen.findByRole('option', { name: 'Tools › Drills' }))
  await asked({ where: '{"all":[{"category":[7]}]}' })
  await person.click(screen.getByRole('combobox', { name: 'Comparison' }))
  await person.click(await screen.findByRole('option', { name: 'is or stands below' }))
  await asked({ where: '{"all":[{"category":{"below":[7]}}]}' })
})
