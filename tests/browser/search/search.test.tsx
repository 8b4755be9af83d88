import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { session } from '../../../src/browser/client/session/session.ts'
import { api, serveApi, visit } from '../shell/console.tsx'
import { everything, sessionOf } from '../shell/fixture.ts'
import { typeAtOnce } from '../typing.ts'
import {
  activeOption,
  finds,
  foundAuthors,
  input,
  openSearch,
  options,
  optionsOf,
  search,
} from './searching.ts'

serveApi()

const asked = () =>
  api.callsTo(search).map(({ path }) => new URL(path, api.origin).searchParams.get('text'))
const address = () => window.location.pathname + window.location.search
const fade = () => document.querySelector<HTMLElement>('.MuiDialog-container')?.style.transition
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('the search opens', () => {
  it('by its button in the header, as a dialog with a combobox', async () => {
    const { person } = visit('/help', everything)
    await person.click(await screen.findByRole('button', { name: 'Search' }))
    const dialog = await screen.findByRole('dialog', { name: 'Search' })
    const box = within(dialog).getByRole('combobox', { name: 'Records, screens and actions' })
    const list = within(dialog).getByRole('listbox', { name: 'Results' })
    expect(box.getAttribute('aria-controls')).toBe(list.id)
    expect(document.activeElement).toBe(box)
  })

  it.each(['{Control>}k{/Control}', '/'])('by %s', async (keys) => {
    const { person } = visit('/help', everything)
    await heading('Help')
    await waitFor(async () => {
      await person.keyboard(keys)
      expect(screen.getByRole('combobox')).toBeTruthy()
    })
    expect((await input()).value).toBe('')
  })

  it('by Ctrl K alone over a list, whose own search box / leads to', async () => {
    const { person } = visit('/library/authors', everything)
    const box = await screen.findByRole<HTMLInputElement>('searchbox')
    await waitFor(async () => {
      await person.keyboard('/')
      expect(document.activeElement).toBe(box)
    })
    expect(box.value).toBe('')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('by Ctrl K while somebody types, and not by / there', async () => {
    const { person } = visit('/library/authors', everything)
    const box = await screen.findByRole<HTMLInputElement>('searchbox')
    await openSearch(person)
    await person.keyboard('{Escape}')
    await person.click(box)
    await person.keyboard('/')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(box.value).toBe('/')
    await person.keyboard('{Control>}k{/Control}')
    await screen.findByRole('dialog', { name: 'Search' })
  })

  it('as every dialog does (specification 2: 500 ms appear, 300 ms enter), at once on exit', async () => {
    const { person } = visit('/help', everything)
    await openSearch(person)
    expect(fade()).toContain('500ms')
    await person.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('on the whole of a small screen', async () => {
    const matchMedia = window.matchMedia
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') })
    const { person } = visit('/help', everything)
    await openSearch(person)
    window.matchMedia = matchMedia
    expect(document.querySelector('.MuiDialog-paperFullScreen')).toBeTruthy()
  })

  it('at once where motion is not wanted', async () => {
    const matchMedia = window.matchMedia
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('reduced') })
    const { person } = visit('/help', everything)
    await openSearch(person)
    window.matchMedia = matchMedia
    expect(fade()).not.toMatch(/[1-9]\d*ms/)
  })

  it('and Escape closes it and gives the focus back', async () => {
    const { person } = visit('/help', everything)
    const menu = await screen.findByRole('navigation', { name: 'Main menu' })
    const link = within(menu).getByRole('link', { name: 'Authors' })
    link.focus()
    await openSearch(person)
    await person.keyboard('{Escape}')
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(document.activeElement).toBe(link)
  })
})

describe('what is typed', () => {
  it('finds screens and acts at once, and records of the server by resource', async () => {
    finds(foundAuthors('Autumn'))
    const { person } = visit('/help', everything)
    typeAtOnce(await openSearch(person), 'aut')
    expect(await optionsOf('Screens')).toEqual(['Library › Authors'])
    expect(await optionsOf('Actions')).toEqual(['New author'])
    expect(await optionsOf('Authors')).toEqual(['Autumn#1'])
    expect(asked()).toEqual(['aut'])
  })

  it('of one letter asks the server nothing', async () => {
    const { person } = visit('/help', everything)
    await person.type(await openSearch(person), 'z')
    await screen.findByText('Nothing found for “z”')
    expect(screen.getByText('Type one more character to find records.')).toBeTruthy()
    expect(asked()).toEqual([])
  })

  it('is asked once typing rests, and an answer to an older text is dropped', async () => {
    const answers: Record<string, (value: unknown) => void> = {}
    api.answer(search, async ({ path }) => {
      const text = new URL(path, api.origin).searchParams.get('text') ?? ''
      await new Promise((resolve) => (answers[text] = resolve))
      return { body: { data: [foundAuthors(`Found ${text}`)], meta: { left_out: [] } } }
    })
    const { person } = visit('/help', everything)
    const box = await openSearch(person)
    typeAtOnce(box, 'bo')
    await waitFor(() => expect(asked()).toEqual(['bo']))
    typeAtOnce(box, 'oks')
    await waitFor(() => expect(asked()).toEqual(['bo', 'books']))
    answers['books']?.(undefined)
    await screen.findByText('Found books')
    answers['bo']?.(undefined)
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(screen.queryByText('Found bo')).toBeNull()
    expect(screen.getByText('Found books')).toBeTruthy()
  })

  it('changes what Enter opens only when the new answer is there', async () => {
    finds(foundAuthors('Zoe'))
    const { person } = visit('/help', everything)
    const box = await openSearch(person)
    await person.type(box, 'zoe')
    await waitFor(() => expect(options()).toEqual(['Zoe#1']))
    await person.type(box, 'x{Enter}')
    expect(options()).toEqual([])
    expect(address()).toBe('/help')
  })

  it('leads a long list to its own screen', async () => {
    finds({ ...foundAuthors('Zoe'), has_more: true })
    const { person } = visit('/help', everything)
    await person.type(await openSearch(person), 'zo e')
    await person.click(await screen.findByRole('option', { name: 'All matches in Authors' }))
    await heading('Authors')
    await waitFor(() =>
      expect(api.callsTo('GET /api/library/author/search').at(-1)?.path).toContain('search=zo+e'),
    )
  })
})

describe('a choice', () => {
  it('is made with the arrows and Enter, which leads there and to its heading', async () => {
    finds(foundAuthors('Ada', 'Adam'))
    const { person } = visit('/help', everything)
    await person.type(await openSearch(person), 'ada')
    await waitFor(() => expect(activeOption()).toBe('Ada#1'))
    await person.keyboard('{ArrowDown}')
    expect(activeOption()).toBe('Adam#2')
    await person.keyboard('{ArrowDown}')
    expect(activeOption()).toBe('Ada#1')
    await person.keyboard('{ArrowUp}')
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Adam#2')
    await person.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/library/authors/2'))
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  })

  it('opens in a new tab with Ctrl and Enter, and the search stays', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    finds(foundAuthors('Ada'))
    const { person } = visit('/help', everything)
    await person.type(await openSearch(person), 'ada')
    await waitFor(() => expect(activeOption()).toBe('Ada#1'))
    await person.keyboard('{Control>}{Enter}{/Control}')
    expect(open).toHaveBeenCalledWith('/library/authors/1', '_blank', 'noopener')
    expect(address()).toBe('/help')
    open.mockRestore()
  })

  it('of an act does it', async () => {
    const { person } = visit('/help', everything)
    await person.type(await openSearch(person), 'dark{Enter}')
    expect(await screen.findByRole('button', { name: 'Light theme' })).toBeTruthy()
    await person.type(await openSearch(person), 'sign out{Enter}')
    await waitFor(() => expect(session.read()).toBeUndefined())
  })

  it('is offered only to who may', async () => {
    const { person } = visit('/help', ['author.view'])
    const box = await openSearch(person)
    await person.type(box, 'new')
    expect(options()).toEqual([])
    await person.clear(box)
    await person.type(box, 'books')
    expect(options()).toEqual([])
    await person.clear(box)
    await person.type(box, 'authors')
    await waitFor(() => expect(options()).toEqual(['Library › Authors']))
  })

  it('of a record that may not be opened leads to its place in the list', async () => {
    const records = [{ id: 9, title: 'Zed', detail: null, open: null, embed: {} }]
    finds({ resource: 'authors', has_more: false, records })
    const { person } = visit('/help', everything)
    await person.type(await openSearch(person), 'zed')
    const link = await screen.findByRole('option', { name: /Zed/ })
    expect(link.getAttribute('href')).toBe('/library/authors?filter=%7B%22search%22%3A%229%22%7D')
  })
})

describe('before anything is typed', () => {
  it('what was opened lately is offered, the last first, but not where the user is', async () => {
    const { person } = visit('/library/authors', everything)
    await person.click(await screen.findByRole('link', { name: 'Ada' }))
    await waitFor(() => expect(address()).toBe('/library/authors/3'))
    await screen.findByRole('dialog')
    await person.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe('/library/authors'))
    await person.click(await screen.findByRole('link', { name: 'Books' }))
    await heading('Books')
    await openSearch(person)
    expect(await optionsOf('Recently opened')).toEqual(['Library › Authors', 'AdaAuthor#3'])
  })

  it('nobody sees what another opened, or what they may not see any more', async () => {
    const recent = [{ path: '/library/books/search' }, { path: '/library/authors' }]
    const key = (id: number) => `leadgate.preference.recent.${id}`
    window.localStorage.setItem(key(5), JSON.stringify(recent))
    const { person } = visit('/help', ['author.view'])
    await openSearch(person)
    expect(await optionsOf('Recently opened')).toEqual(['Library › Authors'])
    act(() => session.write({ ...sessionOf(everything), id: 6 }))
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Recently opened' })).toBeNull())
  })

  it('a sign-out forgets it', async () => {
    const { person } = visit('/library/authors', everything)
    const kept = () => window.localStorage.getItem('leadgate.preference.recent.5')
    await waitFor(() => expect(kept()).toContain('/library/authors'))
    await person.type(await openSearch(person), 'sign out{Enter}')
    await waitFor(() => expect(session.read()).toBeUndefined())
    expect(kept()).toBeNull()
  })
})

