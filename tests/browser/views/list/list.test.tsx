import { act, render, screen, waitFor, within } from '@testing-library/react'
import { lazy } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { field, type Resource } from '#schema'

import { longFilterStore } from '../../../../src/browser/client/storage/longFilterStore.ts'
import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { shownValue } from '../../../../src/kinds/kinds.browser.ts'
import { fakeProvider, visit } from '../console.tsx'
import { aKey, everything, lamp, thing, userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const headers = async () => {
  await screen.findByRole('table')
  return screen.getAllByRole('columnheader').map((one) => one.textContent)
}

const without = (...names: string[]) =>
  userWith(...everything.filter((one) => !names.includes(one)))

const withRows = (...rows: ReturnType<typeof lamp>[]) =>
  fakeProvider({ getList: vi.fn(async () => ({ data: rows, total: rows.length })) as never })

/** What was asked last, with what is kept out of the address in its place. */
const lastRequest = (provider: { getList: unknown }) => {
  const request = vi.mocked(provider.getList as any).mock.lastCall?.[1]
  return { ...request, filter: longFilterStore.opened(request?.filter ?? {}) }
}

const openMenu = async (person: ReturnType<typeof visit>['person']) => {
  await person.click(await screen.findByRole('button', { name: 'Actions for A small lamp' }))
  return (await screen.findAllByRole('menuitem')).map((one) => one.textContent)
}

const { matchMedia } = window

describe('the columns of a list', () => {
  it('are those the user may read, without those hidden at first', async () => {
    visit('/store/things')
    expect(await headers()).toEqual([
      '',
      'ID',
      'Text',
      'Email',
      'Phone',
      'Money',
      'Date',
      'Timestamp',
      'Reference',
      'References',
      'Note',
      'Actions',
    ])
  })

  it('wait together for a cell whose code comes later, so that none moves another', async () => {
    let arrive = () => {}
    const code = new Promise<void>((done) => {
      arrive = done
    })
    const load = vi.fn(async () => {
      await code
      return { default: () => 'a note' }
    })
    visit('/store/things', { views: { fields: { money: lazy(load) } } })
    await waitFor(() => expect(load).toHaveBeenCalled())
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    arrive()
    expect(await screen.findByRole('cell', { name: 'a note' })).toBeTruthy()
  })

  it('leave out a field that the user may not read', async () => {
    visit('/store/things', { user: without('thing.phone') })
    expect(await headers()).not.toContain('Phone')
  })

  it('show a masked value as it comes and offer no sorting by it', async () => {
    const provider = withRows(lamp({ email: 'a•••••@e•••.com' }))
    visit('/store/things', { provider, user: without('thing.contact') })
    expect(await screen.findByText('a•••••@e•••.com')).toBeTruthy()
    const header = screen.getByRole('columnheader', { name: 'Email' })
    expect(within(header).queryByRole('button')).toBeNull()
    expect(
      within(screen.getByRole('columnheader', { name: /Text/ })).getByRole('button'),
    ).toBeTruthy()
  })

  it('can be hidden, moved and reset', async () => {
    const { person } = visit('/store/things')
    await headers()
    await person.click(screen.getByRole('button', { name: 'Columns' }))
    const dialog = await screen.findByRole('dialog', { name: 'Columns' })
    await person.click(within(dialog).getByRole('checkbox', { name: 'Phone' }))
    await person.click(within(dialog).getByRole('checkbox', { name: 'Color' }))
    await person.click(within(dialog).getByRole('button', { name: 'Move Text up' }))
    const shown = screen
      .getAllByRole('columnheader', { hidden: true })
      .map((one) => one.textContent)
    expect(shown.slice(0, 4)).toEqual(['', 'Text', 'ID', 'Email'])
    expect(shown).not.toContain('Phone')
    expect(shown).toContain('Color')
    await person.click(within(dialog).getByRole('button', { name: 'Reset' }))
    expect(screen.getAllByRole('columnheader', { hidden: true })[1]?.textContent).toBe('ID')
  })

  it('cut long texts at 30 characters with the whole as title', async () => {
    visit('/store/things', { provider: withRows(lamp({ text: 'abcdefghij'.repeat(4) })) })
    const cell = await screen.findByText(`${'abcdefghij'.repeat(3)}…`)
    expect(cell.title).toBe('abcdefghij'.repeat(4))
  })

  it.each([
    ['a message', field.text({ worded: true })],
    ['what people write in lines', field.text({ multiline: true })],
  ])('show %s whole up to 200 characters', (_what, one) => {
    const text = 'abcdefghij'.repeat(20)
    const shownOf = (value: string) =>
      render(shownValue(one, 'why', { id: 1, why: value })).container
    expect(shownOf(text).textContent).toBe(text)
    expect(shownOf(`${text}k`).textContent).toBe(`${text}…`)
    // The class makes a column as wide as half of a long one.
    expect(shownOf(text).querySelector('.sentence')).not.toBeNull()
    expect(shownOf('Asked about fees and the licence.').querySelector('.sentence')).toBeNull()
  })

  it('name a record with a real link', async () => {
    visit('/store/things')
    const link = await screen.findByRole('link', { name: 'A small lamp' })
    expect(link.getAttribute('href')).toBe('/store/things/7')
  })

  it('link to the show view for users who may not edit', async () => {
    visit('/store/things', { user: without('thing.update') })
    const link = await screen.findByRole('link', { name: 'A small lamp' })
    expect(link.getAttribute('href')).toBe('/store/things/7/show')
  })
})

describe('the request of a list', () => {
  it('asks for the declared order, 25 rows, and marks itself as a list', async () => {
    const { provider } = visit('/store/things')
    await headers()
    expect(lastRequest(provider)).toMatchObject({
      pagination: { page: 1, perPage: 25 },
      sort: { field: 'created_at', order: 'DESC' },
      filter: {},
      meta: { view: 'list' },
    })
  })

  it('follows the search box when typing rests', async () => {
    const { provider, person, router } = visit('/store/things')
    await headers()
    await person.type(screen.getByRole('searchbox', { name: 'Search' }), 'lamp')
    await waitFor(() => expect(lastRequest(provider).filter).toEqual({ search: 'lamp' }))
    expect(router.state.location.search).toContain('lamp')
  })

  it('follows every kind of filter', async () => {
    const { provider, person } = visit('/store/things')
    await headers()
    await person.click(screen.getByRole('button', { name: 'Filters' }))
    const panel = await screen.findByRole('group', { name: 'Filters' })
    const inPanel = within(panel)
    await person.type(await inPanel.findByRole('textbox', { name: 'Text' }), 'la{Enter}')
    await person.type(inPanel.getByRole('spinbutton', { name: 'Integer from' }), '5{Enter}')
    await person.click(inPanel.getByRole('combobox', { name: 'Choice' }))
    await person.click(await screen.findByRole('option', { name: 'Old' }))
    await person.click(inPanel.getByRole('combobox', { name: 'Reference' }))
    await person.click(await screen.findByRole('option', { name: 'Cold' }))
    await person.keyboard('{Escape}')
    await person.click(inPanel.getByRole('combobox', { name: 'Boolean' }))
    await person.click(await screen.findByRole('option', { name: 'No' }))
    await waitFor(() =>
      expect(lastRequest(provider).filter).toEqual({
        text_contains: 'la',
        integer_from: '5',
        choice: ['old'],
        reference: [2],
        boolean: 'false',
      }),
    )
    await person.click(await screen.findByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(lastRequest(provider).filter).toEqual({}))
  })

  it('adds one filter by its field, without the panel of all', async () => {
    const { provider, person } = visit('/store/things')
    await headers()
    await person.click(screen.getByRole('button', { name: 'Add filter' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Choice' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Choice' }))
    const input = await dialog.findByRole('combobox', { name: 'Choice' })
    await waitFor(() => expect(document.activeElement).toBe(input))
    await person.click(input)
    await person.click(await screen.findByRole('option', { name: 'Old' }))
    await waitFor(() => expect(lastRequest(provider).filter).toEqual({ choice: ['old'] }))
    expect(screen.queryByRole('group', { name: 'Filters', hidden: true })).toBeNull()
  })

  it('lets a list of addresses be typed or pasted at once when its filter is added', async () => {
    const { person } = visit('/store/things')
    await headers()
    await person.click(screen.getByRole('button', { name: 'Add filter' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Email' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Email' }))
    const input = await dialog.findByRole('textbox', { name: 'Email' })
    await waitFor(() => expect(document.activeElement).toBe(input))
  })

  it('offers the values that the list has first, with how many records have each', async () => {
    const used: [of: string, found: object[]][] = [
      ['choice', [{ value: 'old', count: 1234, is_more: false }]],
      ['reference', [{ value: 2, count: 1000, is_more: true }]],
    ]
    const call = vi.fn(async (_method: string, path: string, _filter: object) => ({
      data: used.find(([of]) => path.endsWith(`/values/search?of=${of}`))?.[1] ?? [],
    }))
    const provider = fakeProvider({ call: call as never })
    const { person } = visit('/store/things?filter={"text_contains":"a","choice":["new"]}', {
      provider,
    })
    await headers()
    const asked = (of: string) =>
      call.mock.calls.filter(([, path]) => path === `/store/thing/values/search?of=${of}`)
    const offered = async (label: string, of: string) => {
      await person.click(screen.getByRole('button', { name: 'Add filter' }))
      await person.click(await screen.findByRole('menuitem', { name: label }))
      const dialog = within(await screen.findByRole('dialog', { name: label }))
      await waitFor(() => expect(asked(of)).toHaveLength(1))
      await person.click(await dialog.findByRole('combobox', { name: label }))
      await screen.findAllByRole('option')
      const texts = screen.getByRole('listbox').textContent
      await person.keyboard('{Escape}{Escape}')
      return texts
    }
    expect(await offered('Choice', 'choice')).toBe('In this listOld1,234OthersBrand new')
    expect(asked('choice')[0]?.[2]).toEqual({ text_contains: 'a' })
    expect(await offered('Reference', 'reference')).toBe('In this listCold1,000+OthersVIP')
  })

  it('stands when the values of the list come after a picker was settled, and it closes', async () => {
    let answer: (found: object) => void = () => {}
    const late = new Promise<object>((resolve) => (answer = resolve))
    const call = vi.fn((_method: string, path: string) =>
      path.endsWith('of=choice') ? late : Promise.resolve({ data: [] }),
    )
    const { person } = visit('/store/things', { provider: fakeProvider({ call: call as never }) })
    await headers()
    await person.click(screen.getByRole('button', { name: 'Add filter' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Choice' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Choice' }))
    const input = await dialog.findByRole('combobox', { name: 'Choice' })
    await person.click(input)
    const listbox = await screen.findByRole('listbox')
    // Longer than nothing may move in an open list.
    await new Promise((settled) => setTimeout(settled, 500))
    answer({ data: [{ value: 'old', count: 3, is_more: false }] })
    await new Promise((answered) => setTimeout(answered, 50))
    expect(listbox.textContent).toBe('Brand newOld')
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    await person.click(input)
    await waitFor(() => {
      expect(screen.getByRole('listbox').textContent).toBe('In this listOld3OthersBrand new')
    })
  })

  it('specification B1: offers a filter for every column that is shown', async () => {
    const { person } = visit('/store/things')
    await headers()
    await person.click(screen.getByRole('button', { name: 'Filters' }))
    expect(await screen.findByRole('spinbutton', { name: 'Money from' })).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'References' })).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Color' })).toBeNull()
  })

  it('finds masked values by the whole value only', async () => {
    const { provider, person } = visit('/store/things', { user: without('thing.contact') })
    await headers()
    await person.click(screen.getByRole('button', { name: 'Filters' }))
    await person.type(await screen.findByRole('textbox', { name: 'Email' }), 'ada')
    await waitFor(() => expect(lastRequest(provider).filter).toEqual({ email: 'ada' }))
  })

  it('takes a mailing list, of which it keeps the addresses', async () => {
    const { provider, person } = visit('/store/things')
    await headers()
    await person.click(screen.getByRole('button', { name: 'Filters' }))
    const email = await screen.findByRole('textbox', { name: 'Email' })
    await person.type(email, 'ada@')
    await waitFor(() => expect(lastRequest(provider).filter).toEqual({ email_contains: 'ada@' }))
    await person.clear(email)
    await person.click(email)
    await person.paste('"Ada@b.co", nobody\nbob@b.co')
    await waitFor(() =>
      expect(lastRequest(provider).filter).toEqual({ email: ['ada@b.co', 'bob@b.co'] }),
    )
    expect(email).toHaveProperty('value', '"Ada@b.co", nobody\nbob@b.co')
    expect(screen.getByText('2 understood · 1 dropped: nobody')).toBeTruthy()
  })

  it('comes from the address, so that a view can be shared', async () => {
    const filter = encodeURIComponent(JSON.stringify({ choice: ['old'] }))
    const { provider } = visit(
      `/store/things?filter=${filter}&sort=text&order=ASC&page=1&perPage=50`,
    )
    await headers()
    expect(lastRequest(provider)).toMatchObject({
      filter: { choice: ['old'] },
      sort: { field: 'text', order: 'ASC' },
      pagination: { perPage: 50 },
    })
  })
})

