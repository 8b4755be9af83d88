import type { Field, Resource } from '#schema'

import { confirmPassword } from '../kernel/errors.ts'
import type { Scope } from './write/transact.ts'

/** Throws 403 with the code `confirm_password` when the write needs a password entered lately and there is none. */
export function requireConfirmed(
  resource: Resource,
  operation: 'create' | 'edit' | 'delete',
  names: readonly string[],
  { isConfirmed }: Pick<Scope, 'isConfirmed'>,
): void {
  if (isConfirmed) return
  const isSensitive = (name: string) => {
    const field: Field | undefined = resource.fields[name]
    return field?.options.reauthenticate === true
  }
  if (resource.reauthenticate?.includes(operation) || names.some(isSensitive)) {
    throw confirmPassword()
  }
}