describe('the server', () => {
  afterEach(() => vi.restoreAllMocks())

  it('that finds nothing is said, with what to try', async () => {
    finds()
    const { person } = visit('/help', everything)
    await person.type(await openSearch(person), 'zzz')
    expect(await screen.findByText('Nothing found for “zzz”')).toBeTruthy()
    expect(screen.getByText(/a record’s number like #123/)).toBeTruthy()
  })

  it('that fails is said, and asked again', async () => {
    api.answer(search, { status: 500 })
    const { person } = visit('/help', everything)
    await person.type(await openSearch(person), 'ada')
    const dialog = within(screen.getByRole('dialog'))
    expect(await dialog.findByText('The server is unavailable')).toBeTruthy()
    // Where the person looks, and nowhere else.
    expect(screen.getAllByText('The server is unavailable')).toHaveLength(1)
    finds(foundAuthors('Ada'))
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(options()).toEqual(['Ada#1']))
    expect(dialog.queryByText('The server is unavailable')).toBeNull()
  })

  it('that cut a search short names what it left out, says of nothing that it is not there, and looks again', async () => {
    api.answer(search, { body: { data: [], meta: { left_out: ['books'] } } })
    const { person } = visit('/help', everything)
    await person.type(await openSearch(person), 'ada')
    const words = 'Took too long and was left out: Books. Type more to find less.'
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByText('Nothing found for “ada”')).toBeNull()
    finds(foundAuthors('Ada'))
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(options()).toEqual(['Ada#1']))
    expect(screen.queryByText(words)).toBeNull()
  })

  it('that knows no search leaves screens and acts, and is not asked again', async () => {
    const { person } = visit('/help', everything)
    const box = await openSearch(person)
    await person.type(box, 'authors')
    await waitFor(() => expect(asked()).toEqual(['authors']))
    expect(await optionsOf('Screens')).toEqual(['Library › Authors'])
    await person.clear(box)
    await person.type(box, 'books')
    expect(await optionsOf('Screens')).toEqual(['Library › Books'])
    await act(() => new Promise((resolve) => setTimeout(resolve, 400)))
    expect(asked()).toEqual(['authors'])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is heard of by a screen reader', async () => {
    finds(foundAuthors('Ada', 'Adam'))
    const { person } = visit('/help', everything)
    await person.type(await openSearch(person), 'ada')
    await waitFor(() =>
      expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('2 results'),
    )
  })
})
