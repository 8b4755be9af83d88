import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AdminContext, memoryStore, testDataProvider, type I18nProvider } from 'react-admin'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, vi } from 'vitest'

import type { User } from '#schema'

import { Toasts } from '../../../src/browser/layout/Toasts.tsx'
import { UserContext } from '../../../src/browser/session.ts'
import { ResourceCreate } from '../../../src/browser/views/ResourceCreate.tsx'
import { ResourceEdit } from '../../../src/browser/views/ResourceEdit.tsx'
import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import { ResourcesContext } from '../../../src/browser/views/resources.ts'
import { ResourceShow } from '../../../src/browser/views/ResourceShow.tsx'
import type { ConsoleProvider } from '../../../src/browser/views/provider.ts'
import { everything, lamp, resources, thing, userWith } from './fixture.ts'

// The first form of a file loads its chunk.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 60_000 })

URL.createObjectURL ??= () => 'blob:test'
URL.revokeObjectURL ??= () => {}

window.matchMedia ??= (query) =>
  ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }) as unknown as MediaQueryList

const problems = vi.spyOn(console, 'error').mockImplementation(() => {})
beforeEach(() => problems.mockClear())
afterEach(() => {
  cleanup()
  expect(problems.mock.calls.filter(([first]) => !isRefusal(first))).toEqual([])
})

/** react-admin itself logs every rejected call while it is developed. */
const isRefusal = (logged: unknown) => logged instanceof Error && 'status' in logged

/** Translates nothing and fills in the values, as the English dictionary would. */
const english: I18nProvider = {
  translate: (key, { _: text, ...values } = {}) =>
    String(text ?? key).replaceAll(/%\{(\w+)\}/g, (_all, name) => String(values[name] ?? '')),
  changeLocale: async () => {},
  getLocale: () => 'en',
}

/** A data provider of one list; every method can be watched and replaced. */
export function fakeProvider(overrides: Partial<ConsoleProvider> = {}) {
  const rows = [lamp()]
  return {
    ...testDataProvider({
      getList: vi.fn(async () => ({ data: rows, total: rows.length })) as never,
      getOne: vi.fn(async () => ({ data: rows[0] })) as never,
      create: vi.fn(async ({ data }: any) => ({ data: { ...data, id: 8 } })) as never,
      update: vi.fn(async () => ({ data: rows[0] })) as never,
      delete: vi.fn(async () => ({ data: rows[0] })) as never,
    }),
    options: vi.fn(async () => ({
      data: [
        { id: 1, name: 'VIP', color: '#111111' },
        { id: 2, name: 'Cold', color: '#eeeeee' },
      ],
    })),
    call: vi.fn(async () => ({ message: 'Done', data: {} })) as never,
    download: vi.fn(async () => new Blob(['id'])),
    headers: async () => ({ Authorization: 'Bearer test' }),
    answered: async () => {},
    ...overrides,
  } satisfies ConsoleProvider
}

interface Visit {
  user?: User
  provider?: ConsoleProvider
  /** A route of its own for create and edit, and the show page. */
  pages?: boolean
}

/** Opens an address of a console that knows the fixture's resources. */
export function visit(
  path: string,
  { user = userWith(...everything), provider = fakeProvider() }: Visit = {},
) {
  const routes = [
    ...resources.map((resource) => ({
      path: `/${resource.routes.list}/*`,
      element: <ResourceList key={resource.name} resource={resource} />,
    })),
    { path: '/page/create', element: <ResourceCreate resource={thing} /> },
    { path: '/page/:id/edit', element: <ResourceEdit resource={thing} /> },
    { path: '/page/:id', element: <ResourceShow resource={thing} /> },
  ]
  const element = (page: React.ReactNode) => (
    <AdminContext dataProvider={provider} i18nProvider={english} store={memoryStore()}>
      <UserContext.Provider value={user}>
        <ResourcesContext.Provider value={resources}>{page}</ResourcesContext.Provider>
        <Toasts />
      </UserContext.Provider>
    </AdminContext>
  )
  const router = createMemoryRouter(
    routes.map((route) => ({ ...route, element: element(route.element) })),
    { initialEntries: [path] },
  )
  render(<RouterProvider router={router} />)
  return { provider, router, person: userEvent.setup({ delay: null }) }
}
