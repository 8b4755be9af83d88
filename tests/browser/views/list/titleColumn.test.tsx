import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { checkResources, defineResource, defineResources, field, maySort } from '#schema'

import { shortcuts } from '../../../../src/browser/ui/keyboard/shortcutRegistry.ts'
import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { fakeProvider } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const person = defineResource('people', {
  permission: 'person',
  size: 'large',
  fields: {
    first_name: field.text({ index: true, search: true }),
    last_name: field.text({ index: true }),
    city: field.text({ optional: true, index: true, help: 'Where they live.' }),
    street: field.text({ optional: true }),
    job: field.text({ optional: true }),
    car: field.text({ optional: true }),
    cat: field.text({ optional: true }),
    pin: field.text({ optional: true, outOfFiles: true }),
  },
  title: ['first_name', 'last_name'],
  titleColumn: 'Name',
  list: ['id', 'first_name', 'city', 'street', 'job', 'car', 'cat'],
  filters: ['city'],
  form: ['first_name', 'last_name'],
})
const resources = defineResources([person])

const ada = { id: 3, version: 1, first_name: 'Ada', last_name: 'Byron', city: 'Rome', street: 'A' }
const bob = { id: 4, version: 1, first_name: 'Bob', last_name: 'Moss', city: null, street: 'B' }

function open(path = '/people') {
  const getList = vi.fn(async (_name: string, { pagination }: any) => ({
    data: pagination.page > 1 ? [bob] : [ada],
    total: 30,
  }))
  const call = vi.fn(async () => ({ data: { job_id: 5 } }))
  const provider = fakeProvider({ getList: getList as never, call: call as never })
  const user = userWith('person.view', 'person.update', 'person.delete', 'person.export')
  const screens = { '/people/*': <ResourceList resource={person} /> }
  const asked = () => getList.mock.lastCall?.[1]
  return { asked, call, ...openScreens(path, screens, { user, provider, resources }) }
}

it('the head of a column says what its field says of itself', async () => {
  open()
  const head = await screen.findByRole('button', { name: 'City' })
  expect(head.title).toBe('Where they live.\nSort by City. With Shift: after the others.')
  expect(screen.getByRole('button', { name: 'Name' }).title).toMatch(/^Sort by Name/)
})

it('one column shows the whole title, and sorts and exports by all of its fields', async () => {
  const { person: hand, asked, call } = open()
  expect(await screen.findByRole('link', { name: 'Ada Byron' })).toBeTruthy()
  const heads = screen.getAllByRole('columnheader').map((one) => one.textContent)
  expect(heads).toContain('Name')
  expect(heads).not.toContain('Last name')
  await hand.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(asked().sort).toEqual({ field: 'first_name,last_name', order: 'ASC' }))
  await hand.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() =>
    expect(asked().sort).toEqual({ field: 'first_name,-last_name', order: 'DESC' }),
  )
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe(
    'descending',
  )
  await hand.click(screen.getByRole('button', { name: 'Export' }))
  const dialog = await screen.findByRole('dialog', { name: 'Export people' })
  await hand.click(within(dialog).getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(call).toHaveBeenCalled())
  const [, , body] = call.mock.lastCall as unknown as [string, string, { columns: string[] }]
  expect(body.columns.slice(0, 4)).toEqual(['id', 'first_name', 'last_name', 'city'])
})

it('what stands in no file is no column of one', async () => {
  const { person: hand, call } = open()
  await screen.findByRole('link', { name: 'Ada Byron' })
  await hand.click(screen.getByRole('button', { name: 'Export' }))
  const dialog = await screen.findByRole('dialog', { name: 'Export people' })
  await hand.click(within(dialog).getByRole('radio', { name: 'Every column I may see' }))
  await hand.click(within(dialog).getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(call).toHaveBeenCalled())
  const [, , body] = call.mock.lastCall as unknown as [string, string, { columns: string[] }]
  expect(body.columns).toContain('cat')
  expect(body.columns).not.toContain('pin')
})

it('the further fields of a title keep the index that sorts by them', () => {
  expect(maySort(person, 'last_name')).toBe(true)
})

it('a field of the title has no second column', () => {
  const twice = defineResource('twins', {
    permission: 'twin',
    fields: { a: field.text(), b: field.text() },
    title: ['a', 'b'],
    titleColumn: 'Name',
    list: ['a', 'b'],
    form: ['a', 'b'],
  })
  expect(() => checkResources(defineResources([twice]))).toThrow(
    'twins.list: "b" stands in the column of the title',
  )
})

it('18: says how many of the chosen records are on this page', async () => {
  const { person: hand, router } = open()
  await hand.click(await screen.findByRole('checkbox', { name: /Ada Byron/ }))
  expect(await screen.findByText('1 selected')).toBeTruthy()
  await router.navigate('/people?page=2')
  expect(await screen.findByText('1 selected, 0 on this page')).toBeTruthy()
})

it('19: the search box says what it searches, and f opens the filters', async () => {
  open()
  const box = await screen.findByRole('searchbox', { name: 'Search' })
  expect(box.getAttribute('placeholder')).toBe('Search people')
  await screen.findByRole('link', { name: 'Ada Byron' })
  shortcuts.run('f')
  expect(await screen.findByRole('group', { name: 'Filters' })).toBeTruthy()
})

it('17: on a phone a card has the name and four fields, and the filters are a sheet', async () => {
  const { matchMedia } = window
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: /max-width/.test(query) })
  try {
    const { person: hand } = open()
    const name = await screen.findByRole('link', { name: 'Ada Byron' })
    const terms = [...(name.closest('[data-record]')?.querySelectorAll('dt') ?? [])]
    expect(terms.map((one) => one.textContent)).toEqual(['City', 'Street'])
    await hand.click(screen.getByRole('button', { name: 'Filters' }))
    const sheet = await screen.findByRole('dialog', { name: 'Filters' })
    await hand.click(within(sheet).getByRole('button', { name: 'Show the list' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filters' })).toBeNull())
  } finally {
    window.matchMedia = matchMedia
  }
})
