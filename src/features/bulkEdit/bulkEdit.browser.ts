import { lazy } from 'react'

import type { Resource, User } from '#schema'

import type { Translate } from '../../browser/client/i18n/texts.ts'
import { may } from '../../browser/client/records/permitted.ts'
import type { Act } from '../../browser/views/actions/action.ts'
import type { Feature } from '../../browser/views/slots.ts'
import { bulkFields } from './bulkFields.ts'

const BulkEdit = lazy(async () => ({ default: (await import('./BulkEdit.tsx')).BulkEdit }))

/** The same values in many records; which fields, its dialog asks. */
export const bulkEdit: Feature = { parts: { bulkActions } }

function bulkActions(resource: Resource, user: User, t: Translate): Act[] {
  const mayEdit = may(resource, 'edit', user) && bulkFields(resource, user).length > 0
  return mayEdit ? [{ name: 'update', label: t('edit'), Form: BulkEdit }] : []
}
