import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'

import { drawnWithin, rendersDuring } from '../renders.ts'
import { store } from '../../../src/browser/client/storage/store.ts'
import { typeAtOnce } from '../typing.ts'
import { api, serveApi, visit } from './console.tsx'
import { everything } from './fixture.ts'

serveApi()

const asked = () =>
  api
    .callsTo('GET /api/library/author/search')
    .map(({ path }) => Object.fromEntries(new URLSearchParams(path.split('?')[1])))

const lastAsked = () => asked().at(-1)
const column = (name: string) => screen.findByRole('columnheader', { name: new RegExp(`^${name}`) })
const sorter = async (name: string) => within(await column(name)).getByRole('button')
const rest = () => act(() => new Promise((resolve) => setTimeout(resolve, 700)))

describe('sorting by several columns', () => {
  it('adds a column with Shift, says so, and stands in the address', async () => {
    const { person } = visit('/library/authors', everything)
    await person.click(await sorter('Name'))
    await waitFor(() => expect(lastAsked()).toMatchObject({ sort: 'name' }))
    fireEvent.click(await sorter('ID'), { shiftKey: true })
    await waitFor(() => expect(lastAsked()).toMatchObject({ sort: 'name,id' }))
    expect(window.location.search).toContain('sort=name%2Cid')
    expect((await column('Name')).getAttribute('aria-sort')).toBe('ascending')
    expect((await column('ID')).getAttribute('aria-sort')).toBe('ascending')
    expect((await column('Name')).textContent).toBe('Name1')
    expect((await column('ID')).textContent).toBe('ID2')
  })

  it('works by keyboard: Shift and Enter adds, turns, and takes away', async () => {
    const { person } = visit('/library/authors?sort=name&order=ASC', everything)
    const button = await sorter('ID')
    act(() => button.focus())
    await person.keyboard('{Shift>}{Enter}{/Shift}')
    await waitFor(() => expect(lastAsked()).toMatchObject({ sort: 'name,id' }))
    await person.keyboard('{Shift>}{Enter}{/Shift}')
    await waitFor(() => expect(lastAsked()).toMatchObject({ sort: 'name,-id' }))
    expect((await column('ID')).getAttribute('aria-sort')).toBe('descending')
    await person.keyboard('{Shift>}{Enter}{/Shift}')
    // What was asked for a moment ago is not asked for again.
    const head = await column('ID')
    await waitFor(() => expect(head.getAttribute('aria-sort')).toBeNull())
    expect((await column('Name')).textContent).toBe('Name')
    await person.keyboard('{Enter}')
    await waitFor(() => expect(lastAsked()).toMatchObject({ sort: 'id' }))
  })

  it('comes from the address', async () => {
    visit('/library/authors?sort=name,-id&order=DESC', everything)
    await waitFor(() => expect(lastAsked()).toMatchObject({ sort: '-name,-id' }))
    expect((await column('Name')).getAttribute('aria-sort')).toBe('descending')
  })
})

it('5: a list asks for what it shows, and for more when it shows more', async () => {
  const { person } = visit('/library/books/search', everything)
  const asked = () =>
    api
      .callsTo('GET /api/library/book/search')
      .map(({ path }) => new URLSearchParams(path.split('?')[1]).get('fields'))
  await column('Author')
  expect(asked()).toEqual(['title,author'])
  await person.click(screen.getByRole('button', { name: 'Columns' }))
  const columns = within(await screen.findByRole('dialog', { name: 'Columns' }))
  await person.click(columns.getByRole('checkbox', { name: 'Author' }))
  await waitFor(() => expect(asked()).toEqual(['title,author', 'title']))
  // The title names a record, shown or not.
  await person.click(columns.getByRole('checkbox', { name: 'Title' }))
  await person.click(columns.getByRole('checkbox', { name: 'Author' }))
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: /^Title/ })).toBeNull())
  expect(asked().at(-1)).toMatch(/^title/)
})

it('B9: back from a record stands where it was left, with the focus on its row', async () => {
  const book = { id: 7, version: 1, title: 'Emma', author: 3, labels: { author: 'Ada' } }
  const meta = { total: 1, total_is: 'exact' }
  api.answer('GET /api/library/book/search', { body: { data: [book], meta } })
  api.answer('GET /api/library/book/7', { body: { data: book } })
  const { person } = visit('/library/books/search', everything)
  const frame = () => document.querySelector('.RaDataTable-tableWrapper')
  const link = await screen.findByRole('link', { name: 'Emma' })
  Object.assign(frame() ?? {}, { scrollTop: 516 })
  fireEvent.scroll(frame() ?? document)
  await person.click(link)
  const shown = await screen.findByRole('heading', { level: 1, name: /Emma/ })
  await waitFor(() => expect(document.activeElement).toBe(shown))
  act(() => window.history.back())
  const again = await screen.findByRole('link', { name: 'Emma' })
  await waitFor(() => expect(document.activeElement).toBe(again))
  expect(frame()?.scrollTop).toBe(516)
})

