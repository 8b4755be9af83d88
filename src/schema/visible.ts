import type { User } from './access.ts'
import type { Field } from '../kinds/field.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Resource } from './resource.ts'

/** Whether the field exists for the user: as a column, operand, label or export. */
export function mayRead(user: User, { options }: Field): boolean {
  return options.readBy === undefined || user.permissions.has(options.readBy)
}

/** Whether the field's values are shown masked, to everybody, until somebody reveals them (product.md 15.1). */
export function isMasked({ options }: Field): boolean {
  return options.unmaskBy !== undefined
}

/** Whether the user may reveal the field's values, and search and filter by them as by any others. */
export function mayUnmask(user: User, { options }: Field): boolean {
  return options.unmaskBy === undefined || user.permissions.has(options.unmaskBy)
}

/** Whether a file for the user holds the field's values only masked. */
export function isMaskedInFiles(user: User, field: Field): boolean {
  const { exportBy } = field.options
  return !mayUnmask(user, field) || (exportBy !== undefined && !user.permissions.has(exportBy))
}

/** Whether the user may set the field. */
export function mayWrite(user: User, field: Field): boolean {
  const { computed, writeBy } = field.options
  return !computed && mayRead(user, field) && (!writeBy || user.permissions.has(writeBy))
}

/** The names of the declared fields that the user may read and whose values are shown at all, masked or not. */
export function readableNames(resource: Resource, user: User): string[] {
  return Object.entries<Field>(resource.fields)
    .filter(([, field]) => mayRead(user, field) && !kindOf(field).writeOnly)
    .map(([name]) => name)
}

/** A value as it is shown: masked where the field says so. */
export function shown(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null
  return isMasked(field) ? (kindOf(field).mask?.(value) ?? null) : value
}
