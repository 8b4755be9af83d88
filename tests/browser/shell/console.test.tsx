import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { session } from '../../../src/browser/client/session/session.ts'
import { api, recordCalls, serveApi, visit } from './console.tsx'
import { everything } from './fixture.ts'

serveApi()

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const address = () => window.location.pathname

describe('an address', () => {
  it('of a list shows the list and asks for it once', async () => {
    visit('/library/authors', everything)
    expect(await heading('Authors')).toBeTruthy()
    expect(await screen.findByText('Ada')).toBeTruthy()
    expect(api.callsTo('GET /api/library/author/search')).toHaveLength(1)
  })

  it.each([
    ['/library/authors', 'author.view'],
    ['/library/authors/create', 'author.create'],
    ['/library/books/search', 'book.view'],
    ['/library/book/create', 'book.create'],
    ['/library/book/3/edit', 'book.update'],
    ['/library/book/single/3', 'book.view'],
  ])('%s without %s is refused in place and asks the server nothing', async (path, missing) => {
    visit(
      path,
      everything.filter((one) => one !== missing),
    )
    expect(await heading('No permission')).toBeTruthy()
    expect(address()).toBe(path)
    await act(() => new Promise((resolve) => setTimeout(resolve, 150)))
    expect(recordCalls()).toEqual([])
  })

  it('of one record is refused only to who may neither change nor see it', async () => {
    visit('/library/authors/3', ['author.view'])
    expect(await screen.findByRole('dialog')).toBeTruthy()
    expect(screen.queryByText('No permission')).toBeNull()
  })

  it.each(['/nowhere', '/library', '/library/authors/ada', '/library/book/x/edit', '/dashboard'])(
    '%s that leads nowhere says so and leads back',
    async (path) => {
      visit('/library/authors', everything)
      await heading('Authors')
      window.history.pushState(null, '', path)
      const { person } = visit(path, everything)
      expect(await heading('OOPS!')).toBeTruthy()
      const text = "No signal here! we can't find the page you are looking for"
      expect(screen.getByText(text)).toBeTruthy()
      const back = vi.spyOn(window.history, 'go')
      await person.click(screen.getByRole('button', { name: 'Back' }))
      expect(back).toHaveBeenCalledWith(-1)
      back.mockRestore()
    },
  )

  it('specification 2: that leads nowhere in a fresh tab leads to the first screen', async () => {
    const { person } = visit('/nowhere', everything)
    await heading('OOPS!')
    const fresh = vi.spyOn(window.history, 'length', 'get').mockReturnValue(1)
    await person.click(screen.getByRole('button', { name: 'Back' }))
    expect(await heading('Books')).toBeTruthy()
    fresh.mockRestore()
  })

  it.each(['/', '/login'])('%s leads to the first screen the user may see', async (path) => {
    visit(path, [...everything, 'dashboard.view'])
    expect(await heading('Books')).toBeTruthy()
    expect(address()).toBe('/library/books/search')
  })

  it('/ leads to any list at all before it leads to none', async () => {
    visit('/', ['author.view'])
    await heading('Authors')
  })

  it('/ says to a user without any permission that there is none', async () => {
    visit('/', [])
    expect(await heading('No permission')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'To the start page' })).toBeNull()
  })

  it('leads a visitor who is not signed in to the first page', async () => {
    const { leave } = visit('/library/authors')
    await waitFor(() => expect(leave).toHaveBeenCalledTimes(1))
    expect(api.calls.filter(({ path }) => !path.includes('localizations'))).toEqual([])
  })

  it('that does not exist says so to a visitor, too', async () => {
    const { leave } = visit('/nowhere')
    await heading('OOPS!')
    expect(leave).not.toHaveBeenCalled()
  })
})

