import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { testDataProvider } from 'react-admin'
import { expect, it, vi } from 'vitest'

import { views } from '../../../resources/index.browser.ts'
import { source } from '../../../resources/settings/source.ts'
import { sourceRandomStatus } from '../../../resources/settings/sourceRandomStatus.ts'
import { status } from '../../../resources/settings/status.ts'
import { country } from '../../../resources/settings/country.ts'
import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import type { Views } from '../../../src/browser/views/slots.ts'
import { openScreens } from '../views/screens.tsx'
import { userWith } from '../views/fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

const record = {
  id: 4,
  version: 1,
  source: 1,
  use: 'test_answers',
  rows: [
    { status: 3, weight: 30 },
    { status: 5, weight: 10 },
  ],
  delay_min: null,
  delay_max: null,
  countries: [],
  is_active: true,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  labels: { source: { id: 1, label: 'Northwind' }, countries: [] },
}

it('B25, D4 of the specification: random statuses are shown and chosen by name, with how often each is drawn', async () => {
  const update = vi.fn(async () => ({ data: record }))
  const provider = {
    ...testDataProvider({
      getList: vi.fn(async () => ({ data: [record], total: 1 })) as never,
      getOne: vi.fn(async () => ({ data: record })) as never,
      update: update as never,
    }),
    options: vi.fn(async (_name: string, { ids }: { ids?: readonly number[] }) => ({
      data: [
        { id: 3, name: 'Callback' },
        { id: 5, name: 'Wrong number' },
        { id: 7, name: 'Sold' },
      ].filter(({ id }) => ids?.includes(id) ?? true),
    })),
    call: vi.fn(async () => ({ message: 'Done', data: {} })) as never,
    download: vi.fn(),
    headers: async () => ({}),
    answered: async () => {},
  }
  const rights = ['view', 'update'].map((one) => `settings.sourceRandomStatus.${one}`)
  const user = userWith(...rights, 'options.statuses.all', 'options.sources.all')
  const resources = [sourceRandomStatus, source, status, country]
  const own = views.source_random_statuses as Views<any>
  const list = <ResourceList resource={sourceRandomStatus} views={own} />
  const path = `/${sourceRandomStatus.routes.list}`
  const { person } = openScreens(path, { [`${path}/*`]: list }, { user, provider, resources })

  await person.click(await screen.findByText('Callback 75%, Wrong number 25%'))
  const dialog = within(await screen.findByRole('dialog'))
  const group = within(await dialog.findByRole('group', { name: 'Statuses' }))
  await person.click(group.getByRole('combobox', { name: 'Add a status' }))
  await person.click(await screen.findByRole('option', { name: 'Sold' }))
  const last = group.getAllByRole('spinbutton', { name: 'Weight' })[2]
  fireEvent.change(last ?? expect.fail('no weight'), { target: { value: '40' } })
  expect(group.getByText('50%')).toBeTruthy()
  await person.clear(group.getAllByRole('combobox', { name: 'Status' })[1] ?? expect.fail())
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(update).toHaveBeenCalled())
  expect(update.mock.lastCall).toMatchObject([
    'source_random_statuses',
    {
      data: {
        rows: [
          { status: 3, weight: 30 },
          { status: 7, weight: 40 },
        ],
      },
    },
  ])
})
