// @vitest-environment jsdom

import '../setup.ts'

import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { defineResource, field } from '#schema'

import { session } from '../../../src/browser/client/session/session.ts'
import { api, recordCalls, serveApi, visit } from './console.tsx'
import { everything } from './fixture.ts'

serveApi()

const files = vi.hoisted(() => ({ come: () => {} }))
const late = vi.hoisted(() => async (load: () => Promise<object>) => {
  await new Promise<void>((resolve) => (files.come = resolve))
  return load()
})
vi.mock('../../../src/browser/ui/states/NoPermission.tsx', late)
vi.mock('../../../src/browser/views/imports/ResourceImport.tsx', late)

it('specification 4: a permission taken away closes its screen before the files of the refusal have come', async () => {
  // A refresh would bring the permission back.
  api.answer('GET /api/profile', { hangs: true })
  visit('/library/authors', everything)
  await screen.findByText('Ada')
  // What asks anew under other permissions comes after the page.
  await waitFor(() => expect(api.callsTo('GET /api/events')).toHaveLength(1))
  const before = recordCalls().length
  const permissions = everything.filter((one) => one !== 'author.view')
  act(() => session.write({ ...session.read()!, permissions }))
  expect(screen.queryByText('Ada')).toBeNull()
  expect(await screen.findByText('Loading …')).toBeTruthy()
  expect(recordCalls().length).toBe(before)
  files.come()
  expect(await screen.findByRole('heading', { name: 'No permission' })).toBeTruthy()
})

it('a list stays, with the focus, until the files of its import have come', async () => {
  const poet = defineResource('poets', {
    api: 'library/author',
    routes: { list: 'library/authors' },
    permission: 'author',
    operations: ['list', 'import'],
    fields: { name: field.text() },
    import: { fields: ['name'] },
    title: 'name',
    list: ['name'],
    form: ['name'],
  })
  const { person } = visit('/library/authors', [...everything, 'author.import'], undefined, {
    resources: [poet],
  })
  await screen.findByText('Ada')
  const link = await screen.findByRole('link', { name: 'Import' })
  await person.click(link)
  expect(window.location.pathname).toBe('/library/authors/import')
  expect(screen.getByText('Ada')).toBeTruthy()
  expect(document.activeElement).toBe(link)
  files.come()
  const heading = await screen.findByRole('heading', { name: 'Import poets' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})
