import { kindOf, mayRead, shown, type Field, type Resource, type User } from '#schema'

import type { Row } from '../records/select.ts'

/** One field before and after a write; null is empty. Masked values arrive masked, secrets as `•••`. */
export interface Change {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** The fields that a write changed and the user may read, in the order of the declaration. */
export function changesOf(
  resource: Resource,
  user: User,
  { before, after }: { before: Row | null; after: Row | null },
): Change[] {
  return Object.entries<Field>(resource.fields)
    .filter(
      ([name, field]) => mayRead(user, field) && (name in (before ?? {}) || name in (after ?? {})),
    )
    .map(([name, field]) => ({
      field: name,
      before: told(field, before?.[name]),
      after: told(field, after?.[name]),
    }))
}

function told(field: Field, value: unknown): unknown {
  // What nobody can read stands in the log as dots already.
  return kindOf(field).writeOnly ? (value ?? null) : shown(field, value)
}
