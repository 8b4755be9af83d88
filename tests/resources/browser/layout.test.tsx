import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { AdminContext, memoryStore } from 'react-admin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { resources } from '#resources'

import { createI18nProvider } from '../../../src/browser/client/i18n/i18nProvider.ts'
import { engineParts } from '../../../src/browser/frame/engineViews.ts'
import { freePlace } from '../../../src/browser/frame/layout/toasts/freePlace.ts'
import { sidebarGroups } from '../../../src/browser/views/screens/sidebarGroups.ts'
import { noSlots, SlotsContext } from '../../../src/browser/views/slots.ts'
import { UserMenu } from '../../../src/browser/frame/layout/UserMenu.tsx'
import { session } from '../../../src/browser/client/session/session.ts'
import { UserContext } from '../../../src/browser/client/session/user.ts'
import { ResourcesContext } from '../../../src/browser/client/records/resources.ts'
import { userWith } from '../../fixtures/user.ts'
import { api, serveApi, visit } from '../../browser/shell/console.tsx'
import { everything } from '../../browser/shell/fixture.ts'
import { computeStyles, styleOf } from '../../browser/speed.ts'

serveApi()

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const menu = () => screen.findByRole('navigation', { name: 'Main menu' })
const widthOf = (element: Element | null) => element && styleOf(element).width

/** Specification 2, "Layout", line by line. */
describe('the sidebar', () => {
  it('shows a group only with a permission that matches, and no item without its own', () => {
    const shown = (...permissions: string[]) =>
      sidebarGroups({ screens: [], resources }, userWith(...permissions)).map(
        ({ name, entries }) => `${name}: ${entries.map((entry) => entry.path).join()}`,
      )
    expect(shown()).toEqual([])
    expect(shown('settings.tag.view')).toEqual(['Settings: settings/tags'])
    expect(shown('management.role.view', 'lead.view')).toEqual([
      'Leads: lead/search',
      'Users management: management/roles',
    ])
  })

  it('33: hides settings from people who are not privileged (specification 6)', () => {
    const shown = (...permissions: string[]) =>
      sidebarGroups({ screens: [], resources }, userWith(...permissions)).length
    const held = ['settings.tag.view', 'hide.non_privileged']
    expect(shown(...held)).toBe(0)
    expect(shown(...held, 'lead.settings.tag')).toBe(1)
  })

  it('is 64 units wide, 20 when collapsed, of 4 px each', async () => {
    computeStyles()
    const { person } = visit('/help', everything)
    const sidebar = (await menu()).parentElement
    expect(widthOf(sidebar)).toBe(`${64 * 4}px`)
    await person.click(screen.getByRole('button', { name: 'Close menu' }))
    expect(widthOf(sidebar)).toBe(`${20 * 4}px`)
  })

  it('remembers in browser storage that it was collapsed', async () => {
    computeStyles()
    window.localStorage.setItem('leadgate.preference.sidebar.open', 'false')
    const { person } = visit('/help', everything)
    expect(widthOf((await menu()).parentElement)).toBe('80px')
    await person.click(screen.getByRole('button', { name: 'Open menu' }))
    expect(window.localStorage.getItem('leadgate.preference.sidebar.open')).toBe('true')
  })

  it('has names for screen readers and tooltips when it shows icons only', async () => {
    window.localStorage.setItem('leadgate.preference.sidebar.open', 'false')
    const { person } = visit('/help', everything)
    const link = within(await menu()).getByRole('link', { name: 'Authors' })
    await person.hover(link)
    expect((await screen.findByRole('tooltip')).textContent).toBe('Authors')
    expect(screen.getByRole('heading', { level: 2, name: 'Library' })).toBeTruthy()
  })
})

