import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { checkResources, defineResource, defineResources, field, related } from '#schema'

import { ResourceCreate, ResourceEdit } from '../../../../src/browser/views/ResourceForms.tsx'
import { fakeProvider, refusal } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const price = { readBy: 'book.price', writeBy: 'book.price', optional: true } as const
const book = defineResource('books', {
  permission: 'book',
  fields: {
    name: field.text(),
    author: field.text({ optional: true }),
    shelf: field.text({ optional: true }),
    row: field.text(),
    price: field.text(price),
    is_lent: field.boolean({ default: false }),
    lent_to: field.text({ optional: true, visibleWhen: ({ is_lent }) => Boolean(is_lent) }),
  },
  title: 'name',
  list: ['name'],
  form: {
    Book: ['name', 'author', 'is_lent'],
    Place: ['shelf'],
    Exactly: ['row'],
    Price: ['price'],
    Out: ['lent_to'],
  },
  formTabs: { Place: ['Exactly'] },
  folded: ['Exactly'],
  show: { Book: ['name'], Loans: related('loans', { by: 'book', create: true }) },
  showTabs: true,
  routes: { list: 'books', create: 'books/new', show: 'book/:id', edit: 'book/:id/edit' },
})
const loan = defineResource('loans', {
  permission: 'loan',
  fields: { reader: field.text(), book: field.reference('books') },
  title: 'reader',
  list: ['reader'],
  form: ['reader', 'book'],
})
const resources = defineResources([book, loan])
const emma = { id: 7, version: 1, name: 'Emma', shelf: 'A', row: '1', is_lent: false }

function open(path: string, ...permissions: string[]) {
  const provider = fakeProvider({
    getList: vi.fn(async () => ({ data: [{ id: 1, reader: 'Ada' }], total: 1 })) as never,
    getOne: vi.fn(async () => ({ data: emma })) as never,
    update: vi.fn(async (_name: string, { data }: any) => ({
      data: { ...emma, ...data },
    })) as never,
  })
  const screens = {
    '/books': <p>All books</p>,
    '/books/new': (
      <main>
        <ResourceCreate resource={book} />
      </main>
    ),
    '/book/:id/edit': (
      <main>
        <ResourceEdit resource={book} />
      </main>
    ),
  }
  const user = userWith('book.view', 'book.update', 'book.create', ...permissions)
  return { provider, ...openScreens(path, screens, { user, provider, resources }) }
}

const tab = (name: string | RegExp) => screen.findByRole('tab', { name })
const input = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name)
const save = () => screen.getByRole('button', { name: 'Save' })
const names = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)

it('a form with tabs shows one at a time, and what was typed in another stays', async () => {
  const { person, provider } = open('/book/7/edit')
  const list = await screen.findByRole('tablist', { name: 'Book' })
  expect(within(list).getByRole('tab', { selected: true }).textContent).toBe('Book')
  const shelf = await input(/^Shelf/)
  expect(shelf.closest('[role=tabpanel]')).toHaveProperty('hidden', true)
  await person.type(await input(/^Author/), 'Austen')
  await person.click(await tab('Place'))
  expect(shelf.closest('[role=tabpanel]')).toHaveProperty('hidden', false)
  // A tab folds nothing, and headings part what it holds.
  expect(document.querySelector('details')).toBeNull()
  expect(screen.getByRole('group', { name: 'Exactly' })).toBeTruthy()
  await person.clear(shelf)
  await person.type(shelf, 'B')
  await person.click(save())
  await waitFor(() => expect(provider.update).toHaveBeenCalled())
  const sent = vi.mocked(provider.update as any).mock.lastCall?.[1]
  expect(sent.data).toMatchObject({ author: 'Austen', shelf: 'B' })
})

it('a refusal opens the tab of the first wrong field, and tabs say what is wrong in them', async () => {
  const { person, provider } = open('/book/7/edit')
  const errors = { row: 'No such row', shelf: 'No such shelf' }
  vi.mocked(provider.update).mockRejectedValueOnce(refusal(422, 'No', errors))
  await person.type(await input(/^Author/), 'Austen')
  await person.click(save())
  const shelf = await input(/^Shelf/)
  await waitFor(() => expect(document.activeElement).toBe(shelf))
  expect(shelf.closest('[role=tabpanel]')).toHaveProperty('hidden', false)
  const place = await tab(/^Place.*2 fields need attention/)
  await waitFor(() => expect(place).toHaveProperty('ariaSelected', 'true'))
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1)
  await person.type(shelf, 'x')
  expect(await tab(/^Place.*1 field needs attention/)).toBeTruthy()
  await person.click(await tab('Book'))
  await person.click(within(await screen.findByRole('alert')).getByRole('link', { name: 'Row' }))
  expect(document.activeElement).toBe(await input(/^Row/))
})

