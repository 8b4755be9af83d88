import type { FieldChange } from '#contract'
import { kindOf, mayRead, shown, type Field, type Resource, type User } from '#schema'

import type { Row } from '../read/select.ts'

/** What the audit log holds of a write: the changed fields only. */
export interface Write {
  readonly before: Row | null
  readonly after: Row | null
}

/** The fields that a write changed and the user may read, in the order of the declaration. */
export function changesOf(resource: Resource, user: User, { before, after }: Write): FieldChange[] {
  return Object.entries<Field>(resource.fields)
    .filter(
      ([name, field]) => mayRead(user, field) && (name in (before ?? {}) || name in (after ?? {})),
    )
    .map(([name, field]) => ({
      field: name,
      before: shownValue(field, before?.[name]),
      after: shownValue(field, after?.[name]),
    }))
}

/** A value of the audit log as it is shown. */
export function shownValue(field: Field, value: unknown): unknown {
  // What nobody can read stands in the log as dots already.
  return kindOf(field).writeOnly ? (value ?? null) : shown(field, value)
}
