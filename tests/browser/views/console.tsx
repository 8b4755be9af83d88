import { testDataProvider } from 'react-admin'
import { vi } from 'vitest'

import { extend, type User } from '#schema'

import { ResourceCreate, ResourceEdit } from '../../../src/browser/views/ResourceForms.tsx'
import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import { ResourceShow } from '../../../src/browser/views/ResourceShow.tsx'
import type { Views } from '../../../src/browser/views/resourceViews.ts'
import type { ConsoleProvider } from '../../../src/browser/client/records/provider.ts'
import { everything, lamp, resources, thing, userWith } from './fixture.ts'
import { openScreens } from './screens.tsx'

URL.createObjectURL ??= () => 'blob:test'
URL.revokeObjectURL ??= () => {}

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
    call: vi.fn(async (_method: string, path: string) => ({
      message: 'Done',
      data: path.includes('/values/search') ? [] : {},
    })) as never,
    download: vi.fn(async () => new Blob(['id'])),
    headers: async () => ({ Authorization: 'Bearer test' }),
    answered: async () => {},
    ...overrides,
  } satisfies ConsoleProvider
}

interface Visit {
  user?: User
  provider?: ConsoleProvider
  /** Own cells of the things. */
  views?: Views<typeof thing>
  /** The fields of the form of a thing; one of every kind unless given. */
  form?: (typeof thing)['form']
}

/** A form of a few fields, for tests that are about no kind: all of it is drawn at each key. */
export const fewFields = {
  Main: ['text', 'email', 'phone', 'integer', 'money'],
  More: ['country', 'reference', 'password', 'secret', 'note'],
} as const

/** Opens an address of a console that knows the fixture's resources. */
export function visit(
  path: string,
  { user = userWith(...everything), provider = fakeProvider(), views, form }: Visit = {},
) {
  const shown = form ? extend(thing, { fields: {}, form }) : thing
  const all = resources.map((resource) => (resource === thing ? shown : resource))
  const lists = all.map((resource) => [
    `/${resource.routes.list}/*`,
    <ResourceList
      key={resource.name}
      resource={resource}
      {...(views && resource === shown && { views: views as Views<any> })}
    />,
  ])
  const screens = {
    ...Object.fromEntries(lists),
    '/page/create': <ResourceCreate resource={shown} />,
    '/page/:id/edit': <ResourceEdit resource={shown} />,
    '/page/:id': <ResourceShow resource={shown} />,
  }
  return { provider, ...openScreens(path, screens, { user, provider, resources: all }) }
}

/** What the server answers to a call that it refuses. */
export const refusal = (status: number, message: string, errors?: Record<string, string>) =>
  Object.assign(new Error(message), { status, body: { message, errors } })

/** A list of these rows and no more. */
export const rowsOf = (...rows: ReturnType<typeof lamp>[]) =>
  vi.fn(async () => ({ data: rows, total: rows.length })) as never
