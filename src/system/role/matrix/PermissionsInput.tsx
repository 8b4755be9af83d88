import type { Role } from '../role.ts'
import { FullRole } from './FullRole.tsx'
import { PermissionMatrix } from './PermissionMatrix.tsx'

/** Permissions are chosen in a matrix, but for a role that holds everything. */
export function PermissionsInput({ source, record }: { source: string; record?: Role }) {
  return record?.is_full ? <FullRole /> : <PermissionMatrix source={source} />
}
