import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { currentUser, defineResource, defineResources, field, from, today } from '#schema'

import { dayText } from '../../../../src/browser/ui/fields/dates/dates.tsx'
import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { ResourceCreate } from '../../../../src/browser/views/ResourceForms.tsx'
import { order, orders, seller } from '../../../fixtures/businesses/orders.ts'
import { fakeProvider, refusal } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

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

it('Enter takes what was found for a typed name, and does not send the form before it is found', async () => {
  const { provider, person } = open('/orders/7')
  const all = ['Pen', 'Ink', 'Pad'].map((name, at) => ({ id: at + 1, name }))
  vi.mocked(provider.options).mockImplementation((async (
    _: string,
    asked: { search?: string },
  ) => ({
    data: all.filter(({ name }) => name.toLowerCase().includes(asked.search ?? '')),
    meta: { is_complete: false },
  })) as never)
  const product = within(await row(1)).getByLabelText<HTMLInputElement>(/^Product/)
  await person.click(product)
  await person.clear(product)
  await person.type(product, 'pad{Enter}')
  expect(provider.update).not.toHaveBeenCalled()
  expect(screen.queryByText(/need attention/)).toBeNull()
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Pad']),
  )
  await person.keyboard('{Enter}')
  await waitFor(() => expect(product.value).toBe('Pad'))
  expect(provider.update).not.toHaveBeenCalled()
})

