import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { client } from '../../../src/browser/client/http/http.ts'
import { store } from '../../../src/browser/client/storage/store.ts'
import { address, api, headers, searches, serveApi, visit } from './console.tsx'

serveApi()

const views = {
  Standing: { filter: { kind: 'floor' }, sort: '-watt', columns: ['name', 'watt'], first: true },
  Strong: { filter: { watt_from: 60 }, for: 'lamp.update' },
}

const openMenu = async (person: ReturnType<typeof visit>['person']) => {
  await person.click(await screen.findByRole('button', { name: /^View: / }))
  return screen.findByRole('menu')
}

it('a list opens with the view that is declared as the first', async () => {
  visit('/lamps', { declared: { views } })
  expect(await headers()).toEqual(['', 'Name', 'Watt', 'Actions'])
  expect(searches()).toEqual([
    { kind: 'floor', sort: '-watt', page: '1', per_page: '25', fields: 'name,watt' },
  ])
  expect(address()['view']).toBe('Standing')
  expect(api.callsTo('GET /api/profile/view/search')).toEqual([])
})

it('whoever chose the list without a view gets that', async () => {
  const { person } = visit('/lamps?filter={}', { declared: { views } })
  await headers()
  const menu = await openMenu(person)
  await person.click(within(menu).getByText('Open this list with it'))
  expect(store.getItem('lamps.default_view')).toBe(false)
})

it('stands among the saved views, and is copied but never changed', async () => {
  const { person } = visit('/lamps?view=Standing', { declared: { views } })
  await headers()
  const menu = await openMenu(person)
  const names = within(menu).getAllByRole('menuitemradio')
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'Standard view',
    'Standing',
    'Strong',
  ])
  for (const act of ['Rename…', 'Share…', 'Delete…']) {
    expect(within(menu).queryByText(act)).toBeNull()
  }
  await person.click(within(menu).getByText('Save as a new view…'))
  await person.type(await screen.findByRole('textbox', { name: /Name/ }), 'Mine')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(address()['view']).toBe('30'))
  expect(api.callsTo('POST /api/profile/view')[0]?.body.settings).toMatchObject({
    filter: { kind: 'floor' },
    sort: '-watt',
    columns: ['name', 'watt'],
  })
})

it('is there for those who have it alone', async () => {
  const { person } = visit('/lamps?view=Standing', {
    declared: { views },
    permissions: ['lamp.view'],
  })
  await headers()
  const menu = await openMenu(person)
  expect(within(menu).queryByText('Strong')).toBeNull()
})

it('tabs of views open them', async () => {
  api.answer('POST /api/lamps/tabs/search', {
    body: {
      data: [
        { value: 'Standing', count: 7, is_more: false },
        { value: 'Strong', count: 1000, is_more: true },
      ],
    },
  })
  const { person } = visit('/lamps?view=Standing', { declared: { views, tabs: true } })
  await headers()
  const tab = await screen.findByRole('tab', { name: 'Strong 1,000+' })
  expect(screen.getByRole('tab', { name: 'Standing 7' }).getAttribute('aria-selected')).toBe('true')
  await person.click(tab)
  await waitFor(() => expect(searches().at(-1)).toMatchObject({ watt_from: '60' }))
  expect(address()['view']).toBe('Strong')
  await person.click(screen.getByRole('tab', { name: 'All' }))
  await waitFor(() => expect(address()).not.toHaveProperty('view'))
})

it('tabs of a field filter by its values, and count anew with the other filters', async () => {
  api.answer('POST /api/lamps/tabs/search', {
    body: {
      data: [
        { value: 'desk', count: 2, is_more: false },
        { value: 'floor', count: 0, is_more: false },
      ],
    },
  })
  const { person } = visit('/lamps?filter={"watt_from":"5"}', { declared: { tabs: 'kind' } })
  await headers()
  await person.click(await screen.findByRole('tab', { name: 'Desk 2' }))
  await waitFor(() => expect(searches().at(-1)).toMatchObject({ kind: 'desk', watt_from: '5' }))
  expect(screen.queryByRole('tab', { name: /Floor/ })).toBeNull()
  const counted = api.callsTo('POST /api/lamps/tabs/search').map(({ body }) => body)
  expect(counted).toEqual([{ watt_from: '5' }])
})

it('tabs that the server could not count come when it answers again', async () => {
  const health = vi.spyOn(client, 'json').mockResolvedValue({})
  const counting = 'POST /api/lamps/tabs/search'
  api.answer(counting, { status: 503, body: { message: 'In a moment' } })
  visit('/lamps', { declared: { tabs: 'kind' } })
  await headers()
  await waitFor(() => expect(api.callsTo(counting)).toHaveLength(1))
  expect(screen.queryByRole('tab')).toBeNull()
  api.answer(counting, { body: { data: [{ value: 'desk', count: 2, is_more: false }] } })
  // It is asked for as soon as the browser is online again.
  await waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(health).toHaveBeenCalledWith('/health', expect.anything())
  })
  expect(await screen.findByRole('tab', { name: 'Desk 2' })).toBeTruthy()
  health.mockRestore()
})

it('tabs come with their names, which would move them later', async () => {
  let name = () => {}
  const named = new Promise<void>((resolve) => (name = resolve))
  api.answer('POST /api/lamps/tabs/search', {
    body: { data: [{ value: 9, count: 2, is_more: false }] },
  })
  api.answer('GET /api/lamps/all', async () => {
    await named
    return { body: { data: [{ id: 9, name: 'Old lamp' }], meta: { has_more: false } } }
  })
  visit('/lamps', { declared: { tabs: 'like', options: { permission: 'lamp.view' } } })
  await headers()
  await waitFor(() => expect(api.callsTo('GET /api/lamps/all')).not.toHaveLength(0))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('tab')).toBeNull()
  name()
  await screen.findByRole('tab', { name: 'Old lamp 2' })
})
