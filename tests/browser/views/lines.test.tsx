import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import { order, orders, seller } from '../../fixtures/orders.ts'
import { fakeProvider, refusal } from './console.tsx'
import { userWith } from './fixture.ts'
import { openScreens } from './screens.tsx'

const stored = {
  id: 7,
  version: 3,
  code: 'A',
  lines: [
    { product: 1, quantity: 2 },
    { product: 2, quantity: 1 },
  ],
  labels: { lines: [{ product: { id: 1, label: 'Pen' } }, { product: { id: 2, label: 'Ink' } }] },
}

function open(path: string, permissions = seller) {
  const options = [
    { id: 1, name: 'Pen' },
    { id: 2, name: 'Ink' },
    { id: 3, name: 'Pad' },
  ]
  const provider = fakeProvider({
    getList: vi.fn(async () => ({ data: [stored], total: 1 })) as never,
    getOne: vi.fn(async () => ({ data: stored })) as never,
    options: vi.fn(async () => ({ data: options, meta: { is_complete: true } })) as never,
  })
  const screens = { '/orders/*': <ResourceList resource={order} /> }
  const around = { user: userWith(...permissions), provider, resources: orders }
  return { provider, ...openScreens(path, screens, around) }
}

const row = (at: number) => screen.findByRole('group', { name: `Row ${at}` })

it('lines are edited in the form of their record, in one request', async () => {
  const { provider, person } = open('/orders/7')
  const second = await row(2)
  await waitFor(() =>
    expect(within(second).getByLabelText<HTMLInputElement>(/^Product/).value).toBe('Ink'),
  )
  await person.click(within(await row(1)).getByRole('button', { name: 'Remove row 1' }))
  await person.click(screen.getByRole('button', { name: /^Add row/ }))
  const added = await row(2)
  await person.click(within(added).getByLabelText(/^Product/))
  await person.click(await screen.findByRole('option', { name: 'Pad' }))
  await person.type(within(added).getByLabelText(/^Quantity/), '4')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(provider.update).toHaveBeenCalledWith(
      'orders',
      expect.objectContaining({
        data: {
          version: 3,
          lines: [
            { product: 2, quantity: 1 },
            { product: 3, quantity: 4 },
          ],
        },
      }),
    ),
  )
})

it('what the server refuses stands at its cell', async () => {
  const { provider, person } = open('/orders/7')
  vi.mocked(provider.update).mockRejectedValue(
    refusal(422, 'Refused', { 'lines.1.product': ['This value is already taken'] } as never),
  )
  const quantity = within(await row(2)).getByLabelText(/^Quantity/)
  await person.clear(quantity)
  await person.type(quantity, '9')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(await within(await row(2)).findByText('This value is already taken')).toBeTruthy()
})

it('lines are shown with the names of what they point at', async () => {
  open('/orders/7/show')
  expect(await screen.findByText('Pen')).toBeTruthy()
  expect(screen.getByText('Ink')).toBeTruthy()
})

it('who may not change them reads them in the form', async () => {
  open(
    '/orders/7',
    seller.filter((one) => one !== 'order_line.delete'),
  )
  expect(await screen.findByLabelText(/^Code/)).toBeTruthy()
  expect(await screen.findByText('Pen')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Add row/ })).toBeNull()
})
