import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'

import { can, field } from '#schema'

import { createConsole } from '../../../src/browser/frame/Console.tsx'
import { createHttp } from '../shell/connect.ts'
import { slots } from '../../../src/features/index.browser.ts'
import { session, type Notice, type Session } from '../../../src/browser/client/session/session.ts'
import { store } from '../../../src/browser/client/storage/store.ts'
import { accounts } from '../../fixtures/accounts.ts'
import { jobOf } from '#system'
import { book } from '../shell/fixture.ts'
import { api, serveApi } from '../shell/console.tsx'
import { newToken, sessionOf } from '../shell/fixture.ts'

export { api, serveApi }

/** Books that also come in files, and that readers are reminded of. */
const brought: typeof book = {
  ...book,
  jobs: {
    remind: {
      label: 'Remind readers',
      asked: {
        books: field.references('books', {}),
        is_urgent: field.boolean({ default: false, label: 'At once' }),
        is_quiet: field.boolean({ default: false, label: 'Without a sound' }),
      },
    },
  },
  access: { ...book.access, import: can('book.import') as typeof book.access.import },
}
const resources = [...accounts, jobOf([brought]), brought]

/** Opens an address of a console that has the engine's own tables, on the real server of `api`. */
export function visit(path: string, permissions: readonly string[], changes?: Partial<Session>) {
  window.history.replaceState(window.history.state, '', path)
  session.write(sessionOf(permissions, { access_token: newToken(), ...changes }))
  const reload = vi.fn()
  const leave = vi.fn()
  const http = createHttp({ origin: api.origin, session, locale: () => 'en', reload })
  const own = { views: {}, screens: [], home: [] }
  const Console = createConsole({ slots, resources, ...own, http, session, store, leave })
  render(<Console />)
  return { person: userEvent.setup() }
}

/** Answers a list with these records, and each by its id. */
export function answerRecords(path: string, records: readonly { id: number }[]): void {
  const meta = { total: records.length, total_is: 'exact', current_page: 1, per_page: 25 }
  api.answer(`GET /api/${path}/search`, { body: { data: records, meta } })
  for (const one of records) api.answer(`GET /api/${path}/${one.id}`, { body: { data: one } })
}

const system = { version: 1, created_at: '2026-01-31T14:30:00Z', labels: {} }

/** A notification as the server lists it. */
export const noticeRecord = (id: number, changes: object = {}) => ({
  ...system,
  id,
  updated_at: '2026-01-31T14:30:00Z',
  user: 5,
  event: 'job_finished',
  title: `Title ${id}`,
  message: `Message ${id}`,
  values: {},
  resource: 'jobs',
  record_id: 7,
  count: 1,
  read_at: null,
  ...changes,
})

/** The same as the bell has it. */
export const notice = (id: number, data: object = {}): Notice => ({
  id,
  data: { title: `Title ${id}`, message: `Message ${id}`, ...data },
  updated_at: '2026-01-31T14:30:00Z',
})

/** A job as the server lists it. */
export const jobRecord = (id: number, changes: object = {}) => ({
  ...system,
  id,
  updated_at: '2026-01-31T14:30:00Z',
  name: `Job ${id}`,
  type: 'bulk',
  state: 'running',
  total: 10,
  pending: 6,
  processed: 4,
  failed: 1,
  progress: 40,
  parameters: { resource: 'books' },
  result: null,
  message: null,
  result_file: null,
  error_file: null,
  started_at: null,
  finished_at: null,
  cancelled_at: null,
  ...changes,
})
