import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import {
  checkResources,
  defineResource,
  defineResources,
  field,
  related,
  type Resource,
} from '#schema'

import { ResourceCreate, ResourceEdit } from '../../../src/browser/views/ResourceForms.tsx'
import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import { ResourceShow } from '../../../src/browser/views/ResourceShow.tsx'
import { fakeProvider, refusal } from './console.tsx'
import { userWith } from './fixture.ts'
import { openScreens } from './screens.tsx'

const shelf = defineResource('shelves', {
  permission: 'shelf',
  options: { permission: 'shelf.view' },
  fields: { name: field.text() },
  title: 'name',
  list: ['name'],
  form: ['name'],
  routes: { list: 'shelves', show: 'shelf/:id', edit: 'shelf/:id/edit' },
  show: {
    Main: ['name'],
    Jars: related('jars', { by: 'shelf', list: ['label', 'grams'], sort: '-grams', create: true }),
    Moved: related('jars', { by: 'before' }),
  },
})
const jar = defineResource('jars', {
  permission: 'jar',
  fields: {
    label: field.text({ search: true }),
    grams: field.integer({ optional: true }),
    shelf: field.reference('shelves', { optional: true }),
    before: field.reference('shelves', { optional: true, readBy: 'jar.past' }),
    box: field.reference('boxes', { optional: true, outOfForm: true }),
  },
  title: 'label',
  list: ['label', 'shelf', 'before'],
  filters: ['shelf', 'label', 'shelf.name'],
  form: ['label', 'shelf'],
  routes: { list: 'jars', create: 'jar/new' },
})
// Whose form and show view are drawers of its list.
const box = defineResource('boxes', {
  permission: 'shelf',
  options: { permission: 'shelf.view' },
  fields: { name: field.text() },
  title: 'name',
  list: ['name'],
  form: ['name'],
  show: {
    Main: ['name'],
    Heavy: related('jars', { by: 'box', list: ['label'], filter: { grams_from: 300 } }),
  },
})
const resources: readonly Resource[] = defineResources([shelf, jar, box])
const all = ['shelf.view', 'shelf.update', 'jar.view', 'jar.create', 'jar.past']

const jars = [
  { id: 1, version: 1, label: 'Salt', grams: 500 },
  { id: 2, version: 1, label: 'Rice', grams: 100 },
]

function open(path: string, permissions: readonly string[] = all, rows: unknown = jars) {
  const getList = vi.fn(async () => {
    if (rows instanceof Error) throw rows
    return { data: rows, total: rows === jars ? 25 : 0 }
  })
  const getOne = vi.fn(async () => ({ data: { id: 7, version: 1, name: 'Upper' } }))
  const provider = fakeProvider({ getList: getList as never, getOne: getOne as never })
  const screens = {
    '/shelf/:id': <ResourceShow resource={shelf} />,
    '/shelf/:id/edit': <ResourceEdit resource={shelf} />,
    '/jars/*': <ResourceList resource={jar} />,
    '/boxes/*': <ResourceList resource={box} />,
    '/jar/new': <ResourceCreate resource={jar} />,
  }
  const user = userWith(...permissions)
  return { getList, provider, ...openScreens(path, screens, { user, provider, resources }) }
}

const part = (name: RegExp) => screen.findByRole('region', { name })

describe('a filter by what a reference leads to', () => {
  it('is named after both, and asks for it', async () => {
    const { getList, person } = open('/jars')
    await person.click(await screen.findByRole('button', { name: /^Filters/ }))
    await person.type(await screen.findByLabelText('Shelf › Name'), 'Upper{Enter}')
    await waitFor(() =>
      expect(getList).toHaveBeenCalledWith(
        'jars',
        expect.objectContaining({ filter: { 'shelf.name_contains': 'Upper' } }),
      ),
    )
    expect(await screen.findByText(/Shelf › Name.*Upper/)).toBeTruthy()
  })

  it('is not there for who may not list the others', async () => {
    const { person } = open('/jars', ['jar.view'])
    await person.click(await screen.findByRole('button', { name: /^Filters/ }))
    expect(await screen.findByLabelText('Label')).toBeTruthy()
    expect(screen.queryByLabelText('Shelf › Name')).toBeNull()
  })
})

