import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, vi } from 'vitest'

import { createConsole } from '../../../src/browser/frame/Console.tsx'
import type { BusinessParts } from '../../../src/browser/frame/consoleOptions.ts'
import { createHttp } from './connect.ts'
import { slots } from '../../../src/features/index.browser.ts'
import { session, type Session } from '../../../src/browser/client/session/session.ts'
import { store } from '../../../src/browser/client/storage/store.ts'
import { startApi, type Api } from './api.ts'
import { newToken, resources, sessionOf } from './fixture.ts'

export let api: Api

export const ada = { id: 3, version: 1, created_at: '', updated_at: '', name: 'Ada', labels: {} }
const list = { body: { data: [ada], meta: { total: 1, total_is: 'exact' } } }

/** Starts the server of `api` for each test of the file that calls this. */
export function serveApi(): void {
  beforeEach(async () => {
    window.localStorage.clear()
    api = await startApi({
      'GET /api/profile': () => ({ body: { data: session.read() } }),
      'GET /api/events': { hangs: true },
      'GET /api/localizations': { body: { en: 'English' } },
      'GET /api/localizations/en': { body: {} },
      'GET /api/library/author/search': list,
      'GET /api/library/author/3': { body: { data: ada } },
      'GET /api/library/book/search': list,
      'DELETE /api/logout': { body: { message: 'Signed out' } },
    })
  })
  afterEach(async () => {
    await api.stop()
  })
}

/** Opens an address of a console with the fixture's resources, on a real server. */
export function visit(
  path: string,
  permissions?: readonly string[],
  changes?: Partial<Session>,
  parts: Partial<BusinessParts> = {},
) {
  window.history.replaceState(window.history.state, '', path)
  session.write(permissions && sessionOf(permissions, { access_token: newToken(), ...changes }))
  const reload = vi.fn()
  const leave = vi.fn()
  const http = createHttp({ origin: api.origin, session, locale: () => 'en', reload })
  const home = [
    { permission: 'dashboard.view', path: 'dashboard' },
    { permission: 'book.view', path: 'library/books/search' },
  ]
  const Console = createConsole({
    slots,
    resources,
    screens: [],
    permissionTexts: async () => [{ name: 'author.view', description: 'See authors' }],
    home,
    http,
    session,
    store,
    leave,
    ...parts,
  })
  render(<Console />)
  return { reload, leave, person: userEvent.setup() }
}

/** The calls for records, as opposed to those of the shell. */
export const recordCalls = () => api.calls.filter(({ path }) => path.startsWith('/api/library'))
