import type { ReactNode } from 'react'
import { testDataProvider } from 'react-admin'
import { vi } from 'vitest'

import type { User } from '#schema'

import { views } from '../../../resources/index.browser.ts'
import { permissions as declared } from '../../../resources/permissions.ts'
import { PermissionTextsContext } from '../../../src/browser/client/session/authProvider.ts'
import { permission } from '../../../src/system/permission/permission.ts'
import { role } from '../../../src/system/role/role.ts'
import { user as userResource } from '../../../src/system/user/user.ts'
import { ResourceCreate, ResourceEdit } from '../../../src/browser/views/ResourceForms.tsx'
import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import type { Views } from '../../../src/browser/views/resourceViews.ts'
import type { ConsoleProvider } from '../../../src/browser/client/records/provider.ts'
import { openScreens } from '../../browser/views/screens.tsx'

const resources = [role, permission, userResource]

/** The permissions of the console of these tests, in the order the server gives them: by name. */
export const permissions = [
  option(9, 'acme.report', null, null),
  option(7, 'audit.view', 'Audit', 'See the audit log'),
  option(4, 'lead.create', 'Leads', 'Create leads'),
  option(5, 'lead.export', 'Leads', 'Export leads, contacts masked'),
  option(2, 'lead.update', 'Leads', 'Change leads'),
  option(3, 'lead.view', 'Leads', 'See the list of leads'),
  option(8, 'settings.tag.view', 'Settings', 'See tags'),
]

function option(id: number, name: string, group: string | null, description: string | null) {
  return { id, name, group, description }
}

export const manager = {
  id: 2,
  version: 1,
  name: 'Manager',
  guard_name: 'api',
  permissions: [2, 3, 8],
  permission_count: 3,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  labels: {
    permissions: [2, 3, 8].map((id) => ({
      id,
      label: permissions.find((one) => one.id === id)!.name,
    })),
  },
}

const managing = [
  'management.role.view',
  'management.role.create',
  'management.role.update',
  'management.role_has_permissions.view',
  'management.role_has_permissions.update',
]

/** Somebody who manages roles and holds every permission but some. */
export function editorWithout(...names: string[]): User {
  const held = [...managing, ...permissions.map(({ name }) => name)]
  return {
    id: 5,
    name: 'Ada',
    email: 'ada@example.com',
    permissions: new Set(held.filter((name) => !names.includes(name))),
  }
}

export function roleProvider(overrides: Partial<ConsoleProvider> = {}) {
  const small = { ...manager, id: 3, name: 'Small', permissions: [3], permission_count: 1 }
  const rows = [manager, small]
  return {
    ...testDataProvider({
      getList: vi.fn(async () => ({ data: rows, total: 2 })) as never,
      getOne: vi.fn(async () => ({ data: manager })) as never,
      create: vi.fn(async ({ data }: any) => ({ data: { ...data, id: 8 } })) as never,
      update: vi.fn(async () => ({ data: manager })) as never,
    }),
    options: vi.fn(async () => ({ data: permissions })),
    call: vi.fn() as never,
    download: vi.fn(),
    headers: async () => ({}),
    answered: async () => {},
    ...overrides,
  } satisfies ConsoleProvider
}

interface Visit {
  user?: User
  provider?: ConsoleProvider
}

/** Opens an address of the roles. */
export function visit(
  path: string,
  { user = editorWithout(), provider = roleProvider() }: Visit = {},
) {
  const props = { resource: role, views: views.roles as Views<any> }
  const inOrder = (screen: ReactNode) => (
    <PermissionTextsContext.Provider value={async () => declared}>
      {screen}
    </PermissionTextsContext.Provider>
  )
  const screens = {
    '/management/roles/*': inOrder(<ResourceList {...props} />),
    '/management/role/create': inOrder(<ResourceCreate {...props} />),
    '/management/role/:id/edit': inOrder(<ResourceEdit {...props} />),
  }
  return { provider, ...openScreens(path, screens, { user, provider, resources }) }
}
