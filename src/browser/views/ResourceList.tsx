import { lazy, Suspense, useMemo } from 'react'
import { ListBase } from 'react-admin'
import { useMatch } from 'react-router-dom'

import type { Resource } from '#schema'

import { useOpening } from '../savedViews/useOpening.ts'
import type { Views } from '../views.ts'
import { ActProvider } from './acts/ActProvider.tsx'
import { RecordDrawers } from './forms/RecordDrawers.tsx'
import { ListPage, OpeningPage } from './list/ListPage.tsx'
import { firstOrder } from './list/order.ts'
import { RowMenuProvider } from './list/RowMenu.tsx'
import { useBareHistory } from './list/useBareHistory.ts'
import { useLimitedPage } from './list/useLimitedPage.ts'
import { usePerPage } from './list/usePerPage.ts'
import { Waiting } from './Notices.tsx'
import { importPath } from './paths.ts'

const ResourceImport = lazy(async () => ({
  default: (await import('../imports/ResourceImport.tsx')).ResourceImport,
}))

export interface ViewProps {
  resource: Resource
  views?: Views<Resource>
}

/**
 * Rows of one kind of record, `meta` keeps them apart from whole records in the cache (react-admin 3.3). What the server refuses
 * stands in the place of the rows, so that no message need say it as well.
 */
const queryOptions = { meta: { view: 'list' }, onError: () => undefined }

/** The list of a resource, with create, edit and show in a drawer over it where they have no route of their own. */
export function ResourceList({ resource, views }: ViewProps) {
  useBareHistory(resource)
  const isImport = useMatch(importPath(resource)) !== null
  if (isImport && resource.import) {
    return (
      <Suspense fallback={<Waiting />}>
        <ResourceImport resource={resource} />
      </Suspense>
    )
  }
  return <Records key={resource.name} {...{ resource, views }} />
}

function Records({ resource, views }: ViewProps) {
  const perPage = usePerPage()
  const isOpening = useOpening(resource, perPage)
  const isTooMuch = useLimitedPage()
  // The very same at each change of the address, so that only what asks for a part of it is drawn again.
  const content = useMemo(() => <Content resource={resource} views={views} />, [resource, views])
  if (isOpening || isTooMuch) return <OpeningPage resource={resource} />
  return (
    <ListBase
      resource={resource.name}
      disableAuthentication
      exporter={false}
      perPage={perPage}
      sort={firstOrder(resource)}
      queryOptions={queryOptions}
    >
      {content}
    </ListBase>
  )
}

function Content({ resource, views }: ViewProps) {
  const Own = views?.list
  return (
    <ActProvider>
      <RowMenuProvider resource={resource}>
        {Own ? <Own /> : <ListPage resource={resource} views={views} />}
        <RecordDrawers resource={resource} views={views} />
      </RowMenuProvider>
    </ActProvider>
  )
}
