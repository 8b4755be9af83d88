import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import { smith, tool, tools } from '../../fixtures/tools.ts'
import { fakeProvider } from './console.tsx'
import { userWith } from './fixture.ts'
import { openScreens } from './screens.tsx'

it('a list is filtered by a record of a tree, with all below it unless that is turned off', async () => {
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
  await person.click(await screen.findByRole('button', { name: /^Filters/ }))
  await person.click(await screen.findByLabelText('Category'))
  await person.click(await screen.findByRole('option', { name: 'Tools › Drills' }))
  await asked({ category_below: [7] })
  expect(await screen.findByText('Category: Tools › Drills and all below')).toBeTruthy()
  const [box] = screen.getAllByRole('checkbox', { name: 'With all below' })
  if (box) await person.click(box)
  await asked({ category: [7] })
})
