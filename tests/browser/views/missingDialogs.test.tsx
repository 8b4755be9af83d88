// @vitest-environment jsdom

import '../setup.ts'

import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

import { recordOrigins } from '../../../src/browser/client/addresses/navigation.tsx'
import { visit } from './console.tsx'

// As after a new release, while a page of the old one stands.
const files = vi.hoisted(() => ({ areGone: true }))
const goneAtFirst = vi.hoisted(() => async (original: () => Promise<object>) => {
  if (files.areGone) throw new TypeError('Failed to fetch dynamically imported module')
  return original()
})
vi.mock('../../../src/browser/views/rows/cells/CellEditor.tsx', goneAtFirst)
vi.mock('../../../src/browser/views/actions/ActionDialog.tsx', goneAtFirst)
vi.mock('../../../src/browser/views/list/export/ExportDialog.tsx', goneAtFirst)
vi.mock('../../../src/browser/views/filters/FilterPanel.tsx', goneAtFirst)
vi.mock('../../../src/browser/views/forms/recordForms.tsx', goneAtFirst)

beforeEach(() => {
  files.areGone = true
})

it.each([
  ['what edits a cell', 'Edit Money of A small lamp', 'dialog'],
  ['what asks before an action', 'Delete', 'dialog'],
  ['the export', 'Export', 'dialog'],
  ['the panel of filters', 'Filters', 'group'],
  ['the drawer of a record', 'A small lamp', 'dialog'],
])(
  '%s whose files are gone says so in place, and asks for them again',
  async (_what, name, role) => {
    // React tells of errors that something has caught.
    const problems = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { person, router } = visit('/store/things')
    recordOrigins(router)
    const search = await screen.findByRole<HTMLInputElement>('searchbox')
    await person.type(search, 'small')
    await person.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    const open = async () =>
      person.click(await screen.findByRole(name === 'A small lamp' ? 'link' : 'button', { name }))
    await open()
    expect(await screen.findByText(/there is a new version of the console/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Load the page again' })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    // What went to another address has gone back: the list is not in the history twice.
    if (role === 'dialog' && name === 'A small lamp') {
      expect(router.state.historyAction).toBe('POP')
      expect(router.state.location.pathname).toBe('/store/things')
    }
    problems.mockClear()
    files.areGone = false
    await open()
    expect((await screen.findAllByRole(role)).length).toBeGreaterThan(0)
    expect(search.isConnected && search.value).toBe('small')
  },
)
