import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AdminContext } from 'react-admin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { defineResource, field } from '#schema'

import { client } from '../../../../src/browser/client/http/http.ts'
import { HttpFailure, unavailable } from '../../../../src/browser/client/http/httpFailure.ts'
import { createI18nProvider } from '../../../../src/browser/client/i18n/i18nProvider.ts'
import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { ColumnsMenu } from '../../../../src/browser/views/list/tools/ColumnsMenu.tsx'
import { fakeProvider, visit } from '../console.tsx'
import { everything, lamp, userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'
import { computeStyles, styleOf } from '../../speed.ts'

type Person = ReturnType<typeof visit>['person']

const headers = () =>
  screen.getAllByRole('columnheader', { hidden: true }).map(({ textContent }) => textContent)

const openColumns = async (person: Person) => {
  await screen.findByRole('table')
  await person.click(screen.getByRole('button', { name: 'Columns' }))
  return within(await screen.findByRole('dialog', { name: 'Columns' }))
}

const withRows = (...rows: ReturnType<typeof lamp>[]) =>
  fakeProvider({ getList: vi.fn(async () => ({ data: rows, total: rows.length })) as never })

const without = (...names: string[]) =>
  userWith(...everything.filter((one) => !names.includes(one)))

describe('the cards of a phone', () => {
  const matchMedia = (query: string) => ({
    matches: query.includes('max-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
  beforeEach(() => void vi.stubGlobal('matchMedia', matchMedia))
  afterEach(() => void vi.unstubAllGlobals())

  it('show all of a long text, where no pointer rests on it', async () => {
    const long = 'A lamp whose name has many more than thirty letters'
    visit('/store/things', { provider: withRows(lamp({ text: long })) })
    expect(await screen.findByText(long)).toBeTruthy()
  })

  it('show the first four fields that have a value', async () => {
    visit('/store/things', { provider: withRows(lamp({ text: 'Lamp', money: null, date: null })) })
    const card = (await screen.findByText('Lamp')).closest('[data-record]')
    const terms = [...(card?.querySelectorAll('dt') ?? [])].map((one) => one.textContent)
    expect(terms).toEqual(['Email', 'Phone', 'Timestamp', 'Reference'])
  })
})

it('isolates what a translation leaves for a value, which words from right to left would turn round', async () => {
  const text = 'يقبل %{limit} عميلًا'
  visit('/store/things', { provider: withRows(lamp({ text })) })
  const place = await screen.findByText('%{limit}')
  expect([place.tagName, place.closest('td')?.textContent]).toEqual(['BDI', text])
})

describe('the width of a column', () => {
  const long = 'A lamp whose name has many more than thirty letters'
  const head = () => document.querySelector<HTMLElement>('th[data-column=text]')!
  const grip = () => document.querySelector<HTMLElement>('[data-grip=text]')!
  const opened = async () => {
    const visited = visit('/store/things', { provider: withRows(lamp({ text: long })) })
    await screen.findByText(/^A lamp whose name has many mor…$/)
    return visited
  }

  it('follows the pointer, and cuts the text instead of its thirty letters', async () => {
    await opened()
    head().getBoundingClientRect = () => new DOMRect(0, 0, 200, 40)
    fireEvent.pointerDown(grip(), { clientX: 200 })
    fireEvent.pointerMove(grip(), { clientX: 260 })
    fireEvent.pointerUp(grip(), { clientX: 320 })
    await waitFor(() => expect(head().style.maxWidth).toBe('320px'))
    expect(screen.getByText(long).closest('td')!.classList).toContain('cell-sized')
    fireEvent.doubleClick(grip())
    await screen.findByText(/^A lamp whose name has many mor…$/)
    expect(head().style.maxWidth).toBe('')
  })

  it('is changed by the arrow keys of its handle, and goes back with the columns', async () => {
    const { person } = await opened()
    const dialog = await openColumns(person)
    dialog.getByRole('button', { name: /^Drag Text/ }).focus()
    await person.keyboard('{ArrowRight}{ArrowRight}')
    await waitFor(() => expect(head().style.width).toBe('72px'))
    await person.click(dialog.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(head().style.width).toBe(''))
  })
})

describe('the order of columns', () => {
  it('is changed by dragging, and shows where the column will come', async () => {
    const { person } = visit('/store/things')
    const dialog = await openColumns(person)
    const items = dialog.getAllByRole('listitem')
    for (const [index, item] of items.entries()) {
      item.getBoundingClientRect = () => new DOMRect(0, index * 40, 300, 40)
    }
    const handle = dialog.getByRole('button', { name: /^Drag Email/ })
    fireEvent.pointerDown(handle, { button: 0 })
    fireEvent.pointerMove(window, { clientY: 15 })
    expect(headers()[1]).toBe('ID')
    fireEvent.pointerUp(window, { clientY: 15 })
    await waitFor(() => expect(headers().slice(1, 4)).toEqual(['Email', 'ID', 'Text']))
    expect(dialog.getByRole('status').textContent).toBe('Email: place 1 of 11')
  })

  it('stays when the drag is broken off', async () => {
    const { person } = visit('/store/things')
    const dialog = await openColumns(person)
    fireEvent.pointerDown(dialog.getByRole('button', { name: /^Drag Email/ }), { button: 0 })
    fireEvent.pointerMove(window, { clientY: -5 })
    fireEvent.pointerCancel(window)
    expect(headers().slice(1, 4)).toEqual(['ID', 'Text', 'Email'])
  })

  it('is changed with the arrow keys, and the focus stays on the column', async () => {
    const { person } = visit('/store/things')
    const dialog = await openColumns(person)
    const handle = () => dialog.getByRole('button', { name: /^Drag Text/ })
    handle().focus()
    await person.keyboard('{ArrowDown}')
    await waitFor(() => expect(headers().slice(1, 4)).toEqual(['ID', 'Email', 'Text']))
    expect(document.activeElement).toBe(handle())
    await person.keyboard('{Home}')
    await waitFor(() => expect(headers().slice(1, 4)).toEqual(['Text', 'ID', 'Email']))
    await person.keyboard('{ArrowUp}')
    expect(headers()[1]).toBe('Text')
  })
})

it('many columns are searched by name, and then not arranged', async () => {
  const names = Array.from({ length: 12 }, (_, number) => `part_${number}`)
  const choose = vi.fn()
  const all = names.map((name) => ({ name, field: field.text() }))
  render(
    <ColumnsMenu
      resource={parts(names)}
      columns={{ all, shown: all, choice: { order: names, hidden: [] }, choose }}
      anchor={document.body}
      onClose={() => {}}
    />,
    {
      wrapper: ({ children }) => (
        <AdminContext i18nProvider={createI18nProvider('en', {})}>{children}</AdminContext>
      ),
    },
  )
  const person = userEvent.setup({ delay: null })
  const search = screen.getByRole('searchbox', { name: 'Search columns' })
  expect(document.activeElement).toBe(search)
  await person.type(search, 'part 1')
  const found = screen.getAllByRole('checkbox').map((one) => one.closest('label')?.textContent)
  expect(found).toEqual(['Part 1', 'Part 10', 'Part 11'])
  expect(screen.queryByRole('button', { name: /^Drag/ })).toBeNull()
  await person.click(screen.getByRole('checkbox', { name: 'Part 10' }))
  expect(choose).toHaveBeenCalledWith({ order: names, hidden: ['part_10'] })
})

const parts = (names: string[]) =>
  defineResource('parts', {
    permission: 'part',
    fields: Object.fromEntries(names.map((name) => [name, field.text()])),
    title: 'part_0',
    list: names,
    form: names,
  })

describe('the density of rows', () => {
  it('is chosen by the user', async () => {
    computeStyles()
    const { person } = visit('/store/things')
    await screen.findByRole('link', { name: 'A small lamp' })
    const height = () =>
      styleOf(screen.getAllByRole('cell', { hidden: true })[1] as HTMLElement).height
    expect(height()).toBe('44px')
    await person.click(screen.getByRole('button', { name: 'Density' }))
    const chosen = screen.getByRole('menuitemradio', { name: 'Comfortable' })
    expect(chosen.getAttribute('aria-checked')).toBe('true')
    await person.click(screen.getByRole('menuitemradio', { name: 'Dense' }))
    await waitFor(() => expect(height()).toBe('30px'))
  })
})

describe('a list that waits', () => {
  it('shows as many rows as will come, as high as they will be, under the same columns', async () => {
    computeStyles()
    const getList = vi.fn(() => new Promise(() => {}))
    visit('/store/things?filter=%7B%7D&perPage=10&page=1', {
      provider: fakeProvider({ getList: getList as never }),
    })
    const status = await screen.findByRole('status', { name: 'Loading' })
    const rows = within(status).getAllByRole('row', { hidden: true })
    expect(rows).toHaveLength(11)
    const cell = within(rows[1] as HTMLElement).getAllByRole('cell', { hidden: true })[1]
    expect(styleOf(cell as HTMLElement).height).toBe('44px')
    const labels = within(rows[0] as HTMLElement).getAllByRole('columnheader', { hidden: true })
    expect(labels.map(({ textContent }) => textContent).slice(0, 3)).toEqual(['', 'ID', 'Text'])
  })

  it('keeps its rows while a filter changes', async () => {
    let answer = (_rows: object) => {}
    const getList = vi
      .fn()
      .mockResolvedValueOnce({ data: [lamp()], total: 1 })
      .mockReturnValue(
        new Promise((resolve) => {
          answer = resolve
        }),
      )
    const { person } = visit('/store/things', {
      provider: fakeProvider({ getList: getList as never }),
    })
    await screen.findByRole('link', { name: 'A small lamp' })
    await person.type(screen.getByRole('searchbox', { name: 'Search' }), 'big{Enter}')
    await waitFor(() => expect(getList).toHaveBeenCalledTimes(2))
    expect(screen.getByRole('link', { name: 'A small lamp' })).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeTruthy()
    await act(async () => answer({ data: [lamp({ text: 'A big lamp' })], total: 1 }))
    expect(await screen.findByRole('link', { name: 'A big lamp' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'A small lamp' })).toBeNull()
  })
})

it.each([
  ['200', '200', 200],
  ['500', '200', 200],
  ['0', '1', 1],
])(
  'B23: an address that asks for %s rows a page says how many it shows',
  async (asked, shown, size) => {
    const provider = fakeProvider()
    visit(`/store/things?perPage=${asked}&page=1`, { provider })
    const select = await screen.findByRole('combobox', { name: /Rows per page/ })
    expect(select.textContent).toBe(shown)
    expect(vi.mocked(provider.getList).mock.lastCall?.[1].pagination).toEqual({
      page: 1,
      perPage: size,
    })
    expect(provider.getList).toHaveBeenCalledTimes(1)
  },
)

it.each([
  ['choice=one&nothing=1', { choice: 'one' }],
  ['reference=2,3&search=lamp', { reference: [2, 3], search: 'lamp' }],
  ['filter=%7B%22integer%22%3A1%7D&timestamp_from=today', { integer: 1, timestamp_from: 'today' }],
])('an address that is typed like a question to the API, %s, filters', async (typed, filter) => {
  const provider = fakeProvider()
  visit(`/store/things?${typed}`, { provider })
  await waitFor(() => expect(provider.getList).toHaveBeenCalled())
  expect(vi.mocked(provider.getList).mock.lastCall?.[1].filter).toEqual(filter)
  expect(provider.getList).toHaveBeenCalledTimes(1)
})

describe('a list without rows says what this user can do', () => {
  it('where its records begin elsewhere', async () => {
    const fields = { name: field.text() }
    const shown = { title: 'name', list: ['name'], form: ['name'] } as const
    const jobs = defineResource('jobs', { permission: 'job', fields, ...shown })
    const page = { '/jobs': <ResourceList resource={jobs} /> }
    const user = userWith(...everything)
    openScreens('/jobs', page, { user, provider: withRows(), resources: [jobs] })
    expect(await screen.findByText(/^An export, an import, or a change of many/)).toBeTruthy()
  })

  it('by what its records are called, where its own name is that of a screen', async () => {
    const log = defineResource('loans', {
      label: 'Lending history',
      plural: 'Loans',
      permission: 'loan',
      fields: { name: field.text() },
      title: 'name',
      list: ['name'],
      form: ['name'],
    })
    const page = { '/loans': <ResourceList resource={log} /> }
    const user = userWith(...everything)
    openScreens('/loans', page, { user, provider: withRows(), resources: [log] })
    expect(await screen.findByText('No loans yet.')).toBeTruthy()
  })

  it.each([
    ['add or import', [], 'Add the first one, or import a whole file.'],
    ['add', ['thing.import'], 'Add the first one.'],
    ['import', ['thing.create'], 'Import a file to begin.'],
    [
      'only look',
      ['thing.import', 'thing.create'],
      'They appear here as soon as there are any that you may see.',
    ],
  ])('who may %s', async (_what, lacking, hint) => {
    visit('/store/things', { provider: withRows(), user: without(...lacking) })
    const status = (await screen.findByText(hint)).closest('[role=status]') as HTMLElement
    expect(within(status).queryByRole('link', { name: 'New thing' }) !== null).toBe(
      !lacking.includes('thing.create'),
    )
    expect(within(status).queryByRole('link', { name: 'Import' }) !== null).toBe(
      !lacking.includes('thing.import'),
    )
  })
})

it('a list that could not be read says so and tries again', async () => {
  const getList = vi
    .fn()
    .mockRejectedValueOnce(Object.assign(new Error('The server is unavailable'), { status: 503 }))
    .mockResolvedValue({ data: [lamp()], total: 1 })
  const { person } = visit('/store/things', {
    provider: fakeProvider({ getList: getList as never }),
  })
  expect(await screen.findByText('Nothing is lost. Try again in a moment.')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'A small lamp' })).toBeTruthy()
})

it('rows that are there stay when the server cannot be asked for them again', async () => {
  const away = new HttpFailure(503, unavailable)
  const getList = vi
    .fn()
    .mockResolvedValueOnce({ data: [lamp()], total: 1 })
    .mockRejectedValueOnce(away)
    .mockResolvedValue({ data: [lamp()], total: 1 })
  const { person, client: queryClient } = visit('/store/things', {
    provider: fakeProvider({ getList: getList as never }),
  })
  const row = await screen.findByRole('link', { name: 'A small lamp' })
  await act(() => queryClient.invalidateQueries())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Nothing is lost. Try again in a moment.')
  expect(row.isConnected).toBe(true)
  await person.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(row.isConnected).toBe(true)
})

it('rows go when they may not be seen any more', async () => {
  const getList = vi
    .fn()
    .mockResolvedValueOnce({ data: [lamp()], total: 1 })
    .mockRejectedValue(new HttpFailure(403, 'No more'))
  const { client: queryClient } = visit('/store/things', {
    provider: fakeProvider({ getList: getList as never }),
  })
  const row = await screen.findByRole('link', { name: 'A small lamp' })
  await act(() => queryClient.invalidateQueries())
  await screen.findByText('No more')
  expect(row.isConnected).toBe(false)
})

describe('a change of a list of which nothing comes', () => {
  const changed = async (failure: HttpFailure) => {
    const getList = vi.fn(async (_name: string, { filter, pagination }: any) => {
      if ('text' in filter) throw failure
      return { data: [lamp({ text: `Lamp of page ${pagination.page}` })], total: 60 }
    })
    const visited = visit('/store/things?page=2&perPage=25', {
      provider: fakeProvider({ getList: getList as never }),
    })
    const row = await screen.findByRole('link', { name: 'Lamp of page 2' })
    const filter = encodeURIComponent('{"text":"x"}')
    await act(() => visited.router.navigate(`/store/things?filter=${filter}&page=1&perPage=25`))
    return { ...visited, row, getList, alert: await screen.findByRole('alert') }
  }

  it('leaves the rows that stood there below what is wrong, and is undone', async () => {
    const { person, row, alert, getList } = await changed(new HttpFailure(400, 'No such filter.'))
    expect(alert.textContent).toMatch(/^No such filter\..*from before this change\./)
    expect(row.isConnected).toBe(true)
    expect(screen.queryByText(/^26–50/)).toBeNull()
    expect(within(alert).queryByRole('button', { name: 'Try again' })).toBeNull()
    await person.click(within(alert).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(getList.mock.lastCall?.[1]).toMatchObject({ filter: {}, pagination: { page: 2 } })
    expect(await screen.findByText(/^26–50 of 60/)).toBeTruthy()
    expect(row.isConnected).toBe(true)
  })

  it('is asked for again where the server was away', async () => {
    const { person, row, alert, getList } = await changed(new HttpFailure(503, unavailable))
    expect(row.isConnected).toBe(true)
    getList.mockResolvedValue({ data: [lamp({ text: 'Found lamp' })], total: 1 })
    await person.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Found lamp' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('leaves no rows that may not be seen any more', async () => {
    const getList = vi.fn(async (_name: string, { filter }: any) => {
      if ('text' in filter) throw new HttpFailure(403, 'No more')
      return { data: [lamp()], total: 1 }
    })
    const { router } = visit('/store/things', {
      provider: fakeProvider({ getList: getList as never }),
    })
    const row = await screen.findByRole('link', { name: 'A small lamp' })
    await act(() => router.navigate(`/store/things?filter=${encodeURIComponent('{"text":"x"}')}`))
    await screen.findByText('No more')
    expect(row.isConnected).toBe(false)
  })
})

it('a list that the server could not answer comes by itself when it answers again', async () => {
  vi.spyOn(client, 'json').mockResolvedValue({} as never)
  const getList = vi
    .fn()
    .mockRejectedValueOnce(new HttpFailure(500, unavailable))
    .mockResolvedValue({ data: [lamp()], total: 1 })
  visit('/store/things', { provider: fakeProvider({ getList: getList as never }) })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  const row = await screen.findByRole('link', { name: 'A small lamp' }, { timeout: 45_000 })
  expect(row).toBeTruthy()
  expect(getList).toHaveBeenCalledTimes(2)
  vi.mocked(client.json).mockRestore()
})

it('what a list was refused with is said once, in the place of the rows', async () => {
  const refused = Object.assign(new Error('The server has nothing at this address.'), {
    status: 404,
  })
  visit('/store/things', {
    provider: fakeProvider({ getList: vi.fn().mockRejectedValue(refused) as never }),
  })
  await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getAllByText(refused.message)).toHaveLength(1)
})

it('page sizes are 10, 25, 50 and 100', async () => {
  const many = { data: [lamp()], total: 300 }
  const { person } = visit('/store/things', {
    provider: fakeProvider({ getList: vi.fn(async () => many) as never }),
  })
  await screen.findByRole('link', { name: 'A small lamp' })
  await person.click(screen.getByRole('combobox', { name: /Rows per page/ }))
  const sizes = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(sizes).toEqual(['10', '25', '50', '100'])
})

it('on paper a list begins with its title, the search, the number of records and the date', async () => {
  visit('/store/things?filter=%7B%22search%22%3A%22lamp%22%7D')
  await screen.findByRole('link', { name: 'A small lamp' })
  expect(screen.queryByText('Search: lamp')).toBeNull()
  await act(async () => window.dispatchEvent(new Event('beforeprint')))
  const search = screen.getByText('Search: lamp')
  expect(search.parentElement?.textContent).toMatch(
    /^ThingsSearch: lampRecords: 1\. Printed: \w{3} \d\d, \d{4} \d\d:\d\d:\d\d\.$/,
  )
})