describe('a list without rows', () => {
  it('says what to do', async () => {
    visit('/store/things', { provider: withRows() })
    expect(await screen.findByText('Add the first one, or import a whole file.')).toBeTruthy()
    const status = screen.getByText(/No things yet/).closest('[role=status]') as HTMLElement
    expect(within(status).getByRole('link', { name: 'New thing' })).toBeTruthy()
    expect(within(status).getByRole('link', { name: 'Import' })).toBeTruthy()
  })

  it('says what to do also where it begins with a filter that nobody has chosen', async () => {
    const filtered = { ...thing, filter: { boolean: false } } as unknown as Resource
    const screens = { '/store/things/*': <ResourceList resource={filtered} /> }
    openScreens('/store/things', screens, {
      user: userWith(...everything),
      provider: withRows(),
      resources: [filtered],
    })
    expect(await screen.findByText(/No things yet/)).toBeTruthy()
    expect(screen.queryByText('Nothing matches the search and filters.')).toBeNull()
    expect(await screen.findByRole('button', { name: 'Clear all' })).toBeTruthy()
  })

  it('offers to clear the filter that matches nothing', async () => {
    const filter = encodeURIComponent('{"search":"x"}')
    const { person, provider } = visit(`/store/things?filter=${filter}`, { provider: withRows() })
    const notice = await screen.findByText('Nothing matches the search and filters.')
    const status = notice.closest('[role=status]') as HTMLElement
    await person.click(within(status).getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(lastRequest(provider).filter).toEqual({}))
  })

  it('gives a way out of a request that the server refuses', async () => {
    const refused = Object.assign(new Error('"price" is not a filter here.'), { status: 400 })
    const getList = vi
      .fn()
      .mockRejectedValueOnce(refused)
      .mockResolvedValue({ data: [lamp()], total: 1 })
    const { person } = visit('/store/things?filter=%7B%22price%22%3A1%7D', {
      provider: fakeProvider({ getList: getList as never }),
    })
    await person.click(await screen.findByRole('button', { name: 'Reset filters and order' }))
    expect(await screen.findByRole('link', { name: 'A small lamp' })).toBeTruthy()
  })
})

