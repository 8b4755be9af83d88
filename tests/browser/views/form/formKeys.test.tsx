import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { checkResources, defineResource, defineResources, field } from '#schema'

import { createI18nProvider } from '../../../../src/browser/client/i18n/i18nProvider.ts'
import { localizeResource } from '../../../../src/browser/client/i18n/localizeResource.ts'
import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { ResourceShow } from '../../../../src/browser/views/ResourceShow.tsx'
import { fakeProvider, refusal } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const declared = defineResource('books', {
  permission: 'book',
  fields: {
    name: field.text({ unique: true }),
    author: field.text({ optional: true }),
    email: field.email({ optional: true, unmaskBy: 'book.contact' }),
    price: field.text({ optional: true }),
    shelf: field.text({ optional: true }),
  },
  title: 'name',
  list: ['name'],
  form: { Main: ['name', 'author', 'email'], Inside: ['price', 'shelf'] },
  folded: ['Inside'],
  routes: { list: 'books', show: 'book/:id' },
})
const resources = defineResources([declared])

const emma = {
  id: 7,
  version: 1,
  name: 'Emma',
  author: 'Austen',
  email: 'e•••••@e•••.com',
  price: '3',
  shelf: null,
}

function open(path: string, texts: Readonly<Record<string, string>> = {}) {
  const { translate } = createI18nProvider('en', texts)
  const book = localizeResource(declared, translate)
  const create = vi.fn(async ({ data }: any) => ({ data: { ...data, id: 8 } }))
  const provider = fakeProvider({
    getList: vi.fn(async () => ({ data: [emma], total: 1 })) as never,
    getOne: vi.fn(async (_name: string, { id }: any) => ({
      data: { ...emma, id: Number(id) },
    })) as never,
    create: vi.fn(async (_name: string, params: any) => create(params)) as never,
  })
  const screens = {
    '/books/*': <ResourceList resource={book} />,
    '/book/:id/*': <ResourceShow resource={book} />,
  }
  const user = userWith('book.view', 'book.update', 'book.create', 'book.delete')
  const sent = () => create.mock.calls.map(([{ data }]) => data)
  return { provider, sent, ...openScreens(path, screens, { user, provider, resources, texts }) }
}

const input = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name)

