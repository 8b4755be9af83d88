import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { ResourceShow } from '../../../src/browser/views/ResourceShow.tsx'
import { fakeProvider } from './console.tsx'
import { userWith } from './fixture.ts'
import { openScreens } from './screens.tsx'

const label = (text: string) => ({ label: text, permission: 'shelf.work' })

const shelf = defineResource('shelves', {
  permission: 'shelf',
  fields: { name: field.text() },
  title: 'name',
  list: ['name'],
  form: ['name'],
  routes: { list: 'shelves', show: 'shelf/:id' },
  show: ['name'],
  actions: {
    burn: { ...label('Burn'), final: true },
    print: { ...label('Print'), file: 'text/csv' },
    dust: label('Dust'),
    fill: label('Fill'),
    paint: label('Paint'),
    move: label('Move'),
  },
})
const resources = defineResources([shelf])

const { matchMedia } = window
afterEach(() => void (window.matchMedia = matchMedia))

function open(user: readonly string[], isNarrow = false) {
  window.matchMedia = (query) => ({
    ...matchMedia(query),
    matches: isNarrow && /max-width/.test(query),
  })
  const provider = fakeProvider({
    getOne: vi.fn(async () => ({ data: { id: 7, version: 1, name: 'Kitchen' } })) as never,
  })
  const views = { recordActions: () => [{ name: 'label', label: 'Label', Form: () => null }] }
  const screens = { '/shelf/:id': <ResourceShow resource={shelf} views={views as never} /> }
  return openScreens('/shelf/7', screens, { user: userWith(...user), provider, resources })
}

const all = ['shelf.view', 'shelf.update', 'shelf.create', 'shelf.delete', 'shelf.work']

async function words() {
  const menu = await screen.findByRole('button', { name: 'Actions for Kitchen' })
  const head = within(menu.parentElement!)
  const names = [...head.queryAllByRole('button'), ...head.queryAllByRole('link')]
  return { menu, names: names.filter((one) => one !== menu).map((one) => one.textContent) }
}

it('three buttons stand beside the name, the rest in the menu', async () => {
  const { person } = open(all)
  const { menu, names } = await words()
  expect(names).toEqual(['Label', 'Dust', 'Edit'])
  await person.click(menu)
  const items = (await screen.findAllByRole('menuitem')).map((one) => one.textContent)
  expect(items).toEqual(['Duplicate', 'Fill', 'Paint', 'Move', 'Print', 'Burn', 'Delete'])
  await person.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Fill')
  await person.keyboard('{Escape}')
  await vi.waitFor(() => expect(document.activeElement).toBe(menu))
})

it('a menu has groups, and what cannot be taken back is the last of them', async () => {
  const { person } = open(all)
  const { menu } = await words()
  await person.click(menu)
  const list = await screen.findByRole('menu', { name: 'Actions for Kitchen' })
  const entries = [...list.children].map((one) => one.textContent || '—')
  expect(entries.join(' ')).toBe('Duplicate — Fill Paint Move — Print — Burn Delete')
  expect(within(list).getAllByRole('separator')).toHaveLength(3)
})

it('the same three stand there on a phone', async () => {
  open(all, true)
  expect((await words()).names).toEqual(['Label', 'Dust', 'Edit'])
})

it('without anything else to do there is no menu', async () => {
  open(['shelf.view'])
  await screen.findByRole('button', { name: 'Label' })
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
})

it('a field without a value is folded, but one whose own display says something of nothing', async () => {
  const shop = defineResource('shops', {
    permission: 'shelf',
    fields: {
      name: field.text(),
      site: field.text({ optional: true }),
      hours: field.text({ optional: true }),
    },
    title: 'name',
    list: ['name'],
    form: ['name', 'site', 'hours'],
    routes: { list: 'shops', show: 'shop/:id' },
    show: ['name', 'site', 'hours'],
  })
  const data = { id: 7, version: 1, name: 'Kitchen', site: null, hours: null }
  const provider = fakeProvider({ getOne: vi.fn(async () => ({ data })) as never })
  const views = {
    fields: { site: () => 'No site', hours: () => 'Always open' },
    filledWithout: ['hours'],
  }
  const screens = { '/shop/:id': <ResourceShow resource={shop} views={views as never} /> }
  openScreens('/shop/7', screens, { user: userWith(...all), provider, resources: [shop] })
  const isFolded = (text: string) => screen.getByText(text).closest('details') !== null
  await screen.findByText('Always open')
  expect([isFolded('No site'), isFolded('Always open')]).toEqual([true, false])
})
