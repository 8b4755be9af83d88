import { screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { describe, expect, it, vi } from 'vitest'

import { resources } from '../../../resources/index.ts'
import { sourceRandomStatus } from '../../../resources/settings/source/sourceRandomStatus.ts'
import { ResourceEdit } from '../../../src/browser/views/ResourceForms.tsx'
import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import { fakeProvider } from '../../browser/views/console.tsx'
import { userWith } from '../../browser/views/fixture.ts'
import { openScreens } from '../../browser/views/screens.tsx'

const statuses = [
  { id: 4, name: 'No answer' },
  { id: 5, name: 'Interested' },
]
const rows = [
  { status: 4, weight: 75 },
  { status: 5, weight: 25 },
]
const rule = {
  id: 3,
  version: 2,
  source: 1,
  use: 'initial_status',
  rows,
  countries: [],
  is_active: true,
  labels: {
    source: { id: 1, label: 'Search' },
    countries: [],
    rows: [{ status: { id: 4, label: 'No answer' } }, { status: { id: 5, label: 'Interested' } }],
  },
}

function open(shown: ReactElement) {
  const provider = fakeProvider({
    getList: vi.fn(async () => ({ data: [rule], total: 1 })) as never,
    getOne: vi.fn(async () => ({ data: rule })) as never,
    options: vi.fn(async () => ({ data: statuses, meta: { is_complete: true } })) as never,
  })
  const held = ['view', 'update'].map((one) => `settings.sourceRandomStatus.${one}`)
  const user = userWith('settings.view', 'options.statuses.all', ...held)
  const around = { user, provider, resources }
  return { provider, ...openScreens('/rules/3', { '/rules/:id': shown }, around) }
}

describe('B25: the statuses that a source draws', () => {
  it('are told in the list in words', async () => {
    open(<ResourceList resource={sourceRandomStatus} />)
    expect(await screen.findByText('No answer 75; Interested 25')).toBeTruthy()
  })

  it('have a row each in the form, a status and its weight', async () => {
    const { person, provider } = open(<ResourceEdit resource={sourceRandomStatus} />)
    const first = await screen.findByRole('group', { name: 'Row 1' })
    await waitFor(() =>
      expect(within(first).getByLabelText<HTMLInputElement>(/^Status/).value).toBe('No answer'),
    )
    const weight = within(first).getByLabelText(/^Weight/)
    await person.clear(weight)
    await person.type(weight, '60')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => {
      const { data } = vi.mocked(provider.update).mock.lastCall?.[1] ?? {}
      const others = { status: 5, weight: 25 }
      expect(data?.['rows']).toMatchObject([{ status: 4, weight: 60 }, others])
    })
  })
})
