import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { resources } from '#resources'

import { home } from '../../../resources/home.ts'
import { screens, views } from '../../../resources/index.browser.ts'
import { optionLists } from '../../../resources/optionLists.ts'
import { client } from '../../../src/browser/client/http/http.ts'
import { itemsOf, optionListsOf } from '../../../src/browser/client/options/lists.ts'
import { connect } from '../../../src/browser/client/session/connection.ts'
import { session } from '../../../src/browser/client/session/session.ts'
import { store } from '../../../src/browser/client/storage/store.ts'
import { createConsole } from '../../../src/browser/frame/Console.tsx'
import { LoginPage } from '../../../src/browser/frame/login/LoginPage.tsx'
import { slots } from '../../../src/features/index.browser.ts'
import {
  startSpecServer,
  type SpecServer,
  type SpecUser,
} from '../../fixtures/sending/specServer.ts'
import { tellApiOrigin } from '../../browser/shell/api.ts'

let server: SpecServer
let first: SpecUser

const http = connect(client, { session, reload: () => {} })

beforeAll(async () => {
  server = await startSpecServer({
    localizations: { de: { console: { sign_out: 'Abmelden', help: 'Hilfe' } } },
  })
  first = structuredClone(server.user)
  const takeBack = tellApiOrigin(server.origin)
  return () => (takeBack(), server.stop())
})

beforeEach(() => {
  session.write(undefined)
  window.localStorage.clear()
  Object.assign(server.user, structuredClone(first))
  server.mend()
  server.calls.length = 0
  server.flaws.length = 0
})
afterEach(() => server.forget())

const type = async (person: ReturnType<typeof userEvent.setup>, password: string) => {
  await person.type(screen.getByLabelText('E-mail'), server.user.email)
  await person.type(screen.getByLabelText('Password'), password)
  await person.click(screen.getByRole('button', { name: 'Sign in' }))
}

/** Signs in on the first page and opens an address of the console. */
async function enter(changes: Partial<SpecUser> = {}, path = '/') {
  Object.assign(server.user, changes)
  const person = userEvent.setup({ delay: null })
  const onSignedIn = vi.fn()
  render(<LoginPage onTyping={() => {}} onSignedIn={onSignedIn} />)
  await type(person, server.user.password)
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled())
  cleanup()
  window.history.replaceState(window.history.state, '', path)
  const leave = vi.fn()
  const services = { http, session, store, leave }
  const Console = createConsole({
    slots,
    resources,
    views,
    screens,
    home,
    optionLists,
    ...services,
  })
  render(<Console />)
  return { person, leave }
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const menuItems = async () =>
  within(await screen.findByRole('navigation', { name: 'Main menu' }))
    .getAllByRole('listitem')
    .map((one) => within(one).getByRole('link').getAttribute('href'))

