import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { store } from '../../../src/browser/client/storage/store.ts'
import { address, api, headers, kept, serveApi, viewOf, visit } from './console.tsx'

serveApi()

type Person = ReturnType<typeof visit>['person']

const item = async (person: Person, name: string) => {
  await person.click(await screen.findByRole('button', { name: /^View: / }))
  await person.click(await within(await screen.findByRole('menu')).findByText(name))
}

const links = () =>
  within(screen.getByRole('navigation', { name: 'Main menu' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

const pinned = (...views: object[]) => store.setItem('lamps.sidebar_views', views)

it('a view that is saved stands below its list, and opens from there', async () => {
  const { person } = visit('/lamps')
  await headers()
  expect(links()).not.toContain('Mine')
  await item(person, 'Save as a new view…')
  const dialog = await screen.findByRole('dialog')
  await person.type(within(dialog).getByLabelText(/^Name/), 'Mine')
  await person.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(links().join()).toContain('Lamps,Mine'))
  await item(person, 'Standard view')
  await waitFor(() => expect(address()).not.toHaveProperty('view'))
  await person.click(screen.getByRole('link', { name: 'Mine' }))
  await waitFor(() => expect(address()).toMatchObject({ view: '30' }))
})

it('views come into the sidebar and go from it by their menu, and it asks the server for none', async () => {
  kept.push(viewOf({}))
  pinned({ id: 13, name: 'Another' })
  const { person } = visit('/lamps')
  await headers()
  expect(links().join()).toContain('Lamps,Another')
  expect(api.callsTo('GET /api/profile/view/search')).toEqual([])
  await item(person, 'Floor lamps')
  await waitFor(() => expect(address()).toMatchObject({ view: '12' }))
  await item(person, 'Show in the sidebar')
  await waitFor(() => expect(links().join()).toContain('Lamps,Another,Floor lamps'))
  await item(person, 'Show in the sidebar')
  await waitFor(() => expect(links()).not.toContain('Floor lamps'))
})

it('a view in the sidebar follows its name, and goes when the view is gone', async () => {
  kept.push(viewOf({ name: 'Tall lamps' }))
  pinned({ id: 12, name: 'Floor lamps' }, { id: 99, name: 'Lost' })
  const { person } = visit('/lamps')
  await headers()
  await person.click(screen.getByRole('link', { name: 'Floor lamps' }))
  await waitFor(() => expect(links().join()).toContain('Lamps,Tall lamps,Lost'))
  await person.click(screen.getByRole('link', { name: 'Lost' }))
  expect(await screen.findByText(/This view does not exist any more/)).toBeTruthy()
  await waitFor(() => expect(links()).not.toContain('Lost'))
  await person.click(screen.getByRole('link', { name: 'Tall lamps' }))
  await waitFor(() => expect(address()).toMatchObject({ view: '12' }))
  await item(person, 'Delete…')
  await person.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(links()).not.toContain('Tall lamps'))
})
