import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { defineResource, defineResources, field, related } from '#schema'

import { ResourceShow } from '../../../src/browser/views/ResourceShow.tsx'
import { fakeProvider } from './console.tsx'
import { userWith } from './fixture.ts'
import { openScreens } from './screens.tsx'

const shelf = defineResource('shelves', {
  permission: 'shelf',
  options: { permission: 'shelf.view' },
  fields: { name: field.text() },
  title: 'name',
  list: ['name'],
  form: ['name'],
  routes: { list: 'shelves', show: 'shelf/:id' },
  show: { Main: ['name'], Jars: related('jars', { by: 'shelf' }) },
  showTabs: true,
  actions: {
    fill: { label: 'Add a jar', permission: 'shelf.fill', input: { label: field.text() } },
  },
})
const jar = defineResource('jars', {
  permission: 'jar',
  fields: { label: field.text(), shelf: field.reference('shelves') },
  title: 'label',
  list: ['label'],
  form: ['label', 'shelf'],
})
const resources = defineResources([shelf, jar])

function open(...permissions: string[]) {
  return openAt('/shelf/7', ...permissions)
}

function openAt(path: string, ...permissions: string[]) {
  const call = vi.fn(async () => ({ data: [], meta: { next: null, labels: {} } }))
  const provider = fakeProvider({
    getOne: vi.fn(async () => ({ data: { id: 7, version: 1, name: 'Kitchen' } })) as never,
    getList: vi.fn(async () => ({ data: [{ id: 1, label: 'Salt' }], total: 1 })) as never,
    call: call as never,
  })
  const Head = () => <p>upright</p>
  const screens = {
    '/shelf/:id': <ResourceShow resource={shelf} views={{ showHead: Head }} />,
  }
  return {
    call,
    provider,
    ...openScreens(path, screens, { user: userWith(...permissions), provider, resources }),
  }
}

it('related lists and the history stand in tabs, how the record stands below its name', async () => {
  const { person, call } = open('shelf.view', 'jar.view')
  expect(await screen.findByText('upright')).toBeTruthy()
  const tabs = () => screen.getAllByRole('tab').map((one) => one.textContent)
  await waitFor(() => expect(tabs()).toEqual(['Details', 'Jars', 'Timeline']))
  expect(screen.queryByText('Salt')).toBeNull()
  await person.click(screen.getByRole('tab', { name: 'Jars' }))
  expect(await screen.findByText('Salt')).toBeTruthy()
  expect(within(screen.getByRole('tabpanel', { name: 'Jars' })).getByText('Salt')).toBeTruthy()
  expect(screen.queryByText('Main')).toBeNull()
  expect(call).not.toHaveBeenCalled()
  await person.click(screen.getByRole('tab', { name: 'Timeline' }))
  await waitFor(() => expect(call).toHaveBeenCalled())
  expect((call.mock.lastCall as unknown as string[])[1]).toBe('/shelves/7/timeline')
})

it('a list that the user may not see has no tab', async () => {
  open('shelf.view')
  await screen.findByText('upright')
  expect(screen.queryByRole('tab', { name: 'Jars' })).toBeNull()
})

it('an action that adds to a list stands once, above its tab', async () => {
  const { person } = open('shelf.view', 'jar.view', 'shelf.fill')
  await person.click(await screen.findByRole('tab', { name: 'Jars' }))
  await screen.findByText('Salt')
  expect(screen.getAllByRole('button', { name: 'Add a jar' })).toHaveLength(1)
})

it('the address keeps the tab, without a step of Back', async () => {
  const { person, router } = openAt('/shelf/7?from=list', 'shelf.view', 'jar.view')
  await person.click(await screen.findByRole('tab', { name: 'Jars' }))
  await waitFor(() => expect(router.state.location.hash).toBe('#jars'))
  expect(router.state.location.search).toBe('?from=list')
  expect(router.state.historyAction).toBe('REPLACE')
  await person.click(screen.getByRole('tab', { name: 'Timeline' }))
  await waitFor(() => expect(router.state.location.hash).toBe('#timeline'))
  await person.click(screen.getByRole('tab', { name: 'Details' }))
  await waitFor(() => expect(router.state.location.hash).toBe(''))
})

it('an address with a tab opens it', async () => {
  openAt('/shelf/7#jars', 'shelf.view', 'jar.view')
  expect(await screen.findByText('Salt')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Jars' })).toHaveProperty('ariaSelected', 'true')
})

it('an address that changes opens its tab, and back the one before', async () => {
  const { router } = openAt('/shelf/7', 'shelf.view', 'jar.view')
  await screen.findByRole('tab', { name: 'Jars' })
  await act(() => router.navigate('/shelf/7#jars'))
  expect(await screen.findByText('Salt')).toBeTruthy()
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.queryByText('Salt')).toBeNull())
})
