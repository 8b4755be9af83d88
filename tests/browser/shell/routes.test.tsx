import { act, configure, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { resources } from '#resources'

import { home } from '../../../resources/home.ts'
import { screens, views } from '../../../resources/index.views.ts'
import { permissions } from '../../../resources/permissions.ts'
import { createConsole } from '../../../src/browser/Console.tsx'
import { createHttp } from '../../../src/browser/http.ts'
import { session } from '../../../src/browser/session.ts'
import { store } from '../../../src/browser/store.ts'
import { startApi, type Api } from './api.ts'
import { sessionOf } from './fixture.ts'

configure({ asyncUtilTimeout: 15_000 })
vi.setConfig({ testTimeout: 60_000 })

/** The route table of specification 2, with `lead/black_list`. */
const table = [
  ['dashboard', 'dashboard.view'],
  ['lead/search', 'lead.view'],
  ['lead/single/3', 'lead.single.view'],
  ['failed/lead/search', 'failed.lead.view'],
  ['lead/status/settings', 'lead.statusSetting.view'],
  ['lead/history/search', 'lead.history.view'],
  ['lead/black_list', 'lead.black_list.view'],
  ['profile', 'user.profile.view'],
  ['profile/notifications', 'user.profile.notification.view'],
  ['profile/notification/3', 'user.profile.notification.view'],
  ['profile/jobs', 'user.profile.job.view'],
  ['broker/search', 'broker.view'],
  ['broker/department/search', 'broker.department.view'],
  ['broker/department/3/histories/view', 'broker.department.histories.view'],
  ['send/integration/search', 'send.integration.view'],
  ['settings/locales', 'settings.locale.view'],
  ['settings/localizations', 'settings.localization.view'],
  ['settings/statuses', 'settings.status.view'],
  ['settings/countries', 'settings.country.view'],
  ['settings/languages', 'settings.language.view'],
  ['settings/tags', 'settings.tag.view'],
  ['settings/sources', 'settings.source.view'],
  ['settings/affiliate/companies', 'settings.affiliateCompany.view'],
  ['settings/source/random/statuses/search', 'settings.sourceRandomStatus.view'],
  ['settings/requests', 'settings.request.view'],
  ['management/users', 'management.user.view'],
  ['management/user/create', 'management.user.create'],
  ['management/user/3/edit', 'management.user.update'],
  ['management/roles', 'management.role.view'],
  ['management/role/create', 'management.role.create'],
  ['management/role/3/edit', 'management.role.update'],
  ['management/permissions', 'management.permission.view'],
] as const

/** Screens whose resources are not there yet: nothing pretends to be one. */
const later: ReadonlySet<string> = new Set([
  'failed/lead/search',
  'lead/status/settings',
  'lead/history/search',
  'lead/black_list',
  'broker/department/3/histories/view',
  'send/integration/search',
])

const here = table.filter(([path]) => !later.has(path))
const everything = permissions
  .map(({ name }) => name)
  .filter((name) => name !== 'hide.non_privileged')

let api: Api

beforeEach(async () => {
  window.localStorage.clear()
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
  window.history.replaceState(null, '', path)
  session.write(granted && sessionOf(granted))
  const leave = vi.fn()
  const http = createHttp({ origin: api.origin, session, locale: () => 'en', reload: vi.fn() })
  const Console = createConsole({ resources, views, screens, home, http, session, store, leave })
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
    '%s is a no-permission page without %s, and asks for no data',
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

  it.each([...later])('%s is no screen yet', async (path) => {
    visit(`/${path}`, everything)
    expect(await title()).toBe('OOPS!')
  })

  it.each([
    [['dashboard.view', 'lead.view'], '/dashboard'],
    [['lead.view'], '/lead/search'],
  ])('/ leads somebody with %s to %s', async (granted, path) => {
    visit('/', granted)
    await waitFor(() => expect(window.location.pathname).toBe(path))
  })
})
