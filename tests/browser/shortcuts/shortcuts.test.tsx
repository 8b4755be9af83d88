import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { keepEarlyKeys } from '../../../src/browser/ui/keyboard/earlyKeys.ts'
import { api, serveApi, visit } from '../shell/console.tsx'
import { everything } from '../shell/fixture.ts'

serveApi()

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const address = () => window.location.pathname

/** The keys are heard once the part of the console that hears them has come. */
async function overlay(person: UserEvent) {
  await waitFor(async () => {
    await person.keyboard('?')
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  })
  return screen.getByRole('dialog', { name: 'Keyboard shortcuts' })
}

async function heard(person: UserEvent) {
  await overlay(person)
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

const rows = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

const two = {
  body: {
    data: ['Ada', 'Bell'].map((name, index) => ({
      id: index + 3,
      version: 1,
      created_at: '',
      updated_at: '',
      name,
      labels: {},
    })),
    meta: { total: 2, total_is: 'exact' },
  },
}

describe('the overlay', () => {
  it('shows what the keys do on this screen for this user', async () => {
    const { person } = visit('/library/authors', everything)
    await screen.findByRole('link', { name: 'Ada' })
    expect(rows(await overlay(person))).toEqual([
      'Search: CtrlK',
      'Menu wide or narrow: [',
      'Keyboard shortcuts: ?',
      'Authors: gthena',
      'Books: gthenb',
      'Shelves: gthens',
      'Search authors: /',
      'Filters: f',
      'New author: n',
      'Next row: j',
      'Previous row: k',
      'Select the row: x',
    ])
  })

  it('leaves out what the user may not do and what is not here', async () => {
    const { person } = visit('/help', ['author.view', 'author.create'])
    await heading('Help')
    const shown = rows(await overlay(person))
    expect(shown.filter((one) => /New |Edit|Select|Books/.test(one))).toEqual([])
    expect(shown).toContain('Authors: gthena')
  })

  it('opens from the help menu, too', async () => {
    const { person } = visit('/help', everything)
    await heading('Help')
    await heard(person)
    await person.click(screen.getByRole('button', { name: 'Help' }))
    await person.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }))
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  })

  it('switches single keys off for good, and Ctrl K stays', async () => {
    const { person } = visit('/library/authors', everything)
    await heading('Authors')
    const dialog = await overlay(person)
    const box = within(dialog).getByRole('switch', { name: 'Shortcuts of single keys' })
    await person.click(box)
    expect(window.localStorage.getItem('leadgate.preference.shortcuts.single_keys')).toBe('false')
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await person.keyboard('n?/gb')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(address()).toBe('/library/authors')
    await person.keyboard('{Control>}k{/Control}')
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeTruthy()
  })
})

describe('keys lead', () => {
  it('also when they are pressed before what hears them has come', async () => {
    keepEarlyKeys()
    const { person } = visit('/library/books/search', everything)
    await heading('Books')
    await person.keyboard('{Control>}q{/Control}ga')
    await heading('Authors')
    expect(address()).toBe('/library/authors')
  })

  it('to screens: g, then a letter', async () => {
    const { person } = visit('/help', everything)
    await heading('Help')
    await heard(person)
    await person.keyboard('ga')
    await heading('Authors')
    expect(address()).toBe('/library/authors')
  })

  it('to a new record with n, where one may be made', async () => {
    const { person } = visit('/library/books/search', everything)
    await heading('Books')
    await heard(person)
    await person.keyboard('n')
    await waitFor(() => expect(address()).toBe('/library/book/create'))
  })

  it('nowhere with n without the permission', async () => {
    const { person } = visit('/library/books/search', ['book.view'])
    await heading('Books')
    await heard(person)
    await person.keyboard('n')
    expect(address()).toBe('/library/books/search')
  })

  it('from a record to its form with e', async () => {
    const book = { ...two.body.data[0], title: 'Emma', author: null }
    api.answer('GET /api/library/book/3', { body: { data: book } })
    const { person } = visit('/library/book/single/3', everything)
    await heading('Emma')
    await heard(person)
    await person.keyboard('e')
    await waitFor(() => expect(address()).toBe('/library/book/3/edit'))
  })
})

describe('in a list', () => {
  it('j and k and the arrows go through the rows, Enter opens, x selects, e edits', async () => {
    api.answer('GET /api/library/author/search', two)
    const { person } = visit('/library/authors', everything)
    await screen.findByRole('link', { name: 'Ada' })
    await heard(person)
    const focused = () => document.activeElement?.textContent
    await person.keyboard('j')
    expect(focused()).toBe('Ada')
    await person.keyboard('j')
    expect(focused()).toBe('Bell')
    await person.keyboard('j')
    expect(focused()).toBe('Bell')
    await person.keyboard('{ArrowUp}')
    expect(focused()).toBe('Ada')
    await person.keyboard('{ArrowDown}k')
    expect(focused()).toBe('Ada')
    await person.keyboard('x')
    await screen.findByText('1 selected')
    await person.keyboard('jx')
    await screen.findByText('2 selected')
    await person.keyboard('e')
    await waitFor(() => expect(address()).toBe('/library/authors/4'))
  })

  it('Enter on a row opens it', async () => {
    api.answer('GET /api/library/author/search', two)
    const { person } = visit('/library/authors', everything)
    await screen.findByRole('link', { name: 'Ada' })
    await heard(person)
    await person.keyboard('jj{Enter}')
    await waitFor(() => expect(address()).toBe('/library/authors/4'))
  })
})