it('Enter takes what was found where as many were offered before', async () => {
  const { provider, person } = open('/orders/7')
  vi.mocked(provider.options).mockImplementation((async () => ({
    data: [{ id: 3, name: 'Pad' }],
    meta: { is_complete: false },
  })) as never)
  const product = within(await row(1)).getByLabelText<HTMLInputElement>(/^Product/)
  await person.clear(product)
  await person.type(product, 'pa')
  const isFound = ([, asked]: unknown[]) => (asked as { search?: string }).search === 'pa'
  await waitFor(() => expect(vi.mocked(provider.options).mock.calls.some(isFound)).toBe(true))
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await person.keyboard('{Enter}')
  await waitFor(() => expect(product.value).toBe('Pad'))
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

it('what is refused of the list as a whole is no obstacle once a line was changed', async () => {
  const { provider, person } = open('/orders/7')
  vi.mocked(provider.update).mockRejectedValueOnce(
    refusal(422, 'Refused', { lines: ['One of them must be a pad'] } as never),
  )
  const quantity = within(await row(2)).getByLabelText(/^Quantity/)
  await person.type(quantity, '9')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText('One of them must be a pad')).length).toBeGreaterThan(0)
  // The focus is led to what was refused, and stays where a person takes it afterwards.
  const add = screen.getByRole('button', { name: /^Add row/ })
  await waitFor(() => expect(document.activeElement).toBe(add))
  await person.clear(quantity)
  await person.type(quantity, '8')
  expect(screen.queryByText('One of them must be a pad')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(provider.update).toHaveBeenCalledTimes(2))
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

const person = defineResource('users', {
  permission: 'user',
  fields: { name: field.text() },
  title: 'name',
  list: ['name'],
  form: ['name'],
  options: { permission: 'user.view' },
})
const article = defineResource('articles', {
  permission: 'shop',
  fields: { name: field.text(), price: field.money() },
  title: 'name',
  list: ['name', 'price'],
  form: ['name', 'price'],
  options: { permission: 'shop.view' },
})
const sale = defineResource('sales', {
  permission: 'shop',
  fields: {
    code: field.text(),
    lines: field.lines('sale_lines', {
      by: 'sale',
      fields: ['article', 'price', 'sold_on', 'sold_by', 'quantity'],
    }),
  },
  title: 'code',
  list: ['code'],
  form: ['code', 'lines'],
})
const saleLine = defineResource('sale_lines', {
  permission: 'shop',
  access: { edit: ({ permissions }) => permissions.has('shop.update') },
  fields: {
    sale: field.reference('sales', { onDelete: 'cascade' }),
    article: field.reference('articles'),
    price: field.money({ default: from('article.price') }),
    sold_on: field.date({ default: today() }),
    sold_by: field.reference('users', { default: currentUser() }),
    quantity: field.integer({ default: 1 }),
  },
  title: 'quantity',
  list: ['article', 'price'],
  form: ['sale', 'article', 'price', 'sold_on', 'sold_by', 'quantity'],
})
const shop = defineResources([person, article, sale, saleLine])
const prices: Readonly<Record<number, number>> = { 1: 12.5, 2: 8 }

/** The form of a new sale with one line, with which it begins. */
async function openSale(permissions = ['view', 'create', 'update', 'delete']) {
  const provider = fakeProvider({
    getOne: vi.fn(async (_: string, { id }: { id: number }) => ({
      data: { id, price: prices[id], version: 1 },
    })) as never,
    options: vi.fn(async (name: string) => ({
      data:
        name === 'users'
          ? [{ id: 5, name: 'Ada' }]
          : [
              { id: 1, name: 'Rope' },
              { id: 2, name: 'Hook' },
            ],
      meta: { is_complete: true },
    })) as never,
  })
  const user = userWith('user.view', ...permissions.map((act) => `shop.${act}`))
  const screens = { '/sales/create': <ResourceCreate resource={sale} /> }
  const opened = openScreens('/sales/create', screens, { user, provider, resources: shop })
  await opened.person.type(await screen.findByLabelText(/^Code/), 'S1')
  await opened.person.click(screen.getByRole('button', { name: /^Add row/ }))
  const line = await row(1)
  const cell = (name: RegExp) => within(line).getByLabelText<HTMLInputElement>(name)
  const choose = async (name: string) => {
    await opened.person.click(cell(/^Article/))
    await opened.person.click(await screen.findByRole('option', { name }))
  }
  const sent = async () => {
    await opened.person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(provider.create).toHaveBeenCalledOnce())
    return vi.mocked(provider.create as any).mock.lastCall?.[1].data.lines
  }
  return { ...opened, provider, cell, choose, sent }
}

it('12.1 a new line begins with the person, the day and what its reference gives', async () => {
  const { cell, choose, sent } = await openSale()
  const day = new Date().toISOString().slice(0, 10)
  expect(cell(/^Price/).value).toBe('')
  expect(cell(/^Quantity/).value).toBe('1')
  expect(cell(/^Sold on/).value).toBe(dayText(day))
  await waitFor(() => expect(cell(/^Sold by/).value).toBe('Ada'))
  await choose('Rope')
  await waitFor(() => expect(cell(/^Price/).value).toBe('12.5'))
  await choose('Hook')
  await waitFor(() => expect(cell(/^Price/).value).toBe('8'))
  expect(await sent()).toEqual([{ article: 2, price: 8, sold_on: day, sold_by: 5, quantity: 1 }])
})

it('12.1 and keeps what somebody types there', async () => {
  const { person, provider, cell, choose, sent } = await openSale()
  await person.type(cell(/^Price/), '3')
  await choose('Rope')
  await waitFor(() => expect(provider.getOne).toHaveBeenCalledOnce())
  expect(await sent()).toMatchObject([{ article: 1, price: 3 }])
})

it('12.1 a stored line keeps its price', async () => {
  const lines = [{ article: 1, price: null, sold_on: '2026-01-31', sold_by: 5, quantity: 1 }]
  const provider = fakeProvider({
    getOne: vi.fn(async () => ({ data: { id: 7, version: 3, code: 'S1', lines } })) as never,
    options: vi.fn(async () => ({
      data: [{ id: 1, name: 'Rope' }],
      meta: { is_complete: true },
    })) as never,
  })
  const user = userWith(...['view', 'create', 'update', 'delete'].map((act) => `shop.${act}`))
  const screens = { '/sales/*': <ResourceList resource={sale} /> }
  openScreens('/sales/7', screens, { user, provider, resources: shop })
  const article = await waitFor(async () => within(await row(1)).getByLabelText(/^Article/))
  await waitFor(() => expect((article as HTMLInputElement).value).toBe('Rope'))
  const read = vi.mocked(provider.getOne as any).mock.calls.map(([name]: [string]) => name)
  expect(new Set(read)).toEqual(new Set(['sales']))
})
