import { lazy } from 'react'

/** The fields of a record under their headings, for a tab of the business. Its files come when it is first shown. */
export const ShowFields = lazy(async () => ({
  default: (await import('./ShowFields.tsx')).ShowFields,
}))
