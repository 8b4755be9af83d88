import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import type { OptionState } from '../../../src/browser/client/options/store.ts'
import { api, serveApi, visit } from './console.tsx'
import { everything } from './fixture.ts'

serveApi()

const granted = [...everything, 'options.authors']
const asked = () => api.callsTo('GET /api/library/author/all')

const ada = { id: 3, name: 'Ada Lovelace' }
const grace = { id: 4, name: 'Grace Hopper' }
const kilgore = { id: 8, name: 'Kilgore Trout', inactive: true }

/** Puts a list into browser storage, as a visit before this one left it, and opens a form with its picker. */
async function open(
  changes: Partial<OptionState> = {},
  path = '/library/book/create',
  until = Promise.resolve(),
  answered = [{ id: 9, name: 'Of the server' }],
) {
  const now = Date.now()
  const items = [
    { value: 3, label: 'Ada Lovelace' },
    { value: 4, label: 'Grace Hopper' },
  ]
  const authors = { state: 'loaded', items, is_complete: true, asked_at: now, items_at: now }
  const kept = { authors: { ...authors, changed_at: 0, ...changes } }
  window.localStorage.setItem('leadgate.options', JSON.stringify(kept))
  api.answer('GET /api/library/author/all', async ({ path: url }) => {
    await until
    return { body: { data: url.includes('id=8') ? [kilgore] : answered } }
  })
  const { person } = visit(path, granted)
  if (path.endsWith('search')) {
    await person.click(await screen.findByRole('button', { name: 'Filters' }, { timeout: 45_000 }))
  }
  const picker = await screen.findByRole('combobox', { name: /Author/ }, { timeout: 45_000 })
  await person.click(picker)
  return { person, picker }
}

const choices = async () =>
  (await screen.findAllByRole('option')).map(({ textContent }) => textContent)

