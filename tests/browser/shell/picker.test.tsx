import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import type { OptionState } from '../../../src/browser/options/store.ts'
import { api, visit } from './console.tsx'
import { everything } from './fixture.ts'

const granted = [...everything, 'options.authors']
const asked = () => api.callsTo('GET /api/library/author/all')

/** Puts a list into browser storage, as a visit before this one left it, and opens a form with its picker. */
async function open(changes: Partial<OptionState> = {}) {
  const now = Date.now()
  const items = [
    { value: 3, label: 'Ada Lovelace' },
    { value: 4, label: 'Grace Hopper' },
  ]
  const authors = { state: 'loaded', items, is_complete: true, asked_at: now, items_at: now }
  const kept = { authors: { ...authors, changed_at: 0, ...changes } }
  window.localStorage.setItem('leadgate.options', JSON.stringify(kept))
  api.answer('GET /api/library/author/all', { body: { data: [{ id: 9, name: 'Of the server' }] } })
  const { person } = visit('/library/book/create', granted)
  const picker = await screen.findByRole('combobox', { name: /Author/ }, { timeout: 20_000 })
  await person.click(picker)
  return { person, picker }
}

const choices = async () =>
  (await screen.findAllByRole('option')).map(({ textContent }) => textContent)

describe('a picker', () => {
  it('takes a loaded list that is complete instead of asking again, and searches in it', async () => {
    const { person, picker } = await open()
    expect(await choices()).toEqual(['Ada Lovelace', 'Grace Hopper'])
    await person.type(picker, 'HOP')
    await waitFor(async () => expect(await choices()).toEqual(['Grace Hopper']))
    await person.click(screen.getByRole('option', { name: 'Grace Hopper' }))
    expect((picker as HTMLInputElement).value).toBe('Grace Hopper')
    expect(asked()).toEqual([])
  })

  it.each([
    ['is only a part', { is_complete: false }],
    ['could not be refreshed', { state: 'failed' }],
    ['is older than a change of its records', { changed_at: Date.now() + 60_000 }],
  ] as const)('searches on the server when the list %s', async (_why, changes) => {
    const { person, picker } = await open(changes)
    expect(await choices()).toEqual(['Of the server'])
    await person.type(picker, 'ser')
    await waitFor(() =>
      expect(asked().some(({ path }) => path.includes('search=ser&limit=25'))).toBe(true),
    )
  })

  it('has nothing of a list whose permission is gone', async () => {
    window.localStorage.setItem('leadgate.options', JSON.stringify({ authors: { items: [] } }))
    visit('/library/authors', everything)
    await waitFor(() => expect(window.localStorage.getItem('leadgate.options')).toBe('{}'))
  })
})