describe('B14: the filters that were left open', () => {
  const panel = () => screen.queryByRole('group', { name: 'Filters' })
  const button = () => screen.findByRole('button', { name: 'Filters' })
  const { matchMedia } = window
  afterEach(() => void (window.matchMedia = matchMedia))

  it.each(['max-width', 'max-height'])(
    'are closed where the window is small: %s',
    async (small) => {
      store.setItem('authors.filters_open', true)
      window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes(small) })
      const { person } = visit('/library/authors', everything)
      await screen.findByText('Ada')
      expect(panel()).toBeNull()
      await person.click(await button())
      await waitFor(() => expect(panel()).not.toBeNull())
      expect(store.getItem('authors.filters_open')).toBe(true)
    },
  )

  it('leave the lines to the rows with 200 % zoom, with what goes in the menu of the list', async () => {
    window.matchMedia = (query) => {
      const below = Number(/max-width:\s*([\d.]+)/.exec(query)?.[1] ?? 0)
      return { ...matchMedia(query), matches: below >= 683 }
    }
    const { person } = visit('/library/authors', everything)
    // A table all the same, and no cards.
    expect(await screen.findByRole('table')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Export|Columns|Density|Add filter/ })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'More about this list' }))
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(items).toContain('Columns')
  })

  it('are open again where there is room', async () => {
    store.setItem('authors.filters_open', true)
    visit('/library/authors', everything)
    await waitFor(() => expect(panel()).not.toBeNull())
  })
})

describe('B19: without a connection', () => {
  const turn = (name: 'online' | 'offline') => act(() => void window.dispatchEvent(new Event(name)))
  afterEach(() => turn('online'))

  it('another page shows no rows of this one, and its own once the connection is back', async () => {
    api.answer('GET /api/library/author/search', ({ path }) => {
      const number = Number(new URLSearchParams(path.split('?')[1]).get('page'))
      const data = [{ id: number, version: 1, name: `Author of page ${number}`, labels: {} }]
      return { body: { data, meta: { total: 30, total_is: 'exact' } } }
    })
    const { person } = visit('/library/authors', everything)
    await screen.findByText('Author of page 1')
    turn('offline')
    await person.click(screen.getByRole('button', { name: /next page/i }))
    expect(await screen.findByText(/^These rows appear as soon as/)).toBeTruthy()
    expect(screen.queryByText('Author of page 1')).toBeNull()
    turn('online')
    expect(await screen.findByText('Author of page 2')).toBeTruthy()
  })
})

describe('B6: a write', () => {
  it('asks for the list once, whatever the stream says of it, and for nothing else', async () => {
    let tell = (_change: object) => {}
    api.answer('GET /api/events', {
      streams: (write) =>
        (tell = (data) => write(`event: change\ndata: ${JSON.stringify(data)}\n\n`)),
    })
    api.answer('PUT /api/library/author/3', {
      body: { data: { id: 3, version: 2, name: 'Ada L' } },
    })
    const { person } = visit('/library/authors/3', [
      ...everything,
      'user.profile.notification.view',
    ])
    const name = await screen.findByLabelText(/Name/, { selector: 'input[name=name]' })
    await waitFor(() => expect(api.callsTo('GET /api/profile')).toHaveLength(1))
    await waitFor(() => expect(asked()).toHaveLength(1))
    const before = api.calls.length
    await person.type(name, ' L')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(asked()).toHaveLength(2))
    tell({ resource: 'authors', id: 3, version: 2 })
    // What the bell asks says that the changes have been weighed.
    tell({ resource: 'notifications', id: 1, version: null })
    await waitFor(() => expect(api.callsTo('GET /api/profile')).toHaveLength(2))
    const made = api.calls
      .slice(before)
      .map(({ method, path }) => `${method} ${path.split('?')[0]}`)
    expect(made).toEqual([
      'PUT /api/library/author/3',
      'GET /api/library/author/search',
      'GET /api/profile',
    ])
    tell({ resource: 'authors', id: 3, version: 3 })
    await waitFor(() => expect(asked()).toHaveLength(3))
  })
})