it('Ctrl+Enter saves from any field, and the message leads to the new record', async () => {
  const { person, sent, router } = open('/books/create')
  const name = await input(/^Name/)
  await waitFor(() => expect(document.activeElement).toBe(name))
  await person.type(name, 'Walden')
  await person.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent()).toMatchObject([{ name: 'Walden' }]))
  const message = await screen.findByText('Book successfully created')
  expect(message).toBeTruthy()
  await person.click(await screen.findByRole('link', { name: 'Open' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/book/8'))
})

it('"Save and add another" empties the form and begins at its top with its first field', async () => {
  const { person, sent, router } = open('/books/create')
  for (const name of ['Walden', 'Dracula']) {
    await person.type(await input(/^Name/), name)
    screen.getByRole('dialog').scrollTop = 400
    await person.click(screen.getByRole('button', { name: 'Save and add another' }))
    await waitFor(async () => expect((await input(/^Name/)).value).toBe(''))
  }
  expect(sent()).toMatchObject([{ name: 'Walden' }, { name: 'Dracula' }])
  expect(document.activeElement).toBe(await input(/^Name/))
  expect(screen.getByRole('dialog').scrollTop).toBe(0)
  expect(router.state.location.pathname).toBe('/books/create')
})

it('sent again after no answer is the same request, typed again after it was saved it is another record', async () => {
  const { person, provider } = open('/books/create')
  const create = vi.mocked(provider.create)
  const keys = () => create.mock.calls.map(([, { meta }]) => String(meta?.key))
  create.mockRejectedValueOnce(refusal(0, 'No connection'))
  await person.type(await input(/^Name/), 'Walden')
  await person.click(screen.getByRole('button', { name: 'Save and add another' }))
  await screen.findByText('No connection')
  await person.click(screen.getByRole('button', { name: 'Save and add another' }))
  await waitFor(async () => expect((await input(/^Name/)).value).toBe(''))
  await person.type(await input(/^Name/), 'Walden')
  await person.click(screen.getByRole('button', { name: 'Save and add another' }))
  await waitFor(() => expect(create).toHaveBeenCalledTimes(3))
  const [lost, again, another] = keys()
  expect(lost).toMatch(/^[0-9a-f]{32}$/)
  expect(again).toBe(lost)
  expect(another).not.toBe(lost)
})

it('"Save and add another" begins without the values of a link', async () => {
  const link = `/books/create?source=${encodeURIComponent(JSON.stringify({ name: 'Walden' }))}`
  const { person, sent } = open(link)
  await waitFor(async () => expect((await input(/^Name/)).value).toBe('Walden'))
  await person.click(await screen.findByRole('button', { name: 'Save and add another' }))
  await waitFor(async () => expect((await input(/^Name/)).value).toBe(''))
  await person.type(await input(/^Name/), 'Dracula')
  await person.click(screen.getByRole('button', { name: 'Save and add another' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()).toMatchObject([{ name: 'Walden' }, { name: 'Dracula' }])
})

it('one that is refused is no other: the next Save leaves the form', async () => {
  const { person, provider, router } = open('/books/create')
  vi.mocked(provider.create).mockRejectedValueOnce(refusal(422, 'No', { name: 'Taken' }))
  await person.type(await input(/^Name/), 'Walden')
  await person.click(screen.getByRole('button', { name: 'Save and add another' }))
  await screen.findByText('Taken')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/books'))
})

it('a duplicate takes over what is neither unique nor masked', async () => {
  const { person } = open('/book/7')
  await person.click(await screen.findByRole('button', { name: 'Actions for Emma' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
  expect((await input(/^Author/)).value).toBe('Austen')
  expect((await input(/^Name/)).value).toBe('')
  expect((await input(/^Email/)).value).toBe('')
  expect((await input(/^Price/)).value).toBe('3')
})

it('a duplicate leaves the list behind it as it was asked for', async () => {
  const { person, provider, router } = open('/books?sort=name&order=DESC&page=1&perPage=10')
  await person.click(await screen.findByRole('button', { name: 'Actions for Emma' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
  await waitFor(async () => expect((await input(/^Author/)).value).toBe('Austen'))
  expect(router.state.location.pathname).toBe('/books/create/7')
  const sorts = vi.mocked(provider.getList).mock.calls.map(([, { sort }]) => sort)
  expect(sorts.length).toBeGreaterThan(0)
  expect(sorts).toEqual(sorts.map(() => ({ field: 'name', order: 'DESC' })))
})

it('a folded section shows how much it holds, and opens for what is refused in it', async () => {
  const { person, provider } = open('/book/7/edit')
  const group = await screen.findByRole('group', { name: 'Inside' })
  const fold = group.querySelector('details')
  expect(fold?.open).toBe(false)
  expect(within(group).getByText('1 filled in')).toBeTruthy()
  vi.mocked(provider.update).mockRejectedValueOnce(refusal(422, 'No', { price: 'Too dear' }))
  await person.type(await input(/^Author/), 's')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(fold?.open).toBe(true))
})

it('a section stays folded in another language', async () => {
  open('/book/7/edit', { 'resources.books.sections.inside': 'Innen' })
  const group = await screen.findByRole('group', { name: 'Innen' })
  expect(group.querySelector('details')).toBeTruthy()
})

it('what is folded must be a heading of the resource', () => {
  const wrong = defineResource('shelves', {
    permission: 'shelf',
    fields: { name: field.text() },
    title: 'name',
    list: ['name'],
    form: { Main: ['name'] },
    folded: ['Outside'],
  })
  expect(() => checkResources(defineResources([wrong]))).toThrow(
    'shelves.folded: "Outside" is no heading of `form` or `show`',
  )
})
