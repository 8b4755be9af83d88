import { lazy } from 'react'

import { type Resource, type User, kindOf, mayUnmask, sectionsOf } from '#schema'

import type { Translate } from '../../browser/client/i18n/texts.ts'
import {
  may,
  readableFields,
  writableNames,
  type NamedField,
} from '../../browser/client/records/permitted.ts'
import type { Action } from '../../browser/views/actions/action.ts'
import type { Feature } from '../../browser/views/slots.ts'

const BulkEdit = lazy(async () => ({ default: (await import('./BulkEdit.tsx')).BulkEdit }))

/** The same values in many records; which fields, its dialog asks. */
export const bulkEdit: Feature = { parts: { bulkActions } }

function bulkActions(resource: Resource, user: User, t: Translate): Action[] {
  const mayEdit = may(resource, 'edit', user) && bulkFields(resource, user).length > 0
  return mayEdit ? [{ name: 'update', label: t('edit'), Form: BulkEdit }] : []
}

/**
 * The fields that a user may give one value in many records: those of the form that they may set, without what
 * is masked, never shown, made of rows, a file, or must differ from record to record.
 */
export function bulkFields(resource: Resource, user: User): NamedField[] {
  const writable = writableNames(resource, user)
  const names = sectionsOf(resource.form).flatMap(([, fields]) => fields)
  return readableFields(resource, user, names).filter(
    ({ name, field }) =>
      writable.has(name) &&
      !field.options.unique &&
      mayUnmask(user, field) &&
      !kindOf(field).writeOnly &&
      !kindOf(field).cells &&
      !kindOf(field).file,
  )
}