describe('the header', () => {
  const buttons = async () => {
    await heading('Help')
    return within(screen.getByRole('banner'))
      .getAllByRole('button')
      .map((one) => one.getAttribute('aria-label'))
  }

  it('has the search, the help and the user menu, and the bell only with its permission', async () => {
    // It would bring back what is taken away below.
    api.answer('GET /api/profile', { hangs: true })
    visit('/help', ['user.profile.notification.view'])
    const always = ['Close menu', 'Search', 'Dark theme', 'Help']
    expect(await buttons()).toEqual([...always, 'Notifications', 'Account of Ada Lovelace'])
    act(() => session.write({ ...session.read()!, permissions: [] }))
    expect(await buttons()).toEqual([...always, 'Account of Ada Lovelace'])
  })

  it('B17: leads to every list that the sidebar leaves out', () => {
    const itemsFor = (...permissions: string[]) => {
      const { unmount } = render(
        <AdminContext i18nProvider={createI18nProvider('en', {})} store={memoryStore()}>
          <UserContext.Provider value={userWith(...permissions)}>
            <ResourcesContext.Provider value={resources}>
              <SlotsContext.Provider value={{ ...noSlots, features: [engineParts] }}>
                <UserMenu onChangePassword={vi.fn()} onSignOut={vi.fn()} />
              </SlotsContext.Provider>
            </ResourcesContext.Provider>
          </UserContext.Provider>
        </AdminContext>,
      )
      fireEvent.click(screen.getByRole('button'))
      const items = screen.getAllByRole('menuitem').map((one) => one.getAttribute('href')?.slice(1))
      unmount()
      return items.filter((one) => one !== undefined)
    }
    expect(itemsFor()).toEqual([])
    expect(itemsFor('lead.import', 'settings.request.view')).toEqual([
      '/profile/imports',
      '/settings/requests',
    ])
  })

  it('leads to documentation, support and contact: to the built-in help by default', async () => {
    const { person } = visit('/library/authors', everything)
    await person.click(await screen.findByRole('button', { name: 'Help' }))
    const link = (name: string) => screen.getByRole('menuitem', { name }).getAttribute('href')
    expect(link('Documentation')).toBe('/help')
    expect(link('Support')).toBe('/help#support')
    expect(link('Contact')).toBe('/help#contact')
  })

  it('leads where the operator has set, outside in a new tab', async () => {
    const data = { documentation: 'https://wiki.example.com', contact: 'mailto:desk@example.com' }
    api.answer('GET /api/help', { body: { data } })
    const { person } = visit('/library/authors', everything)
    await person.click(await screen.findByRole('button', { name: 'Help' }))
    const item = (name: string) => screen.getByRole('menuitem', { name })
    await waitFor(() =>
      expect(item('Documentation').getAttribute('href')).toBe('https://wiki.example.com'),
    )
    expect(item('Documentation').getAttribute('target')).toBe('_blank')
    expect(item('Support').getAttribute('href')).toBe('/help#support')
    expect(item('Contact').getAttribute('href')).toBe('mailto:desk@example.com')
    expect(item('Contact').getAttribute('target')).toBeNull()
    expect(api.callsTo('GET /api/help')).toHaveLength(1)
  })
})

describe('the page', () => {
  const book = { id: 3, version: 1, created_at: '', updated_at: '', title: 'Emma', labels: {} }

  it('is reached past the menus by the first link of all', async () => {
    const { person } = visit('/library/authors', everything)
    await heading('Authors')
    act(() => (document.activeElement as HTMLElement).blur())
    await person.tab()
    const skip = document.activeElement
    expect(skip?.textContent).toBe('Skip to content')
    expect(document.querySelector(skip?.getAttribute('href') ?? '')?.tagName).toBe('MAIN')
  })

  it.each([
    ['/library/authors', 'Authors – Leadgate'],
    ['/library/authors/create', 'New author – Leadgate'],
    ['/library/authors/3', 'Edit author – Leadgate'],
    ['/library/book/create', 'New book – Leadgate'],
    ['/library/book/single/3', 'Emma – Leadgate'],
    ['/help', 'Help – Leadgate'],
    ['/nowhere', 'OOPS! – Leadgate'],
  ])('%s is called %s in its tab', async (path, title) => {
    api.answer('GET /api/library/book/3', { body: { data: book } })
    visit(path, everything)
    await waitFor(() => expect(document.title).toBe(title))
  })

  it('has the focus on its heading after a change of address', async () => {
    const { person } = visit('/library/authors', everything)
    await screen.findByRole('link', { name: 'Ada' })
    expect(document.activeElement).toBe(document.body)
    await person.click(screen.getByRole('link', { name: 'Books' }))
    const books = await heading('Books')
    await waitFor(() => expect(document.activeElement).toBe(books))
  })

  it('waits with the focus for a heading that comes late', async () => {
    let answer: (value: unknown) => void = () => {}
    api.answer('GET /api/library/book/3', async () => {
      await new Promise((resolve) => (answer = resolve))
      return { body: { data: book } }
    })
    const list = { data: [book], meta: { total: 1, total_is: 'exact' } }
    api.answer('GET /api/library/book/search', { body: list })
    const { person } = visit('/library/books/search', everything)
    await person.click(await screen.findByRole('link', { name: 'Emma' }))
    await waitFor(() => expect(api.callsTo('GET /api/library/book/3')).toHaveLength(1))
    answer(undefined)
    const emma = await heading('Emma')
    await waitFor(() => expect(document.activeElement).toBe(emma))
  })

  it('has it too after a click beside the controls of a row, and Back gives it to the row', async () => {
    api.answer('GET /api/library/book/3', { body: { data: book } })
    const list = { data: [book], meta: { total: 1, total_is: 'exact' } }
    api.answer('GET /api/library/book/search', { body: list })
    const { person } = visit('/library/books/search', everything)
    const link = await screen.findByRole('link', { name: 'Emma' })
    const onMain = vi.fn()
    screen.getByRole('main').addEventListener('focus', onMain)
    await person.click(link.closest('td')!.nextElementSibling!)
    expect(onMain).toHaveBeenCalledOnce()
    const emma = await heading('Emma')
    await waitFor(() => expect(document.activeElement).toBe(emma))
    act(() => screen.getByRole('main').focus())
    act(() => window.history.back())
    await heading('Books')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Emma'))
  })

  it('leaves the focus in a drawer that opens over it, and gives it back to the row', async () => {
    const { person } = visit('/library/authors', everything)
    const link = await screen.findByRole('link', { name: 'Ada' })
    link.focus()
    await person.keyboard('{Enter}')
    const drawer = await screen.findByRole('dialog')
    expect(
      drawer.contains(document.activeElement) || document.activeElement?.contains(drawer),
    ).toBe(true)
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(link)
  })

  it('of a record says where it belongs, above its heading', async () => {
    api.answer('GET /api/library/book/3', { body: { data: book } })
    const { person } = visit('/library/book/single/3', everything)
    await heading('Emma')
    const trail = screen.getByRole('navigation', { name: 'You are here' })
    expect(
      within(trail)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['Library', 'Books', 'Emma'])
    await person.click(within(trail).getByRole('link', { name: 'Books' }))
    await heading('Books')
    expect(screen.queryByRole('navigation', { name: 'You are here' })).toBeNull()
  })
})

