import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { customerViews } from '../../../docs/examples/customers.browser.tsx'
import { customer } from '../../../docs/examples/customers.ts'
import { examples } from '../../../docs/examples/index.ts'
import { deskViews } from '../../../docs/examples/others.browser.tsx'
import { desk } from '../../../docs/examples/others.ts'
import { ResourceCreate, ResourceEdit } from '../../../src/browser/views/ResourceForms.tsx'
import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import { ResourceShow } from '../../../src/browser/views/ResourceShow.tsx'
import { fakeProvider } from '../../browser/views/console.tsx'
import { userWith } from '../../browser/views/fixture.ts'
import { openScreens } from '../../browser/views/screens.tsx'

/** The examples of docs/declaring.md that hang on screens: each is where its words say. */
const record = {
  id: 7,
  version: 1,
  created_at: '2026-01-31T10:00:00Z',
  updated_at: '2026-01-31T10:00:00Z',
  name: 'Oak & Sons',
  kind: 'company',
  vat_number: 'GB1',
  phone: '+442079460958',
  country: 'GB',
  color: '#64748b',
  is_active: true,
  owes: 12,
  labels: {},
}
const rights = [
  ...['view', 'create', 'update', 'import'].map((act) => `hire.customer.${act}`),
  'hire.finance',
  'hire.booking.create',
  'options.customers',
  ...['view', 'create', 'update'].map((act) => `hire.desk.${act}`),
]

function open(path: string, more: Parameters<typeof fakeProvider>[0] = {}) {
  const provider = fakeProvider({
    getList: vi.fn(async () => ({ data: [record], total: 1 })) as never,
    getOne: vi.fn(async () => ({ data: record })) as never,
    call: vi.fn(async () => ({ message: 'Done', data: [], meta: {} })) as never,
    ...more,
  })
  const desks = { resource: desk, views: deskViews as never }
  const screens = {
    '/hire/customers/*': <ResourceList resource={customer} views={customerViews as never} />,
    '/desks': <ResourceList {...desks} />,
    '/desks/create': <ResourceCreate {...desks} />,
    '/desks/:id/edit': <ResourceEdit {...desks} />,
    '/desks/:id': <ResourceShow {...desks} />,
  }
  const views = { customers: customerViews as never }
  const around = { user: userWith(...rights), provider, resources: examples, views }
  return { provider, ...openScreens(path, screens, around) }
}

describe('what hangs on the screens of customers', () => {
  it('on the list, its rows and many of them', async () => {
    const { person } = open('/hire/customers')
    expect(await screen.findByText(`${customer.list.length} columns`)).toBeTruthy()
    expect(screen.getByText('Those who hire from us, and those who did.')).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'How to find one' })).toBeTruthy()
    expect((await screen.findByText('company')).closest('.MuiChip-root')).toBeTruthy()
    expect(await screen.findByText('Import and write to them')).toBeTruthy()
    await person.click(await screen.findByRole('button', { name: /^Actions/ }))
    const call = await screen.findByRole('menuitem', { name: 'Call' })
    expect(call.getAttribute('href')).toBe(`tel:${record.phone}`)
    await person.keyboard('{Escape}')
    await person.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
    await person.click(await screen.findByRole('button', { name: 'Remind them' }))
    expect(await screen.findByText('1 letters are on their way')).toBeTruthy()
  })

  it('on a record that is shown', async () => {
    const booked = {
      kind: 'event',
      event: 'booked',
      at: record.created_at,
      about: null,
      values: {},
    }
    const call = async () => ({ data: [booked], meta: { next: null, labels: {} } })
    const { person } = open('/hire/customers/7/show', { call: call as never })
    expect(await screen.findByText('Owes us')).toBeTruthy()
    expect(await screen.findByText('Oak & Sons has been with us for years.')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Write to Oak & Sons' })).toBeTruthy()
    await person.click(screen.getByRole('tab', { name: 'Account' }))
    expect(await screen.findByText('12 are open')).toBeTruthy()
    await person.click(screen.getByRole('tab', { name: /^(History|Timeline)/ }))
    expect(await screen.findByText('They booked on 2026-01-31')).toBeTruthy()
  })

  it('on the form of a new one', async () => {
    open('/hire/customers/create')
    const color = await screen.findByLabelText<HTMLInputElement>('Colour')
    expect([color.type, color.value]).toEqual(['color', '#64748b'])
    expect(screen.getByLabelText(/^Whom to ask for/)).toBeTruthy()
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>(/^Notes/).value).toBe('Met by Ada'),
    )
  })

  it('on the form of one that is there', async () => {
    open('/hire/customers/7')
    expect(await screen.findByText('They owe us something where they are')).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: /^Country/ })).toBeNull()
  })

  it('on what an action answers', async () => {
    const call = vi.fn(async () => ({ message: 'Booked', data: { id: 7 } }))
    const { person } = open('/hire/customers', { call: call as never })
    await person.click(await screen.findByRole('button', { name: /^Actions/ }))
    await person.click(await screen.findByRole('menuitem', { name: 'Book' }))
    const dialog = await screen.findByRole('dialog', { name: /^Book/ })
    await person.type(within(dialog).getByLabelText(/^To date/), '2026-02-28')
    await person.click(within(dialog).getByRole('button', { name: 'Book' }))
    await person.click(await screen.findByRole('button', { name: 'It is booked' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Book/ })).toBeNull())
  })
})

describe('what stands in the place of the screens of desks', () => {
  const own = { getOne: vi.fn(async () => ({ data: { ...record, name: 'North' } })) as never }

  it.each([
    ['list', '/desks', () => screen.findByRole('heading', { name: 'Where we are' })],
    ['show', '/desks/7', () => screen.findByText('North')],
    ['create', '/desks/create', () => screen.findByLabelText(/^Name/)],
    ['edit', '/desks/7/edit', () => screen.findByDisplayValue('North')],
  ])('%s', async (_view, path, find) => {
    open(path, own)
    expect(await find()).toBeTruthy()
  })
})
