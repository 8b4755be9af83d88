import { lazy, Suspense, type ComponentType } from 'react'

import type { Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { lazyScreen } from '../../ui/states/Loading.tsx'
import type { Views } from '../slots.ts'

const FileButtons = lazy<ComponentType<{ record: Row }>>(async () => ({
  default: (await import('./JobList.tsx')).FileButtons,
}))
const JobRefresh = lazy(async () => ({ default: (await import('./JobList.tsx')).JobRefresh }))

/** The list of jobs, and one of them over it. */
export const jobViews: Views<Resource> = {
  show: lazyScreen(async () => (await import('./JobActions.tsx')).JobShow),
  listActions: () => (
    <Suspense>
      <JobRefresh />
    </Suspense>
  ),
  rowActions: lazyScreen(async () => (await import('./JobActions.tsx')).JobActions),
  fields: { result_file: FileButtons },
}
