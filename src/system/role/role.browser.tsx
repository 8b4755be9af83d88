import { lazy, Suspense } from 'react'

import { useT, Waiting, type Views } from '#browser'

import type { Role, role } from './role.ts'

const PermissionsInput = lazy(async () => ({
  default: (await import('./matrix/PermissionsInput.tsx')).PermissionsInput,
}))
const GroupedPermissions = lazy(async () => ({
  default: (await import('./matrix/GroupedPermissions.tsx')).GroupedPermissions,
}))

/** Permissions are counted in the list, grouped where a role is shown, and chosen in a matrix. */
export const roleViews: Views<typeof role> = {
  fields: { permissions: RolePermissions, permission_count: PermissionCount },
  filledWithout: ['permissions'],
  inputs: {
    permissions: (props) => (
      <Suspense fallback={<Waiting />}>
        <PermissionsInput {...props} />
      </Suspense>
    ),
  },
}

function PermissionCount({ record }: { record: Role }) {
  return useT()('count_permissions', { smart_count: record.permission_count })
}

function RolePermissions({ record, full }: { record: Role; full?: boolean }) {
  const t = useT()
  const { permissions } = record
  if (!full) return t('count_permissions', { smart_count: permissions.length })
  return (
    <>
      <PermissionCount record={record} />
      <Suspense fallback={<Waiting />}>
        <GroupedPermissions ids={permissions} />
      </Suspense>
    </>
  )
}