describe('the number of rows', () => {
  it('D9: is said exactly, or about when the server only estimates', async () => {
    const rows = { data: [lamp()], total: 1_234_567, meta: { total_is: 'estimate' } }
    visit('/store/things', {
      provider: fakeProvider({ getList: vi.fn(async () => rows) as never }),
    })
    expect(await screen.findByText(/^1–25 of about 1,235,000$/)).toBeTruthy()
  })
})

describe('the buttons above a list', () => {
  it('are those the user may press', async () => {
    visit('/store/things')
    await headers()
    expect(screen.getByRole('link', { name: 'New thing' }).getAttribute('href')).toBe(
      '/store/things/create',
    )
    expect(screen.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe(
      '/store/things/import',
    )
    expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy()
  })

  it('are missing for a user who may only look', async () => {
    visit('/store/things', { user: userWith('thing.view') })
    await headers()
    for (const name of ['New thing', 'Import'])
      expect(screen.queryByRole('link', { name })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('D10: start an export of what the filter matches, with the columns shown, as a spreadsheet wants it', async () => {
    const call = vi.fn(async () => ({ data: { job_id: 3 } }))
    const getOne = vi.fn(async () => ({
      data: {
        id: 3,
        name: 'Export',
        state: 'finished',
        progress: 100,
        total: 1,
        pending: 0,
        processed: 1,
        failed: 0,
        result_file: 'abc',
      },
    }))
    const provider = fakeProvider({ call: call as never, getOne: getOne as never })
    const { person } = visit('/store/things?filter=%7B%22choice%22%3A%5B%22new%22%5D%7D', {
      provider,
    })
    await headers()
    await person.click(screen.getByRole('button', { name: 'Export' }))
    const dialog = await screen.findByRole('dialog', { name: 'Export things' })
    const mark = within(dialog).getByRole('checkbox', { name: /^For Excel.*byte order mark/ })
    expect(mark).toHaveProperty('checked', true)
    await person.click(within(dialog).getByRole('combobox', { name: 'Between columns' }))
    await person.click(await screen.findByRole('option', { name: 'Semicolon ( ; )' }))
    await person.click(within(dialog).getByRole('button', { name: 'Export' }))
    const sent = {
      delimiter: ';',
      bom: true,
      filter: { choice: ['new'], sort: '-created_at' },
      columns: [
        'id',
        'text',
        'email',
        'phone',
        'money',
        'date',
        'timestamp',
        'reference',
        'references',
        'note',
      ],
    }
    const key = expect.stringMatching(aKey)
    expect(call).toHaveBeenCalledWith('POST', '/store/thing/export', sent, { key })
    expect(await within(dialog).findByRole('button', { name: 'Download' })).toBeTruthy()
    // A small file is saved at once.
    expect(provider.download).toHaveBeenCalledExactlyOnceWith('/profile/job/3/download/result')
    expect(getOne).toHaveBeenCalledWith('jobs', expect.objectContaining({ id: 3 }))
  })

  it('keeps what is chosen for a file when the window becomes as narrow as a phone', async () => {
    onTestFinished(() => void (window.matchMedia = matchMedia))
    const told = new Set<() => void>()
    let isNarrow = false
    window.matchMedia = (query) => ({
      ...matchMedia(query),
      get matches() {
        return isNarrow && query.includes('max-width')
      },
      addEventListener: (_name: string, tell: never) => void told.add(tell),
    })
    const { person } = visit('/store/things', { provider: withRows(lamp()) })
    await headers()
    await person.click(screen.getByRole('button', { name: 'Export' }))
    const dialog = await screen.findByRole('dialog', { name: 'Export things' })
    await person.click(within(dialog).getByRole('radio', { name: 'Columns that I pick' }))
    const set = within(dialog).getByRole('textbox', { name: 'Name of this set' })
    await person.type(set, 'Prices')
    isNarrow = true
    act(() => told.forEach((tell) => tell()))
    await waitFor(() => expect(screen.queryByRole('table', { hidden: true })).toBeNull())
    expect(set).toHaveProperty('value', 'Prices')
    expect(document.body.contains(set)).toBe(true)
    await person.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    const menu = await screen.findByRole('button', { name: 'More about this list' })
    await waitFor(() => expect(document.activeElement).toBe(menu))
  })

  it('exports columns that are picked, keeps them under a name, and writes times in another zone', async () => {
    const call = vi.fn(() => new Promise<never>(() => undefined))
    const { person } = visit('/store/things', { provider: fakeProvider({ call: call as never }) })
    await headers()
    await person.click(screen.getByRole('button', { name: 'Export' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export things' }))
    await person.click(dialog.getByRole('radio', { name: 'Columns that I pick' }))
    const columns = dialog.getByRole('combobox', { name: 'Columns' })
    await person.click(dialog.getByRole('button', { name: 'Clear' }))
    expect(dialog.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', true)
    await person.click(columns)
    await person.click(await screen.findByRole('option', { name: 'Money' }))
    await person.click(await screen.findByRole('option', { name: 'Text' }))
    await person.type(dialog.getByRole('textbox', { name: 'Name of this set' }), 'Prices{Enter}')
    expect(await dialog.findByRole('radio', { name: 'Prices' })).toHaveProperty('checked', true)
    const zone = dialog.getByRole('combobox', { name: 'Time zone of its times' })
    await person.clear(zone)
    await person.type(zone, 'Europe/Berl')
    await person.click(await screen.findByRole('option', { name: 'Europe/Berlin' }))
    await person.click(dialog.getByRole('button', { name: 'Export' }))
    expect(call).toHaveBeenCalledWith(
      'POST',
      '/store/thing/export',
      expect.objectContaining({ columns: ['money', 'text'], timezone: 'Europe/Berlin' }),
      { key: expect.stringMatching(aKey) },
    )
  })

  it.each([
    ['offers contacts in the clear to who may have them', ['thing.contact'], 'radio'],
    ['tells who may have them only so that contacts are masked, and offers nothing', [], 'text'],
  ])('of all columns %s', async (_name, more, how) => {
    const user = userWith('thing.view', 'thing.export', ...more)
    const { person } = visit('/store/things', { user })
    await headers()
    await person.click(screen.getByRole('button', { name: 'Export' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export things' }))
    await person.click(dialog.getByRole('radio', { name: 'Every column I may see' }))
    expect(dialog.getByText('Contacts masked')).toBeTruthy()
    const open = dialog.queryByRole('radio', { name: 'Contacts in the clear' })
    expect(open !== null).toBe(how === 'radio')
  })

  it('G23: exports the rows that are ticked, unless all that match are asked for', async () => {
    const call = vi.fn(async () => ({ data: { job_id: 3 } }))
    const { person } = visit('/store/things?filter=%7B%22choice%22%3A%5B%22new%22%5D%7D', {
      provider: fakeProvider({ call: call as never }),
    })
    await headers()
    await person.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await person.click(screen.getByRole('button', { name: 'Export' }))
    const dialog = await screen.findByRole('dialog', { name: 'Export things' })
    const which = within(dialog).getByRole('radiogroup', { name: 'Things' })
    expect(within(which).getByRole('radio', { name: '1 selected' })).toHaveProperty('checked', true)
    await person.click(within(dialog).getByRole('button', { name: 'Export' }))
    const filter = { id: [7], sort: '-created_at' }
    expect(call).toHaveBeenLastCalledWith(
      'POST',
      '/store/thing/export',
      expect.objectContaining({ filter }),
      { key: expect.anything() },
    )
  })

  it('G23: exports all that match though some are ticked, where that is chosen', async () => {
    const call = vi.fn(async () => ({ data: { job_id: 3 } }))
    const { person } = visit('/store/things', { provider: fakeProvider({ call: call as never }) })
    await headers()
    await person.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await person.click(screen.getByRole('button', { name: 'Export' }))
    const dialog = await screen.findByRole('dialog', { name: 'Export things' })
    await person.click(
      within(dialog).getByRole('radio', { name: 'One record matches the filters.' }),
    )
    await person.click(within(dialog).getByRole('button', { name: 'Export' }))
    expect(call).toHaveBeenLastCalledWith(
      'POST',
      '/store/thing/export',
      expect.objectContaining({ filter: { sort: '-created_at' } }),
      { key: expect.anything() },
    )
  })
})

describe('the menu of a row', () => {
  it('has what the user may do to this record', async () => {
    const { person } = visit('/store/things')
    expect(await openMenu(person)).toEqual(['Edit', 'Duplicate', 'Polish', 'Set price', 'Delete'])
  })

  it('leaves out an action that is not possible for this record', async () => {
    const { person } = visit('/store/things', { provider: withRows(lamp({ choice: 'old' })) })
    expect(await openMenu(person)).toEqual(['Edit', 'Duplicate', 'Polish', 'Delete'])
  })

  it('has only what remains for a user with fewer permissions', async () => {
    const { person } = visit('/store/things', { user: userWith('thing.view', 'thing.polish') })
    expect(await openMenu(person)).toEqual(['Open', 'Polish'])
  })

  it('asks before it deletes, and names the record', async () => {
    const { person, provider } = visit('/store/things')
    await openMenu(person)
    await person.click(screen.getByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete “A small lamp”?' })
    // Enter, pressed before anything is read, deletes nothing.
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' }))
    const deletions = () => vi.mocked(provider.call).mock.calls.filter(([one]) => one === 'DELETE')
    expect(deletions()).toEqual([])
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }))
    // With a key: tried again after no answer came, it is the same request.
    const path = '/store/thing/7'
    const key = expect.stringMatching(aKey)
    await waitFor(() => expect(deletions()).toEqual([['DELETE', path, undefined, { key }]]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('asks for the values of an action and shows what is wrong with them', async () => {
    const { person, provider } = visit('/store/things')
    await openMenu(person)
    await person.click(screen.getByRole('menuitem', { name: 'Set price' }))
    const dialog = await screen.findByRole('dialog', { name: 'Set price: “A small lamp”' })
    const amount = within(dialog).getByRole('textbox', { name: /New price/ })
    await person.click(within(dialog).getByRole('button', { name: 'Set price' }))
    expect(await within(dialog).findByText('Fill in this field')).toBeTruthy()
    expect(provider.call).not.toHaveBeenCalled()
    await person.type(amount, '12.50')
    await person.click(within(dialog).getByRole('button', { name: 'Set price' }))
    await waitFor(() =>
      expect(provider.call).toHaveBeenCalledWith('POST', '/store/thing/7/price', { amount: 12.5 }),
    )
  })
})

describe('a bulk act', () => {
  const many = () =>
    fakeProvider({
      getList: vi.fn(async () => ({
        data: [lamp(), lamp({ id: 8, text: 'A big lamp' })],
        total: 60,
      })) as never,
      call: vi.fn(async () => ({
        message: 'Things deleted',
        data: { done: 2, skipped: 0 },
      })) as never,
    })

  it('reaches the ticked records and says how many', async () => {
    const provider = many()
    const { person } = visit('/store/things', { provider })
    await headers()
    await person.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
    const bar = await screen.findByRole('toolbar', { name: 'Selected records' })
    expect(within(bar).getByText('2 selected')).toBeTruthy()
    await person.click(within(bar).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 things?' })
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() =>
      expect(provider.call).toHaveBeenCalledWith(
        'POST',
        '/store/thing/bulk/delete',
        { ids: [7, 8] },
        { key: expect.stringMatching(aKey) },
      ),
    )
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  })

  it('B22: is chosen by boxes that name their record, below one that says when only some are', async () => {
    const { person } = visit('/store/things', { provider: many() })
    await headers()
    const all = screen.getByRole('checkbox', { name: 'Select all on this page' })
    const isPartly = () => (all as HTMLInputElement).indeterminate
    const isChecked = () => (all as HTMLInputElement).checked
    const [lampBox, bigBox] = ['Choose thing #7 A small lamp', 'Choose thing #8 A big lamp'].map(
      (name) => screen.getByRole('checkbox', { name }),
    )
    expect([isPartly(), isChecked()]).toEqual([false, false])
    await person.click(lampBox!)
    expect([isPartly(), isChecked()]).toEqual([true, false])
    await person.keyboard('{Shift>}')
    await person.click(bigBox!)
    await person.keyboard('{/Shift}')
    expect([isPartly(), isChecked()]).toEqual([false, true])
    await person.click(all)
    expect([isPartly(), isChecked()]).toEqual([false, false])
    await person.click(bigBox!)
    await person.click(all)
    expect(await screen.findByText('2 selected')).toBeTruthy()
  })

  it('reaches all that match by the filter, and asks again when their number has changed', async () => {
    const provider = many()
    const changed = Object.assign(new Error('The filter now matches 61 records.'), {
      status: 409,
      body: { errors: { expected_count: '61' } },
    })
    vi.mocked(provider.call).mockRejectedValueOnce(changed)
    const { person } = visit('/store/things?filter=%7B%22choice%22%3A%5B%22new%22%5D%7D', {
      provider,
    })
    await headers()
    await person.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
    await person.click(await screen.findByRole('button', { name: 'Select all 60 that match' }))
    expect(screen.getByText('60 selected')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Delete' }))
    const first = await screen.findByRole('dialog', { name: 'Delete 60 things?' })
    await person.click(within(first).getByRole('button', { name: 'Delete' }))
    const second = await screen.findByRole('dialog', { name: 'Delete 61 things?' })
    expect(within(second).getByText('The filter now matches 61 records.')).toBeTruthy()
    await person.click(within(second).getByRole('button', { name: 'Delete' }))
    await waitFor(() =>
      expect(provider.call).toHaveBeenLastCalledWith(
        'POST',
        '/store/thing/bulk/delete',
        {
          filter: { choice: ['new'] },
          expected_count: 61,
        },
        { key: expect.stringMatching(aKey) },
      ),
    )
  })

  it('asks no more in its heading when it has begun', async () => {
    const skipped = { id: 8, code: 'gone', reason: 'It is gone' }
    const data = { done: 1, skipped: 1, reasons: [], failures: [skipped], records: [] }
    const provider = { ...many(), call: vi.fn(async () => ({ data })) as never }
    const { person } = visit('/store/things', { provider })
    await headers()
    await person.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
    await person.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 things?' })
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByRole('dialog', { name: 'Delete: 2 things' })).toBeTruthy()
  })

  it('offers only actions declared for many', async () => {
    const { person } = visit('/store/things', { provider: many(), user: without('thing.delete') })
    await headers()
    await person.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
    const bar = await screen.findByRole('toolbar', { name: 'Selected records' })
    expect(within(bar).getByRole('button', { name: 'Polish' })).toBeTruthy()
    expect(within(bar).queryByRole('button', { name: 'Set price' })).toBeNull()
    expect(within(bar).queryByRole('button', { name: 'Delete' })).toBeNull()
  })
})
