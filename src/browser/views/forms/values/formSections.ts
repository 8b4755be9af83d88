import {
  isMask,
  isMasked,
  mayRead,
  kindOf,
  sectionsOf,
  type Field,
  type Resource,
  type User,
} from '#schema'

import type { Row } from '../../../client/records/row.ts'
import {
  readableFields,
  writableNames,
  type NamedField,
} from '../../../client/records/permitted.ts'

/** One field of a form: typed, or only shown to a user who may not set it. */
export interface FormField extends NamedField {
  readonly isWritable: boolean
  /** The user does not see the value: what is left empty stays as it is. */
  readonly isBlind: boolean
  /** Why this user cannot change this record's value, although they may change others'. */
  readonly reason?: string | undefined
}

export interface FormSection {
  readonly heading: string
  readonly fields: readonly FormField[]
}

/** The sections of a form as a user may see them; a new record has nothing to show of what cannot be set. */
export function formSections(
  resource: Resource,
  user: User,
  record: Row | undefined,
  fixed: Readonly<Record<string, string | undefined>> = {},
): FormSection[] {
  const writable = writableNames(resource, user)
  return sectionsOf(resource.form)
    .map(([heading, names]) => ({
      heading,
      fields: readableFields(resource, user, names)
        .map((named) => ({
          ...named,
          isWritable: writable.has(named.name) && !(named.name in fixed),
          reason: fixed[named.name],
          isBlind: record !== undefined && isUnseen(named.field, record[named.name]),
        }))
        .filter(({ isWritable }) => isWritable || record !== undefined)
        .filter(({ name, field }) => !record || mayRead(user, field) || name in record),
    }))
    .filter(({ fields }) => fields.length > 0)
}

/** Whether a value stands behind the input that the user has not been shown. */
const isUnseen = (field: Field, value: unknown): boolean =>
  kindOf(field).writeOnly === true || (isMasked(field) && isMask(value))