describe('behind a server that speaks only the specification, the console', () => {
  it('tells wrong credentials under their field', async () => {
    const person = userEvent.setup({ delay: null })
    render(<LoginPage onTyping={() => {}} onSignedIn={() => {}} />)
    await type(person, 'wrong')
    expect(await screen.findByText('Wrong e-mail or password')).toBeTruthy()
    expect(screen.queryByText('Second')).toBeNull()
  })

  it('asks only once whether it is to be set up', async () => {
    render(<LoginPage onTyping={() => {}} onSignedIn={() => {}} />)
    await waitFor(() => expect(server.calls).toEqual(['GET /setup']))
    await act(() => new Promise((resolve) => setTimeout(resolve, 3500)))
    expect(server.calls).toEqual(['GET /setup'])
  })

  it('leads to the dashboard, whose cards stand without their numbers', async () => {
    await enter({ permissions: ['dashboard.view', 'lead.view'] })
    expect(await heading('Dashboard')).toBeTruthy()
    expect(window.location.pathname).toBe('/dashboard')
    expect((await screen.findAllByTestId('placeholder')).length).toBeGreaterThan(0)
  })

  it('leads to the leads without the dashboard, and says why there are none', async () => {
    await enter()
    expect(await heading('Leads')).toBeTruthy()
    expect(window.location.pathname).toBe('/lead/search')
    const words = await screen.findAllByText('The server has nothing at this address.')
    expect(words.length).toBeGreaterThan(0)
    expect(await screen.findByRole('button', { name: /try again/i })).toBeTruthy()
  })

  it('shows in the sidebar what the permissions allow', async () => {
    await enter({ permissions: ['lead.view', 'settings.tag.view'] })
    expect(await menuItems()).toEqual(['/lead/search', '/settings/tags'])
  })

  it('takes new permissions from the next profile', async () => {
    await enter({ permissions: ['lead.view'] })
    server.user.permissions = ['lead.view', 'settings.tag.view']
    await waitFor(async () => expect(await menuItems()).toEqual(['/lead/search', '/settings/tags']))
    expect(session.read()).toMatchObject({ is_fetched: true, email: 'ada@example.com' })
  })

  it('shows the notifications that the profile carries', async () => {
    const { person } = await enter()
    await person.click(await screen.findByRole('button', { name: 'Notifications (1)' }))
    expect(await screen.findByText('Read me')).toBeTruthy()
  })

  it('speaks the language of the user with the texts of the server', async () => {
    await enter({ settings: { locale: 'de' } })
    expect(await screen.findByRole('button', { name: 'Hilfe' })).toBeTruthy()
    expect(server.calls).toContain('GET /localizations/de')
  })

  it('sends with every call what the specification asks for', async () => {
    await enter({ permissions: ['lead.view', 'options.tags.all', 'user.profile.view'] }, '/profile')
    await heading('Profile')
    await waitFor(() => expect(server.calls).toContain('GET /settings/tag/all'))
    expect(server.calls).toEqual(expect.arrayContaining(['POST /login', 'GET /profile']))
    expect(server.flaws).toEqual([])
  })

  it('has every option list of the specification', async () => {
    await enter()
    const lists = optionListsOf(resources, optionLists).filter(({ permissions }) =>
      permissions.some((one) => server.user.permissions.includes(one)),
    )
    expect(lists).toHaveLength(12)
    for (const list of lists) {
      const { items } = itemsOf(list, await http.json(list.path))
      expect(items.length).toBeGreaterThan(0)
      for (const { label } of items) expect(label).not.toMatch(/^#|object|undefined/)
    }
  })

  it('keeps the lists loaded once the first screen stands, and only those it may have', async () => {
    await enter({ permissions: ['lead.view', 'options.tags.all'] })
    const kept = () => JSON.parse(window.localStorage.getItem('leadgate.options') ?? '{}')
    await waitFor(() => expect(kept().tags?.state).toBe('loaded'))
    expect(kept().tags.items).toEqual([{ value: 6, label: 'VIP' }])
    expect(Object.keys(kept())).toEqual(['tags'])
    expect(server.calls.filter((call) => call.endsWith('/all'))).toEqual(['GET /settings/tag/all'])
  })

  it('does not ask again and again for what the server does not have', async () => {
    await enter({ permissions: ['lead.view'] })
    await heading('Leads')
    await act(() => new Promise((resolve) => setTimeout(resolve, 4000)))
    const unknown = server.calls.filter((call) => !server.isKnown(call))
    expect(unknown).toEqual([...new Set(unknown)])
  })

  it.each(['answers', 'fails'])('signs out when the server %s', async (how) => {
    const { person, leave } = await enter({ permissions: ['lead.view'] })
    if (how === 'fails') server.break('DELETE /logout')
    await person.click(await screen.findByRole('button', { name: /^Account of/ }))
    await person.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() => expect(leave).toHaveBeenCalled())
    expect(session.read()).toBeUndefined()
    const left = ['auth', 'dashboard', 'options'].map((name) =>
      window.localStorage.getItem(`leadgate.${name}`),
    )
    expect(left).toEqual([null, null, null])
    expect(server.calls).toContain('DELETE /logout')
  })

  it('warns and ends the session when the server no longer knows it', async () => {
    await enter({ permissions: ['lead.view'] })
    await heading('Leads')
    server.forget()
    await http.json('/profile').catch(() => undefined)
    const warning = 'Token has expired. Login again.'
    expect(await screen.findByText(warning, { selector: '.MuiAlert-message' })).toBeTruthy()
  })
})
