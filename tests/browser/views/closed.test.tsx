import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

import { defineResource, field } from '#schema'

import { ResourceEdit } from '../../../src/browser/views/ResourceForms.tsx'
import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import { undoStore } from '../../../src/features/undo/undoStore.ts'
import { fakeProvider } from './console.tsx'
import { userWith } from './fixture.ts'
import { openScreens } from './screens.tsx'

const letter = defineResource('letters', {
  permission: 'letter',
  closed: { when: ({ is_sent }) => is_sent, refusal: 'It is sent' },
  operations: ['list', 'show', 'create', 'edit', 'delete'],
  fields: {
    name: field.text({ max: 20 }),
    is_sent: field.boolean({ default: false }),
    copy: field.reference('letters', { optional: true, computed: true, label: 'Became' }),
  },
  title: 'name',
  list: ['name', 'is_sent'],
  form: ['name'],
})

const rows = [
  { id: 1, name: 'Sent', is_sent: true, version: 1, labels: {} },
  { id: 2, name: 'Draft', is_sent: false, version: 1, labels: {} },
]

const user = userWith('letter.view', 'letter.create', 'letter.update', 'letter.delete')

beforeEach(() => undoStore.clear())

it('offers to edit and delete no record that is closed', async () => {
  const getList = vi.fn(async () => ({ data: rows, total: 2 })) as never
  const provider = fakeProvider({ getList })
  undoStore.add({
    act: 'update',
    resource: 'letters',
    path: '/letter/1/undo',
    body: {},
    record: { id: 1, version: 1 },
  })
  const screens = { '/letters/*': <ResourceList resource={letter} /> }
  const { person } = openScreens('/letters', screens, { user, provider, resources: [letter] })
  const itemsOf = async (name: string) => {
    await person.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    const items = (await screen.findAllByRole('menuitem')).map((one) => one.textContent)
    await person.keyboard('{Escape}')
    return items
  }
  expect(await itemsOf('Draft')).toEqual(['Edit', 'Duplicate', 'Delete'])
  expect(await itemsOf('Sent')).toEqual(['Open', 'Duplicate'])
})

it('nor to delete one that is not deleted, as their own is of a user', async () => {
  const kept = defineResource('notes', {
    permission: 'letter',
    undeletable: { when: ({ id }, asker) => id === asker.id, refusal: 'It is yours' },
    fields: { name: field.text({ max: 20 }) },
    title: 'name',
    list: ['name'],
    form: ['name'],
  })
  const getList = vi.fn(async () => ({ data: rows, total: 2 })) as never
  const screens = { '/notes/*': <ResourceList resource={kept} /> }
  const around = { user: { ...user, id: 2 }, provider: fakeProvider({ getList }) }
  const { person } = openScreens('/notes', screens, { ...around, resources: [kept] })
  const itemsOf = async (name: string) => {
    await person.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    const items = (await screen.findAllByRole('menuitem')).map((one) => one.textContent)
    await person.keyboard('{Escape}')
    return items
  }
  expect(await itemsOf('Sent')).toEqual(['Edit', 'Duplicate', 'Delete'])
  expect(await itemsOf('Draft')).toEqual(['Edit', 'Duplicate'])
})

const edit = (id: number, getOne: (typeof rows)[number], update?: object) => {
  const provider = fakeProvider({
    getOne: (async () => ({ data: getOne })) as never,
    update: (async () => ({ data: update })) as never,
  })
  const screens = { '/letter/:id/edit': <ResourceEdit resource={letter} />, '*': <p>Elsewhere</p> }
  return openScreens(`/letter/${id}/edit`, screens, { user, provider, resources: [letter] })
}

it('says in the place of its form why a record is not edited any more', async () => {
  edit(1, { id: 1, name: 'Sent', is_sent: true, version: 1, labels: {} })
  expect((await screen.findByRole('alert')).textContent).toBe('It is sent')
})

it('offers no way back from the change that has closed a record', async () => {
  const draft = { id: 2, name: 'Draft', is_sent: false, version: 1, labels: {} }
  const { person } = edit(2, draft, { ...draft, name: 'Drafty', is_sent: true, version: 2 })
  await person.type(await screen.findByDisplayValue('Draft'), 'y')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Letter successfully updated')).toBeTruthy()
  expect(undoStore.read()).toEqual([])
})

it('says what a record became by the change that has closed it', async () => {
  const draft = { id: 2, name: 'Draft', is_sent: false, copy: null, version: 1, labels: {} }
  const { person } = edit(2, draft, { ...draft, is_sent: true, copy: 9, version: 2 })
  await person.type(await screen.findByDisplayValue('Draft'), 'y')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/Became: /)).toBeTruthy()
  expect(screen.getByRole('link', { name: /9/ }).getAttribute('href')).toContain('/9')
})
