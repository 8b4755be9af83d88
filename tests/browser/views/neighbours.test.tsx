import { screen, waitFor } from '@testing-library/react'
import { useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { expect, it, vi } from 'vitest'

import { defineResource, defineResources, field, type Resource } from '#schema'

import { Breadcrumbs } from '../../../src/browser/frame/layout/Breadcrumbs.tsx'
import { lazyPart } from '../../../src/browser/ui/states/lazyPart.tsx'
import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import { ResourceShow } from '../../../src/browser/views/ResourceShow.tsx'
import type { Views } from '../../../src/browser/views/resourceViews.ts'
import { fakeProvider } from './console.tsx'
import { userWith } from './fixture.ts'
import { openScreens } from './screens.tsx'

const book = defineResource('books', {
  permission: 'book',
  fields: {
    name: field.text(),
    pages: field.integer({ optional: true }),
    note: field.text({ optional: true, multiline: true }),
  },
  title: 'name',
  list: ['name'],
  form: ['name', 'pages', 'note'],
  routes: { list: 'books', show: 'book/:id' },
})
const resources = defineResources([book])

const titles = ['Ulysses', 'Emma', 'Dracula', 'Walden', 'Persuasion']
const row = (id: number) => ({ id, version: 1, name: titles[id - 1], pages: null, note: null })

/** A list of five, two on a page. */
function open(path: string, views: Views<typeof book> = {}) {
  const getList = vi.fn(async (_name: string, { pagination }: any) => {
    const { page, perPage } = pagination
    const ids = [1, 2, 3, 4, 5].slice((page - 1) * perPage, page * perPage)
    return { data: ids.map(row), total: titles.length }
  })
  const getOne = vi.fn(async (_name: string, { id }: any) => ({ data: row(Number(id)) }))
  const provider = fakeProvider({ getList: getList as never, getOne: getOne as never })
  const screens = {
    '/books/*': <ResourceList resource={book} views={views as Views<Resource>} />,
    '/book/:id/*': (
      <>
        <Breadcrumbs />
        <ResourceShow resource={book} views={views as Views<Resource>} />
      </>
    ),
  }
  const user = userWith('book.view', 'book.update')
  const all = { books: views as Views<Resource> }
  return { getList, ...openScreens(path, screens, { user, provider, resources, views: all }) }
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const step = (name: string) => screen.findByRole('link', { name })

it('a record says where it stands in a list that the business draws itself', async () => {
  const List = () => {
    const { data = [] } = useListContext()
    return data.map(({ id, name }) => (
      <Link key={id} to={`/book/${id}`}>
        {name}
      </Link>
    ))
  }
  const { person } = open('/books?perPage=2', { list: List })
  await person.click(await screen.findByRole('link', { name: 'Emma' }))
  await heading('Emma')
  expect(await screen.findByText('2 of 5')).toBeTruthy()
})

it('a record says where it stands in its list, and leads to the ones beside it', async () => {
  const { person, router, getList } = open('/books?perPage=2')
  await person.click(await screen.findByRole('link', { name: 'Emma' }))
  await heading('Emma')
  expect(await screen.findByText('2 of 5')).toBeTruthy()
  expect(getList).toHaveBeenCalledTimes(2)
  await person.click(await step('Next book'))
  await heading('Dracula')
  expect(await screen.findByText('3 of 5')).toBeTruthy()
  await person.click(await step('Next book'))
  await heading('Walden')
  await person.click(await step('Previous book'))
  await heading('Dracula')
  await person.click(await step('Previous book'))
  await heading('Emma')
  await person.click(await step('Previous book'))
  await heading('Ulysses')
  expect(screen.getByRole('button', { name: 'Previous book' })).toHaveProperty('disabled', true)
  await router.navigate(-1)
  await waitFor(() => expect(router.state.location.pathname).toBe('/books'))
  const chosen = await screen.findByRole('link', { name: 'Ulysses' })
  await waitFor(() => expect(document.activeElement).toBe(chosen))
})

it('one that was opened by its address stands in no list', async () => {
  open('/book/2')
  await heading('Emma')
  expect(screen.queryByText(/ of /)).toBeNull()
})

it('the way to a record ends in its name, and what it does not say is folded', async () => {
  open('/book/2')
  await heading('Emma')
  const here = screen.getByRole('navigation', { name: 'You are here' })
  expect(here.querySelector('[aria-current=page]')?.textContent).toBe('Emma')
  const fold = screen.getByText('2 empty').closest('details')
  expect(fold?.open).toBe(false)
  expect(fold?.textContent).toContain('Pages')
})

/** A part of the record's page whose files have not come, and where each of them stands that has been asked for. */
function late(text: string) {
  const load = vi.fn(async () => () => <p>{text}</p>)
  return { load, Part: lazyPart(load) }
}

it('what a click on a row opens is loaded before it: when a row is pointed at', async () => {
  const [head, section, label] = [late('upright'), late('read often'), late('Loans')]
  const Content = () => null
  const { person } = open('/books?perPage=2', {
    showHead: head.Part,
    showSection: section.Part,
    showTab: [{ name: 'loans', Label: label.Part, Content }],
  })
  const row = await screen.findByRole('link', { name: 'Emma' })
  expect(head.load).not.toHaveBeenCalled()
  await person.hover(row)
  for (const { load } of [head, section, label]) expect(load).toHaveBeenCalledTimes(1)
  await person.click(row)
  await heading('Emma')
  for (const text of ['upright', 'read often', 'Loans']) expect(screen.getByText(text)).toBeTruthy()
  for (const { load } of [head, section, label]) expect(load).toHaveBeenCalledTimes(1)
})

it('… or when the list has stood for a while and nothing else is asked for', async () => {
  const { load, Part } = late('upright')
  open('/books?perPage=2', { showHead: Part })
  await screen.findByRole('link', { name: 'Emma' })
  expect(load).not.toHaveBeenCalled()
  await waitFor(() => expect(load).toHaveBeenCalled(), { timeout: 2_000 })
})