describe('B21: the place of a message', () => {
  const floating = document.createElement('div')
  const rectOf = (top: number, bottom: number, left = 0, right = 300) =>
    new DOMRect(left, top, right - left, bottom - top)
  const elements: HTMLElement[] = []

  /** Puts an element on the page of 360 x 740 pixels. */
  function put(tag: string, rect: DOMRect): HTMLElement {
    const element = document.body.appendChild(document.createElement(tag))
    if (tag === 'a') element.setAttribute('href', '/')
    element.getBoundingClientRect = () => rect
    elements.push(element)
    return element
  }

  const box = { left: 16, right: 344, height: 48 }
  const close = { left: 284, right: 344, top: 0, bottom: 48 }
  const place = (its = box, button = close) => freePlace(floating, its, [button], 16)
  const bottom = () => place().bottom

  beforeEach(() => {
    vi.stubGlobal('innerHeight', 740)
    document.elementsFromPoint = (x, y) =>
      elements.toReversed().filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        return x >= left && x <= right && y >= top && y <= bottom
      })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    for (const one of elements.splice(0)) one.remove()
  })

  it('is the lower edge where nothing can be pressed', () => {
    put('p', rectOf(0, 740))
    put('button', rectOf(690, 730, 400, 460))
    expect(bottom()).toBe(16)
  })

  it('is above the buttons that stay in sight, between what is pressed above them', () => {
    put('button', rectOf(690, 730))
    put('input', rectOf(590, 636))
    // Between 634 and 690 there is no room for 48 and the gaps.
    expect(bottom()).toBe(740 - 586)
  })

  it('lets through to what it stands over where all is full, but with its own buttons', () => {
    put('button', rectOf(690, 730))
    for (let top = 0; top < 650; top += 40) put('input', rectOf(top, top + 36, 0, 250))
    expect(place()).toEqual({ bottom: 740 - 686, isOver: true })
  })

  it('stands over no title of a dialog, where all else is full neither', () => {
    put('h2', rectOf(500, 580)).className = 'MuiDialogTitle-root'
    put('button', rectOf(690, 730))
    const input = put('input', rectOf(620, 680))
    expect(place()).toEqual({ bottom: 740 - 496, isOver: false })
    for (let top = 10; top < 490; top += 40) put('input', rectOf(top, top + 36, 0, 250))
    input.getBoundingClientRect = () => rectOf(584, 686, 290, 334)
    expect(place()).toEqual({ bottom: 740 - 496, isOver: true })
  })

  it('needs no more room there than its own buttons', () => {
    for (let top = 10; top < 740; top += 100) put('button', rectOf(top, top + 44, 290, 334))
    // 104 find no room between buttons that are 56 apart; the 40 of its own button do.
    expect(place({ ...box, height: 104 }, { ...close, top: 4, bottom: 44 })).toEqual({
      bottom: 740 - (610 - 4 - 44) - 104,
      isOver: true,
    })
  })

  it('leaves the middle of everything free where its own buttons find no room', () => {
    for (let top = 0; top < 740; top += 50) put('button', rectOf(top, top + 44, 290, 334))
    const own = { ...close, top: 0, bottom: 40 }
    const { bottom: found } = place({ ...box, height: 40 }, own)
    const middles = elements.map((one) => one.getBoundingClientRect().top + 22)
    expect(middles.filter((one) => one > 700 - found && one < 740 - found)).toEqual([])
  })

  it('heeds nothing that is hidden or covered', () => {
    put('button', rectOf(690, 730)).setAttribute('aria-hidden', 'true')
    put('button', rectOf(640, 680))
    put('div', rectOf(600, 740))
    expect(bottom()).toBe(16)
  })
})