describe('a related list', () => {
  it('is declared without contradiction', () =>
    expect(() => checkResources(resources)).not.toThrow())

  it('shows what points at the record, in its own columns, order and number', async () => {
    const { getList } = open('/shelf/7')
    const list = await part(/^Jars 25$/)
    expect(await within(list).findByText('Salt')).toBeTruthy()
    expect(
      within(list)
        .getAllByRole('columnheader')
        .map((one) => one.textContent),
    ).toEqual(['Label', 'Grams', 'Actions'])
    expect(getList).toHaveBeenCalledWith(
      'jars',
      expect.objectContaining({
        filter: { shelf: 7 },
        sort: { field: 'grams', order: 'DESC' },
        pagination: { page: 1, perPage: 10 },
      }),
    )
    expect(within(list).queryByRole('checkbox')).toBeNull()
  })

  it('offers the other columns of its records too, but the one that all share', async () => {
    const { person } = open('/shelf/7')
    const list = within(await part(/^Jars 25$/))
    await person.click(await list.findByRole('button', { name: 'Columns' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Columns' }))
    expect(dialog.queryByRole('checkbox', { name: 'Shelf' })).toBeNull()
    await person.click(dialog.getByRole('checkbox', { name: 'Before' }))
    expect(await list.findByRole('columnheader', { name: 'Before', hidden: true })).toBeTruthy()
  })

  it('without rows has one way to the first one, and nothing that looks for some', async () => {
    open('/shelf/7', all, [])
    const list = within(await part(/^Jars/))
    await list.findByText('No jars yet.')
    expect(list.getAllByRole('link', { name: 'New jar' })).toHaveLength(1)
    expect(list.queryByRole('searchbox')).toBeNull()
    expect(list.queryByRole('button', { name: /Filters|Sort/ })).toBeNull()
  })

  it('keeps the search box under the fingers of who finds nothing', async () => {
    const { getList, person } = open('/shelf/7')
    const list = within(await part(/^Jars/))
    const box = await list.findByRole('searchbox')
    await list.findByText('Salt')
    getList.mockImplementation(async () => ({ data: [], total: 0 }))
    await person.type(box, 'zzz')
    await list.findByText(/^Nothing matches/)
    getList.mockImplementation(async () => ({ data: jars, total: 25 }))
    await person.type(box, '{Backspace}{Backspace}{Backspace}')
    await list.findByText('Salt')
    expect(document.activeElement).toBe(box)
  })

  it('without rows says that others add to it', async () => {
    open('/shelf/7', all, [])
    const list = await part(/^Moved/)
    const hint = 'They appear here as soon as there are any that you may see.'
    expect(await within(list).findByText(hint)).toBeTruthy()
  })

  it('leaves the columns that are the same in each row out of those of its own list', async () => {
    open('/shelf/7')
    const list = await part(/^Moved/)
    expect(await within(list).findByRole('columnheader', { name: /Shelf/ })).toBeTruthy()
    expect(within(list).queryByRole('columnheader', { name: /Before/ })).toBeNull()
    expect(within(list).queryByRole('link', { name: /^New/ })).toBeNull()
  })

  it('searches, sorts and turns pages by itself', async () => {
    const { getList, person, router } = open('/shelf/7')
    const list = await part(/^Jars/)
    await person.click(await within(list).findByRole('button', { name: 'Grams' }))
    await person.click(await within(list).findByRole('button', { name: /next page/i }))
    await person.type(within(list).getByRole('searchbox'), 'ri{Enter}')
    await waitFor(() =>
      expect(getList).toHaveBeenCalledWith(
        'jars',
        expect.objectContaining({
          filter: { shelf: 7, search: 'ri' },
          sort: { field: 'grams', order: 'ASC' },
        }),
      ),
    )
    expect(router.state.location.search).toBe('')
  })

  it('makes a new record that points here', async () => {
    const { person, router, provider } = open('/shelf/7')
    await person.click(await within(await part(/^Jars/)).findByRole('link', { name: 'New jar' }))
    expect(router.state.location.pathname).toBe('/jar/new')
    await person.type(await screen.findByLabelText(/^Label/), 'Flour')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(provider.create).toHaveBeenCalledWith(
        'jars',
        expect.objectContaining({ data: { label: 'Flour', shelf: 7 } }),
      ),
    )
  })

  it('comes below a form that stands: one that waited longer would push it away', async () => {
    const { provider } = open('/shelf/7/edit')
    vi.mocked(provider.getOne as any).mockImplementation(async () => {
      // The form keeps its spinner from flashing.
      await new Promise((done) => setTimeout(done, 700))
      return { data: { id: 7, version: 1, name: 'Upper' } }
    })
    await part(/^Jars/)
    expect(screen.getByLabelText(/^Name/)).toBeTruthy()
  })

  it('stands below the form that is a page', async () => {
    open('/shelf/7/edit')
    expect(await screen.findByLabelText(/^Name/)).toBeTruthy()
    expect(within(await part(/^Jars/)).getByRole('table')).toBeTruthy()
  })

  it('12.6 stands below the form that is a drawer, with the filter that it is declared with', async () => {
    const { getList, person, provider } = open('/boxes/7')
    const drawer = await screen.findByRole('dialog', { name: 'Edit box' })
    const name = await within(drawer).findByLabelText(/^Name/)
    expect(await within(drawer).findByRole('region', { name: /^Heavy/ })).toBeTruthy()
    await waitFor(() =>
      expect(getList).toHaveBeenCalledWith(
        'jars',
        expect.objectContaining({ filter: { box: 7, grams_from: 300 } }),
      ),
    )
    await person.type(name, ' one')
    await person.click(within(drawer).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(provider.update).toHaveBeenCalledOnce())
  })

  it.each([
    ['may not list them', ['shelf.view', 'jar.create', 'jar.past'], []],
    ['may not read what points here', ['shelf.view', 'jar.view'], ['Jars']],
  ])('is not there for who %s', async (_who, permissions, expected) => {
    const { getList } = open('/shelf/7', permissions)
    expect(await screen.findByRole('heading', { name: 'Upper' })).toBeTruthy()
    const shown = () => ['Jars', 'Moved'].filter((text) => screen.queryByText(text))
    await waitFor(() => expect(shown()).toEqual(expected))
    await waitFor(() => expect(getList).toHaveBeenCalledTimes(expected.length))
  })

  it('offers nothing new to who may create none', async () => {
    open('/shelf/7', ['shelf.view', 'jar.view'], [])
    const list = await part(/^Jars/)
    expect(await within(list).findByText(/No jars yet/)).toBeTruthy()
    expect(within(list).queryByRole('link', { name: /^New/ })).toBeNull()
  })

  it('says that there are none of what it is called here', async () => {
    open('/shelf/7', ['shelf.view', 'jar.view', 'jar.past'], [])
    expect(await within(await part(/^Moved/)).findByText(/No moved yet/)).toBeTruthy()
  })

  it('says what the server refuses in its own place', async () => {
    open('/shelf/7', ['shelf.view', 'jar.view'], refusal(500, 'Down for a moment'))
    expect(await within(await part(/^Jars/)).findByText('Down for a moment')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Upper' })).toBeTruthy()
  })
})