it('what is checked before it is sent is found in a tab that was never opened', async () => {
  const { person, provider } = open('/books/new')
  await person.type(await input(/^Name/), 'Emma')
  await person.click(save())
  await waitFor(async () => expect(document.activeElement).toBe(await input(/^Row/)))
  expect(provider.create).not.toHaveBeenCalled()
})

it('a tab is there only with something for this user and this record', async () => {
  const { person } = open('/book/7/edit')
  await tab('Place')
  expect(names()).toEqual(['Book', 'Place'])
  await person.click(await input(/^Is lent/))
  expect(names()).toEqual(['Book', 'Place', 'Out'])
  await person.click(await tab('Out'))
  expect(await input(/^Lent to/)).toBeTruthy()
})

it('and with something for another', async () => {
  open('/book/7/edit', 'book.price')
  await tab('Price')
  expect(names()).toEqual(['Book', 'Place', 'Price'])
})

it('the address keeps the tab, the keyboard goes from one to the next, and Back needs no step more', async () => {
  const { person, router } = open('/book/7/edit?from=list')
  ;(await tab('Book')).focus()
  await person.keyboard('{ArrowRight}{Enter}')
  await waitFor(() => expect(router.state.location.hash).toBe('#shelf'))
  expect(router.state.location.search).toBe('?from=list')
  expect(router.state.historyAction).toBe('REPLACE')
})

it('an address with a field opens its tab, with the focus there', async () => {
  open('/book/7/edit#row')
  expect(await tab('Place')).toHaveProperty('ariaSelected', 'true')
  await waitFor(async () => expect(document.activeElement).toBe(await input(/^Shelf/)))
})

it('what points at the record has tabs in the same row, and what was typed stays', async () => {
  const { person, provider, router } = open('/book/7/edit', 'loan.view')
  await tab('Loans')
  expect(names()).toEqual(['Book', 'Place', 'Loans'])
  expect(screen.getAllByRole('tablist')).toHaveLength(1)
  await person.type(await input(/^Author/), 'Austen')
  await person.click(await tab('Loans'))
  const panel = within(await screen.findByRole('tabpanel', { name: 'Loans' }))
  expect(await panel.findByText('Ada')).toBeTruthy()
  expect(panel.getByText('Ada').closest('form')).toBeNull()
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await waitFor(() => expect(router.state.location.hash).toBe('#loans'))
  await person.click(await tab('Book'))
  await person.click(save())
  await waitFor(() => expect(provider.update).toHaveBeenCalled())
  expect(vi.mocked(provider.update as any).mock.lastCall?.[1].data.author).toBe('Austen')
})

it('an address with such a tab opens it', async () => {
  open('/book/7/edit#loans', 'loan.view')
  expect(await tab('Loans')).toHaveProperty('ariaSelected', 'true')
  expect(await screen.findByText('Ada')).toBeTruthy()
})

it('the tabs of a form are headings of it, and each stands in one', () => {
  const shelf = (formTabs: Record<string, string[]>) => {
    const declared = defineResource('shelves', {
      permission: 'shelf',
      fields: { name: field.text(), note: field.text({ optional: true }) },
      title: 'name',
      list: ['name'],
      form: { Main: ['name'], More: ['note'] },
      formTabs,
    })
    return () => checkResources(defineResources([declared]))
  }
  expect(shelf({})).not.toThrow()
  expect(shelf({ Main: ['More'] })).not.toThrow()
  for (const wrong of [{ Main: ['Other'] }, { Other: ['More'] }] as Record<string, string[]>[]) {
    expect(shelf(wrong)).toThrow('shelves.formTabs: "Other" is no heading of `form`')
  }
  expect(shelf({ Main: ['More'], More: [] })).toThrow('shelves.formTabs: "More" stands in two tabs')
})
