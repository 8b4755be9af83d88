import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { resources } from '#resources'

import { home } from '../../../resources/home.ts'
import { screens, views } from '../../../resources/index.browser.ts'
import { permissions } from '../../../resources/permissions.ts'
import { createConsole } from '../../../src/browser/frame/Console.tsx'
import { createHttp } from '../../browser/shell/connect.ts'
import { slots } from '../../../src/features/index.browser.ts'
import { session } from '../../../src/browser/client/session/session.ts'
import { store } from '../../../src/browser/client/storage/store.ts'
import { routes as table } from '../../fixtures/routes.ts'
import { startApi, type Api } from '../../browser/shell/api.ts'
import { newToken, sessionOf } from '../../browser/shell/fixture.ts'

const addressOf = (path: string) => path.replace('{id}', '3')
const here = table.map(([path, permission]) => [addressOf(path), permission] as const)
const everything = permissions
  .map(({ name }) => name)
  .filter((name) => name !== 'hide.non_privileged')

let api: Api

beforeEach(async () => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  // Nobody looks: the option lists, which are no data of a screen, wait.
  Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  const record = { id: 3, version: 1, created_at: '', updated_at: '', labels: {} }
  const updated_at = '2026-01-31T14:30:00Z'
  const notice = { updated_at, event: 'test', title: 'Hello', message: 'Read me', count: 1 }
  const lists = resources.flatMap((resource) => [
    [
      `GET /api/${resource.api}/search`,
      { body: { data: [], meta: { total: 0, total_is: 'exact' } } },
    ],
    [`GET /api/${resource.api}/3`, { body: { data: record } }],
    [`GET /api/${resource.api}/all`, { body: { data: [] } }],
  ])
  api = await startApi({
    ...Object.fromEntries(lists),
    'GET /api/profile': () => ({ body: { data: session.read() } }),
    'GET /api/localizations/en': { body: {} },
    'GET /api/dashboard': { body: { data: [] } },
    'GET /api/profile/notification/3': { body: { data: { ...record, ...notice } } },
  })
})
afterEach(() => api.stop())

function visit(path: string, granted?: readonly string[]) {
  window.history.replaceState(window.history.state, '', path)
  session.write(granted && sessionOf(granted, { access_token: newToken() }))
  const leave = vi.fn()
  const http = createHttp({ origin: api.origin, session, locale: () => 'en', reload: vi.fn() })
  const Console = createConsole({
    slots,
    resources,
    views,
    screens,
    home,
    http,
    session,
    store,
    leave,
  })
  render(<Console />)
  return { leave }
}

const title = async () => (await screen.findByRole('heading', { level: 1 })).textContent

/** What the frame around every page asks for. */
const frame = new Set([
  'profile',
  'events',
  'localizations',
  'localizations/en',
  'profile/preferences',
  'profile/device',
])
const dataCalls = () =>
  api.calls
    .map(({ path }) => path.replace('/api/', '').split('?')[0] ?? '')
    .filter((path) => !frame.has(path))

describe('specification 2: the route', () => {
  it.each(here)('%s is shown with %s', async (path, permission) => {
    visit(`/${path}`, [permission])
    expect(await title()).not.toMatch(/^(OOPS!|No permission)$/)
    await waitFor(() => expect(dataCalls().length > 0 || path.endsWith('create')).toBe(true))
    expect(window.location.pathname).toBe(`/${path}`)
  })

  it.each(here)(
    '31: %s is a no-permission page without %s, and asks for no data',
    async (path, permission) => {
      visit(
        `/${path}`,
        everything.filter((one) => one !== permission),
      )
      expect(await title()).toBe('No permission')
      await act(() => new Promise((resolve) => setTimeout(resolve, 150)))
      expect(dataCalls()).toEqual([])
      expect(window.location.pathname).toBe(`/${path}`)
    },
  )

  it.each(here)('%s leads a signed-out visitor to the first page', async (path) => {
    const { leave } = visit(`/${path}`)
    await waitFor(() => expect(leave).toHaveBeenCalledTimes(1))
    expect(dataCalls()).toEqual([])
  })

  it('no screen of its own is without a permission', () => {
    expect(screens.filter(({ permission }) => !permission)).toEqual([])
  })

  it('A1: profile/imports is shown to whoever may import, and to nobody else', async () => {
    visit('/profile/imports', ['lead.importThenSend'])
    expect(await title()).toBe('Imports')
    cleanup()
    visit('/profile/imports', ['user.profile.view', 'lead.view'])
    expect(await title()).toBe('No permission')
  })

  it('B8: lead/single/3 keeps the record below its form', async () => {
    visit('/lead/single/3', ['lead.view', 'lead.single.view', 'lead.update'])
    fireEvent.click(await screen.findByRole('link', { name: 'Edit' }))
    expect(await screen.findByRole('dialog', { name: 'Edit lead' })).toBeTruthy()
    expect(window.location.pathname).toBe('/lead/single/3/edit')
    expect(screen.getByRole('heading', { level: 1, name: '#3', hidden: true })).toBeTruthy()
    expect(screen.getByRole('navigation', { name: 'You are here', hidden: true })).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(window.location.pathname).toBe('/lead/single/3'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    [['dashboard.view', 'lead.view'], '/dashboard'],
    [['lead.view'], '/lead/search'],
  ])('/ leads somebody with %s to %s', async (granted, path) => {
    visit('/', granted)
    await waitFor(() => expect(window.location.pathname).toBe(path))
  })

  it('B13: / leads somebody with neither to the first screen that they may open', async () => {
    visit('/', ['settings.tag.view', 'settings.source.view'])
    await waitFor(() => expect(window.location.pathname).toBe('/settings/tags'))
  })

  it('/ leads somebody with nothing to /lead/search, where the permission is missed', async () => {
    visit('/', ['user.profile.update'])
    expect(await title()).toBe('No permission')
    expect(window.location.pathname).toBe('/lead/search')
    expect(screen.queryByRole('link', { name: 'To the start page' })).toBeNull()
    expect(dataCalls()).toEqual([])
  })
})