describe('2.4: neither the frame nor a row that stays the same is drawn again', () => {
  const authors = [1, 2, 3].map((id) => ({
    id,
    version: 1,
    created_at: '',
    updated_at: '',
    name: `Author ${id}`,
    labels: {},
  }))
  const answer = (rows: object[]) => ({
    body: { data: rows, meta: { total: rows.length, total_is: 'exact' } },
  })
  const frame = 'header, nav[aria-label="Main menu"]'

  async function open() {
    api.answer('GET /api/library/author/search', ({ path }) =>
      answer(path.includes('sort=name') ? authors.toReversed() : authors),
    )
    const { person } = visit('/library/authors', everything)
    await screen.findByText('Author 1')
    // The profile, and all that is loaded once the page stands.
    await waitFor(() => expect(api.callsTo('GET /api/profile')).toHaveLength(1))
    await rest()
    return person
  }

  it('by a click on the head of a column', async () => {
    const person = await open()
    const sort = await sorter('Name')
    const drawn = await rendersDuring(async () => {
      await person.click(sort)
      await waitFor(() =>
        expect(screen.getAllByRole('row').at(-1)?.textContent).toContain('Author 1'),
      )
      await rest()
    })
    expect(new Set(drawnWithin(drawn, frame))).toEqual(new Set())
    expect(new Set(drawnWithin(drawn, 'tbody'))).toEqual(new Set())
  })

  it('by ticking a row', async () => {
    const person = await open()
    const [first] = screen.getAllByRole('checkbox', { name: /Author 1/ })
    const drawn = await rendersDuring(async () => {
      await person.click(first!)
      await screen.findByText('1 selected')
    })
    expect(new Set(drawnWithin(drawn, frame))).toEqual(new Set())
    const rows = drawn.flatMap(({ within }) => within.filter((one) => one.matches('tbody tr')))
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows)).toEqual(new Set([first!.closest('tr')]))
    expect(drawnWithin(drawn, 'td:not(.row-choice)')).toEqual([])
  })

  it('by typing, and by the answer to it', async () => {
    await open()
    const box = await screen.findByRole('searchbox', { name: 'Search' })
    const before = asked().length
    const drawn = await rendersDuring(async () => {
      typeAtOnce(box, 'au')
      await waitFor(() => expect(asked().length).toBeGreaterThan(before))
      await rest()
    })
    expect(new Set(drawnWithin(drawn, frame))).toEqual(new Set())
    expect(new Set(drawnWithin(drawn, 'tbody'))).toEqual(new Set())
  })
})

/** Searches the authors and waits until typing rests. */
async function search() {
  const { person } = visit('/library/authors', everything)
  const box = await screen.findByRole('searchbox', { name: 'Search' })
  await screen.findByText('Ada')
  typeAtOnce(box, 'ada')
  await waitFor(() => expect(lastAsked()).toMatchObject({ search: 'ada' }))
  await rest()
  return { person, box }
}

describe('going back and forth', () => {
  it('restores the filter, also none', async () => {
    const { box } = await search()
    typeAtOnce(box, ' l')
    await waitFor(() => expect(lastAsked()).toMatchObject({ search: 'ada l' }))
    act(() => window.history.back())
    await waitFor(() => expect(box).toHaveProperty('value', 'ada'))
    act(() => window.history.back())
    await waitFor(() => expect(box).toHaveProperty('value', ''))
    await rest()
    expect(box).toHaveProperty('value', '')
    expect(window.location.search).toBe('')
    act(() => window.history.forward())
    await waitFor(() => expect(box).toHaveProperty('value', 'ada'))
  })
})

describe('B8: a form that is left', () => {
  const book = { id: 3, version: 1, created_at: '', updated_at: '', title: 'Notes', author: 3 }
  const address = () => window.location.pathname + window.location.search

  it('leads back to the list as it was, and is not opened again by going back', async () => {
    api.answer('PUT /api/library/author/3', { body: { data: { id: 3, version: 2, name: 'Ada' } } })
    const { person } = await search()
    const before = address()
    await person.click(screen.getByRole('link', { name: 'Ada' }))
    const name = await screen.findByLabelText(/Name/, { selector: 'input[name=name]' })
    await person.type(name, ' L')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(address()).toBe(before))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    act(() => window.history.back())
    await waitFor(() => expect(address()).toBe('/library/authors'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('leads back to the record that it was opened from, saved or not', async () => {
    api.answer('GET /api/library/book/3', { body: { data: book } })
    api.answer('PUT /api/library/book/3', { body: { data: { ...book, version: 2 } } })
    const { person } = visit('/library/book/single/3', everything)
    for (const [button, typed] of [['Cancel'], ['Save', 's']] as const) {
      await person.click(await screen.findByRole('link', { name: 'Edit' }))
      await waitFor(() => expect(address()).toBe('/library/book/3/edit'))
      const title = await screen.findByLabelText(/Title/)
      if (typed) await person.type(title, typed)
      await person.click(screen.getByRole('button', { name: button }))
      await waitFor(() => expect(address()).toBe('/library/book/single/3'))
    }
  })

  it('that was opened by its address makes room for the list', async () => {
    const { person } = visit('/library/authors/3', everything)
    await person.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(address()).toBe('/library/authors'))
  })
})

describe('the requests of a list', () => {
  it('are one for each change, without empty values', async () => {
    const { person } = await search()
    await person.click(screen.getByRole('button', { name: 'Filters' }))
    typeAtOnce(await screen.findByRole('textbox', { name: 'Name' }), 'lov')
    await waitFor(() => expect(lastAsked()).toMatchObject({ name_contains: 'lov' }))
    await rest()
    await person.clear(screen.getByRole('textbox', { name: 'Name' }))
    await rest()
    const page = { sort: '-id', page: '1', per_page: '25', fields: 'name' }
    expect(asked()).toEqual([
      page,
      { ...page, search: 'ada' },
      { ...page, search: 'ada', name_contains: 'lov' },
    ])
  })
})
