import { screen, waitFor } from '@testing-library/react'
import { RecordContextProvider } from 'react-admin'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { Resource } from '#schema'
import type { Views } from '#browser'

import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import { fakeProvider } from '../../browser/views/console.tsx'
import { userWith } from '../../browser/views/fixture.ts'
import { openScreens } from '../../browser/views/screens.tsx'
import { writeBlocks } from '../blocks.ts'

interface Shown {
  readonly resource: Resource
  readonly views?: Views<any>
  readonly record: object
  readonly permissions: readonly string[]
}

/** Opens an address of the list of a resource that has one record. */
function open(path: string, { resource, views, record, permissions }: Shown) {
  const provider = fakeProvider({
    getList: vi.fn(async () => ({ data: [record], total: 1 })) as never,
    getOne: vi.fn(async () => ({ data: record })) as never,
  })
  const props = { resource, ...(views && { views }) }
  const screens = { [`/${resource.name}/*`]: <ResourceList {...props} /> }
  const around = { user: userWith(...permissions), provider, resources: [resource] }
  return { provider, ...openScreens(path, screens, around) }
}

const system = {
  version: 1,
  created_at: '2026-01-31T10:00:00Z',
  updated_at: '2026-01-31T10:00:00Z',
}

describe('the code of docs/screens.md', () => {
  const { load, remove } = writeBlocks('screens.md', 'screens')
  afterAll(remove)
  const shown = async (): Promise<Shown> => {
    const { member, memberViews } = await load('members.browser.tsx')
    const record = { ...system, id: 7, name: 'Ada', points: 12 }
    return { resource: member, views: memberViews, record, permissions: ['club.member.view'] }
  }

  it('draws a cell, and adds to the menu of a row', async () => {
    const { person } = open('/members', await shown())
    const chip = await screen.findByText('12')
    expect(chip.closest('.MuiChip-root')).toBeTruthy()
    await person.click(await screen.findByRole('button', { name: /^Actions/ }))
    const print = await screen.findByRole('menuitem', { name: 'Print' })
    expect(print.getAttribute('href')).toBe('/print/7')
  })

  it('adds to the show view', async () => {
    open('/members/7/show', await shown())
    expect(await screen.findByText('Ada is one of us.')).toBeTruthy()
  })

  it('is a screen of no resource', async () => {
    const { waitingScreen } = await load('waiting.browser.tsx')
    const { Page, path } = waitingScreen
    const { resource } = await shown()
    const provider = fakeProvider({
      getList: vi.fn(async () => ({ data: [{ id: 1, name: 'Ada' }], total: 1 })) as never,
    })
    openScreens('/', { '/': <Page /> }, { user: userWith(), provider, resources: [resource] })
    expect(await screen.findByText('Ada')).toBeTruthy()
    expect([path, document.title]).toEqual(['waiting', 'Who waits – Leadgate'])
  })

  it('lists what points at the record around it', async () => {
    const { BookingsOfCustomer } = await load('bookings.browser.tsx')
    const { resource } = await shown()
    const provider = fakeProvider({
      getList: vi.fn(async () => ({ data: [{ id: 1, code: 'B-1001' }], total: 1 })) as never,
    })
    const list = (
      <RecordContextProvider value={{ id: 5 }}>
        <BookingsOfCustomer />
      </RecordContextProvider>
    )
    openScreens('/', { '/': list }, { user: userWith(), provider, resources: [resource] })
    expect(await screen.findByText('B-1001')).toBeTruthy()
    expect(provider.getList).toHaveBeenCalledWith(
      'bookings',
      expect.objectContaining({ filter: { customer: 5 } }),
    )
  })
})

describe('the code of docs/recipes.md', () => {
  // Other tests have a kind of this name too.
  const { load, remove } = writeBlocks('recipes.md', 'recipesInBrowser', (code) =>
    code.replaceAll(/\brating\b/g, 'stars'),
  )
  afterAll(remove)

  it('prints a delivery note from a tab of an order', async () => {
    const { order } = await load('orders.ts')
    const { orderViews } = await load('orders.browser.tsx')
    const record = { ...system, id: 7, number: 'O-1001', ordered_on: '2026-01-31', state: 'open' }
    const permissions = ['shop.order.view']
    const { person } = open('/orders/7/show', {
      resource: order,
      views: orderViews,
      record,
      permissions,
    })
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    await person.click(await screen.findByRole('tab', { name: 'Delivery note' }))
    expect(await screen.findByText('Delivery note O-1001')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
    print.mockRestore()
  })

  describe('a kind of its own', () => {
    let shown: Shown
    beforeAll(async () => {
      const { review } = await load('kinds.ts')
      await load('kinds.browser.tsx')
      const record = { ...system, id: 7, text: 'Well', stars: 4 }
      shown = { resource: review, record, permissions: ['shop.review.view', 'shop.review.create'] }
    })

    it('is shown', async () => {
      open('/reviews', shown)
      expect(await screen.findByText('★★★★')).toBeTruthy()
    })

    it('is typed, and refused where it is none', async () => {
      const { person, provider } = open('/reviews/create', shown)
      await person.type(await screen.findByLabelText(/^Text/), 'Well')
      const stars = screen.getByLabelText(/^Stars/)
      await person.type(stars, '9')
      await person.click(screen.getByRole('button', { name: 'Save' }))
      expect(await screen.findByText('Give one to five stars')).toBeTruthy()
      await person.clear(stars)
      await person.type(stars, '5')
      await person.click(screen.getByRole('button', { name: 'Save' }))
      await waitFor(() =>
        expect(provider.create).toHaveBeenCalledWith(
          'reviews',
          expect.objectContaining({ data: { text: 'Well', stars: 5 } }),
        ),
      )
    })
  })
})
