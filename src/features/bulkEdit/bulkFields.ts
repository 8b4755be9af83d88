import { kindOf, mayUnmask, sectionsOf, type Resource, type User } from '#schema'

import {
  readableFields,
  writableNames,
  type NamedField,
} from '../../browser/client/records/permitted.ts'

/**
 * The fields that a user may give one value in many records: those of the form that they may set, without what
 * is masked, never shown, or must differ from record to record.
 */
export function bulkFields(resource: Resource, user: User): NamedField[] {
  const writable = writableNames(resource, user)
  const names = sectionsOf(resource.form).flatMap(([, fields]) => fields)
  return readableFields(resource, user, names).filter(
    ({ name, field }) =>
      writable.has(name) &&
      !field.options.unique &&
      mayUnmask(user, field) &&
      !kindOf(field).writeOnly,
  )
}
