import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { count, type Resource } from '#schema'

import { serveApi, visit } from './console.tsx'
import { everything, resources } from './fixture.ts'

serveApi()

/** One page each, in a group of their own. */
const rooms = (count: number) => ({
  folded: ['Rooms'],
  screens: Array.from({ length: count }, (_, at) => ({
    name: `room${at}`,
    label: `Room ${at}`,
    path: `rooms/${at}`,
    permission: 'book.view',
    group: 'Rooms',
    Page: () => <h1>Room {at}</h1>,
  })),
})

const menu = async () => within(await screen.findByRole('navigation', { name: 'Main menu' }))

const isShown = async (name: string) => (await menu()).queryByRole('link', { name }) !== null

const captionOf = async (name: string) => (await menu()).getByRole('button', { name })

it('a group that the business folds opens by its caption, and stays as a person leaves it', async () => {
  const { person } = visit('/library/authors', everything, {}, rooms(13))
  expect(await isShown('Authors')).toBe(true)
  expect(await isShown('Room 3')).toBe(false)
  expect((await captionOf('Rooms')).getAttribute('aria-expanded')).toBe('false')
  await person.click(await captionOf('Rooms'))
  expect(await isShown('Room 3')).toBe(true)
  await person.click((await menu()).getByRole('link', { name: 'Room 3' }))
  await screen.findByRole('heading', { name: 'Room 3' })
  await person.click(await captionOf('Rooms'))
  expect(await isShown('Room 3')).toBe(false)
})

it('any other group folds too', async () => {
  const { person } = visit('/library/authors', everything)
  await person.click(await captionOf('Library'))
  await waitFor(async () => expect(await isShown('Authors')).toBe(false))
})

it('the group of the page is open', async () => {
  visit('/rooms/3', everything, {}, rooms(13))
  expect(await isShown('Room 3')).toBe(true)
})

it('who sees few entries sees all of them', async () => {
  visit('/library/authors', everything, {}, rooms(5))
  expect(await isShown('Room 3')).toBe(true)
})

it('beside the page, where only icons stand, every entry is there', async () => {
  const { person } = visit('/library/authors', everything, {}, rooms(13))
  await person.click(await screen.findByRole('button', { name: 'Close menu' }))
  expect(await isShown('Room 3')).toBe(true)
})

it('the dashboard stands before screens of the business', async () => {
  const withCard = resources.map((one: Resource) =>
    one.name === 'books'
      ? { ...one, cards: { sold: { ...count('created_at'), label: 'Sold' } } }
      : one,
  )
  visit('/rooms/0', [...everything, 'dashboard.view'], {}, { ...rooms(1), resources: withCard })
  const links = (await menu()).getAllByRole('link').map(({ textContent }) => textContent)
  expect(links.slice(1, 3)).toEqual(['Dashboard', 'Room 0'])
})
