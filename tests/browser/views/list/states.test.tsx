import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'

import { itemOf } from '../../../../src/browser/client/options/lists.ts'
import { recordTitle } from '../../../../src/browser/views/rows/cells/cells.tsx'
import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { booking, clerk } from '../../../fixtures/businesses/hire.ts'
import { fakeProvider } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const rows = [
  { id: 1, code: 'A1', state: 'draft', version: 1 },
  { id: 2, code: 'A2', state: 'cancelled', version: 1 },
]

async function menuOf(row: string): Promise<string[]> {
  await userEvent.click(
    within(await screen.findByRole('row', { name: new RegExp(row) })).getByRole('button', {
      name: /actions/i,
    }),
  )
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem')
  const texts = items.map(({ textContent }) => textContent ?? '')
  await userEvent.keyboard('{Escape}')
  return texts
}

it('a row offers the actions that leave its state', async () => {
  const provider = fakeProvider({
    getList: vi.fn(async () => ({ data: rows, total: rows.length })) as never,
  })
  const screens = { '/bookings/*': <ResourceList resource={booking} /> }
  openScreens('/bookings', screens, { user: userWith(...clerk), provider, resources: [booking] })
  const draft = await menuOf('A1')
  expect(draft).toEqual(expect.arrayContaining(['Confirm', 'Cancel']))
  expect(draft).not.toContain('Hand out')
  const cancelled = await menuOf('A2')
  expect(cancelled).not.toContain('Confirm')
  expect(cancelled).not.toContain('Cancel')
})

it('is called alike as a record and as a choice', () => {
  const record = { id: 1, code: 'A1', customer: 3, labels: { customer: { id: 3, label: 'Ada' } } }
  expect(recordTitle(booking, record)).toBe('A1 – Ada')
  // Of a name that this user may not read there is the number.
  expect(recordTitle(booking, { ...record, labels: {} })).toBe('A1 – #3')
  const option = { id: 1, code: 'A1', customer: { id: 3, name: 'Ada' } }
  expect(itemOf(booking, option).label).toBe('A1 – Ada')
  expect(itemOf(booking, { id: 1, code: 'A1' }).label).toBe('A1')
})
