import Alert from '@mui/material/Alert'
import { lazy, Suspense } from 'react'

import { useText, Waiting, type Views } from '#browser'

import type { Role, role } from './role.ts'

const PermissionMatrix = lazy(async () => ({
  default: (await import('./matrix/PermissionMatrix.tsx')).PermissionMatrix,
}))
const GroupedPermissions = lazy(async () => ({
  default: (await import('./matrix/GroupedPermissions.tsx')).GroupedPermissions,
}))

/** Permissions are counted in the list, grouped where a role is shown, and chosen in a matrix. */
export const roleViews: Views<typeof role> = {
  fields: { permissions: RolePermissions },
  inputs: { permissions: PermissionsInput },
}

function RolePermissions({ record, full }: { record: Role; full?: boolean }) {
  const say = useText()
  const { permissions } = record
  const count = permissions.length
  const words = say(
    'count_permissions',
    '%{smart_count} permission |||| %{smart_count} permissions',
    {
      smart_count: count,
    },
  )
  if (!full) return words
  return (
    <>
      {words}
      <Suspense fallback={<Waiting />}>
        <GroupedPermissions ids={permissions} />
      </Suspense>
    </>
  )
}

function PermissionsInput({ source, record }: { source: string; record?: Role }) {
  const say = useText()
  if (record?.is_full) {
    return (
      <Alert severity="info" role="note">
        {say(
          'role_is_full',
          'This role holds every permission, also those that come later. Make a new role for less.',
        )}
      </Alert>
    )
  }
  return (
    <Suspense fallback={<Waiting />}>
      <PermissionMatrix source={source} />
    </Suspense>
  )
}
