import { lazy } from 'react'

import { may } from '../../browser/client/records/permitted.ts'
import type { Feature } from '../../browser/views/slots.ts'

const MergeForm = lazy(async () => ({ default: (await import('./MergeForm.tsx')).MergeForm }))

/** One record becomes another of its resource, where the declaration says that it may. */
export const merge: Feature = {
  parts: {
    recordActions({ resource, record, user, t }) {
      const isOffered =
        resource.mergeable &&
        may(resource, 'edit', user, record) &&
        may(resource, 'delete', user, record)
      return isOffered
        ? [{ name: 'merge', label: t('merge_into'), final: true, Form: MergeForm }]
        : []
    },
  },
}
