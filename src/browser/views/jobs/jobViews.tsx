import { lazy, Suspense, type ComponentType } from 'react'

import type { Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { lazyScreen } from '../../ui/states/Loading.tsx'
import type { Views } from '../resourceViews.ts'

const loadList = () => import('./JobList.tsx')
const loadActions = () => import('./JobActions.tsx')

const FileButtons = lazy<ComponentType<{ record: Row }>>(async () => ({
  default: (await loadList()).FileButtons,
}))
const JobRefresh = lazy(async () => ({ default: (await loadList()).JobRefresh }))

/** The list of jobs, and one of them over it. */
export const jobViews: Views<Resource> = {
  show: lazyScreen(async () => (await loadActions()).JobShow),
  listActions: () => (
    <Suspense>
      <JobRefresh />
    </Suspense>
  ),
  rowActions: lazyScreen(async () => (await loadActions()).JobActions),
  fields: { result_file: FileButtons },
}