describe('a picker', () => {
  it('takes a loaded list that is complete instead of asking again, and searches in it', async () => {
    const { person, picker } = await open()
    expect(await choices()).toEqual(['Ada Lovelace', 'Grace Hopper'])
    await person.type(picker, 'HOP')
    await waitFor(async () => expect(await choices()).toEqual(['Grace Hopper']))
    await person.click(screen.getByRole('option', { name: 'Grace Hopper' }))
    expect((picker as HTMLInputElement).value).toBe('Grace Hopper')
    expect(asked()).toEqual([])
  })

  it('asks for what a loaded list does not have: somebody may have added it since', async () => {
    const { person, picker } = await open()
    await person.type(picker, 'ser')
    await waitFor(async () => expect(await choices()).toEqual(['Of the server']))
    expect(asked().map(({ path }) => path)).toEqual([
      expect.stringContaining('search=ser&limit=25'),
    ])
  })

  it.each([
    ['is only a part', { is_complete: false }],
    ['could not be refreshed', { state: 'failed' }],
    ['is older than a change of its records', { changed_at: Date.now() + 60_000 }],
  ] as const)('searches on the server when the list %s', async (_why, changes) => {
    const { person, picker } = await open(changes)
    expect(await choices()).toEqual(['Of the server'])
    await person.type(picker, 'ser')
    await waitFor(() =>
      expect(asked().some(({ path }) => path.includes('search=ser&limit=25'))).toBe(true),
    )
  })

  it('keeps on offering what it has while a list that is old by now is asked for', async () => {
    let answer: () => void = () => {}
    const late = new Promise<void>((resolve) => (answer = resolve))
    const isOld = { changed_at: Date.now() + 60_000 }
    await open(isOld, undefined, late)
    expect(await choices()).toEqual(['Ada Lovelace', 'Grace Hopper'])
    answer()
    await waitFor(async () => expect(await choices()).toEqual(['Of the server']))
  })

  it('takes what is marked, though its list is asked for anew and comes meanwhile', async () => {
    let answer: () => void = () => {}
    const late = new Promise<void>((resolve) => (answer = resolve))
    const isOld = { changed_at: Date.now() + 60_000 }
    const answered = [ada, grace, { id: 9, name: 'Of the server' }]
    const { person, picker } = await open(isOld, undefined, late, answered)
    expect(await choices()).toEqual(['Ada Lovelace', 'Grace Hopper'])
    await person.keyboard('{ArrowDown}{ArrowDown}')
    answer()
    await waitFor(async () => expect(await choices()).toContain('Of the server'))
    await person.keyboard('{Enter}')
    expect((picker as HTMLInputElement).value).toBe('Grace Hopper')
    expect(screen.queryByRole('option')).toBeNull()
    expect(screen.queryByText('Fill in this field')).toBeNull()
  })

  it('takes what is marked as soon as it is offered, and the same once more', async () => {
    let answer: () => void = () => {}
    const late = new Promise<void>((resolve) => (answer = resolve))
    const { person, picker } = await open({ state: 'failed', items: [] }, undefined, late, [
      ada,
      grace,
    ])
    answer()
    expect(await choices()).toEqual(['Ada Lovelace', 'Grace Hopper'])
    await person.keyboard('{ArrowDown}{ArrowDown}')
    // It is drawn anew when nothing moves in it any more.
    await act(() => new Promise((resolve) => setTimeout(resolve, 500)))
    await person.keyboard('{Enter}')
    expect((picker as HTMLInputElement).value).toBe('Grace Hopper')
    expect(screen.queryByRole('option')).toBeNull()
    await person.keyboard('{ArrowDown}')
    await choices()
    await person.keyboard('{Enter}')
    expect((picker as HTMLInputElement).value).toBe('Grace Hopper')
    expect(screen.queryByRole('option')).toBeNull()
    await person.click(picker)
    await person.click(await screen.findByRole('option', { name: 'Grace Hopper' }))
    expect(screen.queryByRole('option')).toBeNull()
  })

  it('says that its choices could not be loaded, not that there are none', async () => {
    const { person, picker } = await open({ is_complete: false, items: [] })
    api.answer('GET /api/library/author/all', { status: 403, body: { message: 'No.' } })
    await person.type(picker, 'zzz')
    await waitFor(() =>
      expect(screen.getAllByText('The choices could not be loaded')).toHaveLength(2),
    )
    expect(screen.queryByText('Nothing found')).toBeNull()
  })

  it('leads from a field that wants one to the form of the first, as long as there is none', async () => {
    await open({ items: [] })
    const link = await screen.findByRole('link', { name: 'New author' })
    expect(link.getAttribute('href')).toBe('/library/authors/create')
    expect(link.parentElement?.textContent).toBe('No authors yet. New author')
  })

  it('D3: keeps and marks what a record holds and nobody may choose any more', async () => {
    const book = { id: 7, version: 1, title: 'Venus', author: 8, labels: {} }
    api.answer('GET /api/library/book/7', { body: { data: book } })
    const { picker } = await open({}, '/library/book/7/edit')
    await waitFor(() => expect(picker).toHaveProperty('value', 'Kilgore Trout (inactive)'))
    expect(await choices()).toEqual(['Ada Lovelace', 'Grace Hopper'])
  })

  it('says of what a record holds that it is not there any more', async () => {
    const book = { id: 7, version: 1, title: 'Venus', author: 4040, labels: {} }
    api.answer('GET /api/library/book/7', { body: { data: book } })
    const { picker } = await open({}, '/library/book/7/edit')
    await waitFor(() => expect(picker).toHaveProperty('value', '#4040 (not found)'))
  })

  it('D3: offers inactive ones too where it filters', async () => {
    await open({}, '/library/books/search')
    expect(await choices()).toEqual(['Of the server'])
    expect(asked().at(-1)?.path).toContain('inactive=1')
  })

  it('has nothing of a list whose permission is gone', async () => {
    window.localStorage.setItem('leadgate.options', JSON.stringify({ authors: { items: [] } }))
    visit('/library/authors', everything)
    await waitFor(() => expect(window.localStorage.getItem('leadgate.options')).toBe('{}'))
  })
})
