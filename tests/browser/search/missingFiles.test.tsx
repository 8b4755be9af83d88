// @vitest-environment jsdom

import '../setup.ts'

import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { serveApi, visit } from '../shell/console.tsx'
import { everything } from '../shell/fixture.ts'

serveApi()

// As after a new release, while a page of the old one stands.
vi.mock('../../../src/features/palette/SearchDialog.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

it('B4: a search whose files are gone says so, and leaves what is typed where it is', async () => {
  // React tells of errors that something has caught.
  const problems = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { person } = visit('/library/authors/create', everything)
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await person.type(name, 'Ada')
  await waitFor(async () => {
    await person.keyboard('{Control>}k{/Control}')
    expect(screen.getByText(/there is a new version of the console/)).toBeTruthy()
  })
  expect(name.isConnected && name.value).toBe('Ada')
  problems.mockClear()
})
