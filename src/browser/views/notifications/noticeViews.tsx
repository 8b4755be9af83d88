import { lazy, Suspense } from 'react'

import type { Resource } from '#schema'

import { lazyScreen } from '../../ui/states/Loading.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import type { Views } from '../resourceViews.ts'

const loadCells = () => import('./noticeCells.tsx')

const NoticeTools = lazy(async () => ({
  default: (await import('./NoticeTools.tsx')).NoticeTools,
}))

/** The list of notifications, and the page of one. */
export const noticeViews: Views<Resource> = {
  show: lazyScreen(async () => (await import('./NoticePage.tsx')).NoticePage),
  listActions: () => (
    <Suspense>
      <NoticeTools />
    </Suspense>
  ),
  fields: {
    title: lazyPart(async () => (await loadCells()).Title),
    message: lazyPart(async () => (await loadCells()).Message),
    read_at: lazyPart(async () => (await loadCells()).ReadMark),
  },
}
