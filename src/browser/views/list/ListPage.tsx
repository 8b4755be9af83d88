import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { useNotify } from 'react-admin'

import { maySort, type Resource } from '#schema'

import { problemOf } from '../../client/http/problem.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { firstOrder, ordersOf, sortText } from '../../client/records/order.ts'
import { useIsFramed } from '../../ui/useIsFramed.ts'
import { useIsPainted } from '../../ui/useIsPainted.ts'
import { SkeletonTable } from '../rows/SkeletonTable.tsx'
import { useParts } from '../slots.ts'
import type { Views } from '../resourceViews.ts'
import { ListHead, ListTitle } from './ListHead.tsx'
import { useListFilter, useListRows, useListSort, useListState } from './listState.tsx'
import { ListTools } from './tools/ListTools.tsx'
import { useCurrentAppearance, useAppearance } from './listAppearance.ts'
import { usePerPage } from './listRequest.ts'
import { Rows } from './ListRows.tsx'

const PrintHead = lazy(async () => ({ default: (await import('./PrintHead.tsx')).PrintHead }))

const ListTabs = lazy(async () => ({ default: (await import('./tabs/ListTabs.tsx')).ListTabs }))

const FailedList = lazy(async () => ({ default: (await import('./EmptyList.tsx')).FailedList }))
const OldRows = lazy(async () => ({ default: (await import('./EmptyList.tsx')).OldRows }))

/** The tabs need counts of their own, so the rows do not wait for their code. */
function Tabs({ resource }: { resource: Resource }) {
  const room = <Box className="tabs-room" sx={{ minHeight: 45 }} />
  return useIsPainted() ? (
    <Suspense fallback={room}>
      <ListTabs resource={resource} />
    </Suspense>
  ) : (
    room
  )
}

interface PageProps {
  resource: Resource
  views?: Views<Resource> | undefined
}

/** Title, tools and rows of the list around. */
export function ListPage({ resource, views }: PageProps) {
  const { appearance, isOpening } = useCurrentAppearance()
  const isFramed = useIsFramed()
  const listActions = useParts('listActions', resource, views)
  const tops = useParts('listTop', resource, views)
  const titled = useParts('listTitle', resource, views)
  return (
    <Page>
      <ListHead {...{ resource, appearance, titled, listActions }} />
      <Suspense>{isFramed && <PrintHead resource={resource} />}</Suspense>
      {tops.map((Top, at) => (
        <Top key={at} />
      ))}
      {resource.tabs && <Tabs resource={resource} />}
      <Suspense>
        <ListTools {...{ resource, appearance, listActions }} />
        <Suspense>
          <RowsOrFailure resource={resource}>
            <Rows {...{ resource, views, appearance, isOpening }} />
          </RowsOrFailure>
        </Suspense>
      </Suspense>
    </Page>
  )
}

/** What was refused in the place of the rows, or above those that stood there before. */
export function RowsOrFailure({ resource, children }: { resource: Resource; children: ReactNode }) {
  const { error, isPending } = useListState()
  const hasRows = useListRows().length > 0
  const isReordered = useOrderInReach(resource)
  const isFailed = Boolean(error) && !isPending && !isReordered
  if (isFailed && !hasRows) return <FailedList resource={resource} />
  return (
    <>
      <Suspense>{isFailed && <OldRows />}</Suspense>
      {children}
    </>
  )
}

/** The page as long as it is not known what to ask for. */
export function OpeningPage({ resource }: PageProps) {
  const names = useNames(resource)
  const { columns, density } = useAppearance(resource, undefined)
  const labels = columns.shown.map(({ name }) => names.column(name))
  return (
    <Page>
      <ListTitle resource={resource} />
      <Card aria-busy>
        <SkeletonTable {...{ labels, density }} rows={usePerPage()} hasBulk={false} />
      </Card>
    </Page>
  )
}

function Page({ children }: { children: ReactNode }) {
  return (
    <Box className="record-list" sx={pageStyle}>
      {children}
    </Box>
  )
}

const pageStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 2,
  py: 2,
  '&:has(> :is(.MuiTabs-root, .tabs-room))': { '--tabs-height': '3rem' },
  // On a phone the bar of what is done to chosen rows lies over the end of the page.
  '&:has([role=toolbar])': { pb: { xs: 14, sm: 2 } },
}

/**
 * Goes back to the first order where other filters let in more records than the chosen one can sort, and says so.
 * Returns whether it is about to.
 */
function useOrderInReach(resource: Resource): boolean {
  const t = useT()
  const notify = useNotify()
  const labelOf = useNames(resource).field
  const { error, before } = useListState()
  const { sort, setSort } = useListSort()
  const { filterValues } = useListFilter()
  const isLoosened =
    before !== undefined &&
    sortText(before.sort) === sortText(sort) &&
    JSON.stringify(before.filterValues) !== JSON.stringify(filterValues)
  const isRefused = Boolean(error) && problemOf(error).status === 400
  const far =
    isRefused && isLoosened
      ? ordersOf(sort).find(({ name }) => !maySort(resource, name))
      : undefined
  const isLeaving = far !== undefined
  const leave = useEffectEvent(() => {
    setSort(firstOrder(resource))
    const field = labelOf(far?.name ?? '')
    const text = t('order_left', { field })
    notify(text, { type: 'info' })
  })
  useEffect(() => {
    if (isLeaving) leave()
  }, [isLeaving])
  return isLeaving
}