describe('the sidebar', () => {
  const items = async () => {
    const menu = await screen.findByRole('navigation', { name: 'Main menu' })
    return within(menu)
      .queryAllByRole('listitem')
      .map((one) => within(one).getByRole('link').getAttribute('href'))
  }

  it('leads to every list with a group, and marks where the user is', async () => {
    visit('/library/book/3/edit', everything)
    expect(await items()).toEqual(['/library/authors', '/library/books/search', '/shelves'])
    const menu = within(screen.getByRole('navigation', { name: 'Main menu' }))
    expect(menu.getByRole('link', { name: 'Books' }).getAttribute('aria-current')).toBe('page')
    expect(menu.getByRole('link', { name: 'Authors' }).getAttribute('aria-current')).toBeNull()
  })

  it('hides items without their permission, and groups without items', async () => {
    visit('/help', ['book.view'])
    expect(await items()).toEqual(['/library/books/search'])
    expect(screen.getByRole('heading', { name: 'Library' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Furniture' })).toBeNull()
  })

  it('follows a permission that is given while the user works', async () => {
    visit('/help', ['book.view'])
    expect(await items()).toHaveLength(1)
    act(() => session.write({ ...session.read()!, permissions: ['book.view', 'shelf.view'] }))
    expect(await items()).toHaveLength(2)
  })

  it('is folded, and stays so', async () => {
    const { person } = visit('/help', everything)
    await person.click(await screen.findByRole('button', { name: 'Close menu' }))
    expect(screen.getByRole('button', { name: 'Open menu' })).toBeTruthy()
    const menu = within(screen.getByRole('navigation', { name: 'Main menu' }))
    expect(menu.getByRole('link', { name: 'Authors' }).textContent).toBe('')
    expect(window.localStorage.getItem('leadgate.preference.sidebar.open')).toBe('false')
  })
})

describe('on a small screen, the sidebar', () => {
  const matchMedia = window.matchMedia
  beforeEach(() => {
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') })
  })
  afterEach(() => {
    window.matchMedia = matchMedia
  })

  it.each(['Escape', 'a click outside', 'a link'])('lies over the page until %s', async (end) => {
    const { person } = visit('/help', everything)
    expect(await screen.findByRole('heading', { level: 1, name: 'Help' })).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Open menu' }))
    const sidebar = await screen.findByRole('dialog', { name: 'Menu' })
    if (end === 'Escape') await person.keyboard('{Escape}')
    else if (end === 'a link') await person.click(within(sidebar).getByText('Authors'))
    else await person.click(document.querySelector('.MuiBackdrop-root')!)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull())
  })
})

it('a server that fails is told in a message that goes after three seconds', async () => {
  api.answer('GET /api/library/author/search', { status: 500 })
  visit('/library/authors', everything)
  const message = 'The server is unavailable'
  const toast = () => screen.queryByText(message, { selector: '[role=status] .MuiAlert-message' })
  let began = 0
  await waitFor(() => {
    expect(toast()).toBeTruthy()
    began = performance.now()
  })
  await waitFor(() => expect(toast()).toBeNull())
  expect(performance.now() - began).toBeGreaterThan(2500)
})

describe('a session that ends', () => {
  it('warns once, whatever else fails, and asks the server nothing more', async () => {
    api.answer('GET /api/library/author/search', { status: 401, body: {} })
    api.answer('GET /api/profile', { status: 401, body: {} })
    const { reload } = visit('/library/authors', everything)
    await screen.findByText('Token has expired. Login again.', { selector: '.MuiAlert-message' })
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
    const warnings = screen.getAllByText('Token has expired. Login again.', {
      selector: '[role=status] .MuiAlert-message',
    })
    expect(warnings).toHaveLength(1)
    expect(warnings[0]?.closest('.MuiAlert-root')?.className).toContain('Warning')
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    expect(session.read()).toBeUndefined()
  })

  it('is ended by its user, also when the server does not answer', async () => {
    api.answer('DELETE /api/logout', { status: 500 })
    const { person, leave } = visit('/library/authors', everything)
    await person.click(await screen.findByRole('button', { name: 'Account of Ada Lovelace' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() => expect(leave).toHaveBeenCalled())
    expect(session.read()).toBeUndefined()
    expect(api.callsTo('DELETE /api/logout')).toHaveLength(1)
  })
})

it('M5: lets the server know this browser, once for each sign-in', async () => {
  api.answer('POST /api/profile/device', { body: { data: { device: 'lgd_one' } } })
  visit('/library/authors', everything)
  await waitFor(() => expect(localStorage.getItem('leadgate.device')).toBe('lgd_one'))
  cleanup()
  visit('/library/authors', everything)
  await heading('Authors')
  cleanup()
  visit('/library/authors', everything, { access_token: 'another session' })
  await waitFor(() => expect(api.callsTo('POST /api/profile/device')).toHaveLength(2))
  expect(api.callsTo('POST /api/profile/device')[1]?.body).toEqual({ device: 'lgd_one' })
})
