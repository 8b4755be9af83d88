import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, vi } from 'vitest'

import { anyone, defineResource, field, type Resource } from '#schema'

import { createConsole } from '../../../src/browser/frame/Console.tsx'
import { createHttp } from '../shell/connect.ts'
import type { SavedView } from '../../../src/features/savedViews/savedView.ts'
import { slots } from '../../../src/features/index.browser.ts'
import { session } from '../../../src/browser/client/session/session.ts'
import { store } from '../../../src/browser/client/storage/store.ts'
import { startApi, type Api, type Call } from '../shell/api.ts'
import { newToken, sessionOf } from '../shell/fixture.ts'

const lamp = defineResource('lamps', {
  group: 'Shop',
  permission: 'lamp',
  fields: {
    name: field.text({ search: true }),
    kind: field.choice({ desk: 'Desk', floor: 'Floor' }, { default: 'desk' }),
    watt: field.integer({ optional: true }),
    like: field.reference('lamps', { optional: true }),
  },
  title: 'name',
  list: ['id', 'name', 'kind', 'watt'],
  hiddenColumns: ['watt'],
  filters: ['kind', 'watt'],
  form: ['name', 'kind', 'watt'],
  sort: 'name',
})

const savedView = defineResource('saved_views', {
  api: 'profile/view',
  permission: 'views',
  access: { list: anyone, show: anyone, create: anyone, edit: anyone, delete: anyone },
  fields: {
    name: field.text(),
    resource: field.text(),
    user: field.integer({ computed: true }),
    visibility: field.text({ computed: true }),
    role: field.integer({ computed: true, optional: true }),
    settings: field.json(),
  },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

const me = 5
export let api: Api
/** What the server keeps. */
export let kept: SavedView[]

export const viewOf = (changes: Partial<SavedView>): SavedView => ({
  id: 12,
  version: 1,
  name: 'Floor lamps',
  user: me,
  visibility: 'private',
  role: null,
  settings: { filter: { kind: ['floor'] }, sort: '-watt', columns: ['name', 'watt'], per_page: 50 },
  ...changes,
})

const records = {
  body: {
    data: [{ id: 1, version: 1, name: 'Tall lamp', kind: 'floor', watt: 40, labels: {} }],
    meta: { total: 1, total_is: 'exact' },
  },
}

/** Starts the server of `api`, which keeps no view yet, for each test of the file that calls this. */
export function serveApi(): void {
  beforeEach(async () => {
    window.localStorage.clear()
    kept = []
    api = await startApi({
      'GET /api/profile': () => ({ body: { data: session.read() } }),
      'GET /api/profile/preferences': { body: { data: {} } },
      'GET /api/events': { hangs: true },
      'GET /api/localizations/en': { body: {} },
      'GET /api/lamps/search': records,
      'GET /api/profile/view/search': () => ({
        body: { data: kept, meta: { total: kept.length, total_is: 'exact' } },
      }),
      'GET /api/profile/view/roles': { body: { data: [{ id: 2, name: 'Sender' }] } },
      'POST /api/profile/view': ({ body }: Call) => {
        const made = viewOf({ ...body, id: 30 + kept.length })
        kept.push(made)
        return { status: 201, body: { data: made } }
      },
    })
    api.answer('PUT /api/profile/view/12', ({ body }: Call) => changed(12, body))
    api.answer('POST /api/profile/view/12/share', ({ body }: Call) => changed(12, body))
    api.answer('DELETE /api/profile/view/12', () => {
      kept = kept.filter(({ id }) => id !== 12)
      return { body: { data: { id: 12 } } }
    })
  })
  afterEach(async () => {
    await api.stop()
  })
}

function changed(id: number, changes: Partial<SavedView>) {
  kept = kept.map((one) => (one.id === id ? { ...one, ...changes } : one))
  return { body: { data: kept.find((one) => one.id === id) } }
}

const everything = ['lamp.view', 'lamp.create', 'lamp.update', 'lamp.delete', 'views.share']

/** Opens a list on a real server that keeps views. */
export function visit(
  path: string,
  { permissions = everything, settings = {}, declared = {} } = {},
) {
  window.history.replaceState(window.history.state, '', path)
  session.write(
    sessionOf(permissions, {
      access_token: newToken(),
      id: me,
      settings: { locale: 'en', timezone: 'UTC', ...settings },
    }),
  )
  const http = createHttp({
    origin: api.origin,
    session,
    locale: () => 'en',
    reload: vi.fn(),
  })
  const Console = createConsole({
    slots,
    resources: [{ ...(lamp as Resource), ...declared }, savedView],
    views: {},
    screens: [],
    home: [{ permission: 'lamp.view', path: 'lamps' }],
    http,
    session,
    store,
    leave: vi.fn(),
  })
  render(<Console />)
  return { person: userEvent.setup({ delay: null }) }
}

/** What the list asked the server for, in order. */
export const searches = () =>
  api
    .callsTo('GET /api/lamps/search')
    .map(({ path }) => Object.fromEntries(new URLSearchParams(path.split('?')[1])))

export const headers = async () => {
  await screen.findByRole('link', { name: 'Tall lamp' })
  return screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
}

/** What the address says about the list. */
export const address = () => Object.fromEntries(new URLSearchParams(window.location.search))
