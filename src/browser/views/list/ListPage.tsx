import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { lazy, memo, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useNotify } from 'react-admin'

import { maySort, type Resource } from '#schema'

import { problemOf } from '../../client/http/problem.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { firstOrder, ordersOf, sortText } from '../../client/records/order.ts'
import { LinearBar } from '../../ui/fields/ProgressBar.tsx'
import { useIsFramed } from '../../ui/useIsFramed.ts'
import { BulkBar, useBulkActs } from '../rows/BulkBar.tsx'
import { RecordTable } from '../rows/RecordTable.tsx'
import { SkeletonTable } from '../rows/SkeletonTable.tsx'
import { useParts, type Views } from '../slots.ts'
import { ListHead, ListTitle } from './ListHead.tsx'
import { ListPagination } from './ListPagination.tsx'
import { useFilters, useListProgress, useListSort, useListState } from './listState.tsx'
import { ListTools } from './ListTools.tsx'
import { type Look, useCurrentLook, useIsNarrow, useLook } from './look.ts'
import { usePerPage } from './listRequest.ts'

const PrintHead = lazy(async () => ({ default: (await import('./PrintHead.tsx')).PrintHead }))
const FailedList = lazy(async () => ({ default: (await import('./EmptyList.tsx')).FailedList }))
const RecordCards = lazy(async () => ({
  default: (await import('../rows/RecordCards.tsx')).RecordCards,
}))

interface PageProps {
  resource: Resource
  views?: Views<Resource> | undefined
}

/** Title, tools and rows of the list around. */
export function ListPage({ resource, views }: PageProps) {
  const { look, isOpening } = useCurrentLook()
  const isFramed = useIsFramed()
  const listActions = useParts('listActions', resource, views)
  return (
    <Page>
      <ListHead {...{ resource, look, listActions }} />
      <Suspense>{isFramed && <PrintHead resource={resource} />}</Suspense>
      <Suspense>
        <ListTools {...{ resource, look, listActions }} />
        <Suspense>
          <RowsOrFailure resource={resource}>
            <Rows {...{ resource, views, look, isOpening }} />
          </RowsOrFailure>
        </Suspense>
      </Suspense>
    </Page>
  )
}

function RowsOrFailure({ resource, children }: { resource: Resource; children: ReactNode }) {
  const { error, isPending } = useListState()
  const isReordered = useOrderInReach(resource)
  return error && !isPending && !isReordered ? <FailedList resource={resource} /> : children
}

/** The page as long as it is not known what to ask for. */
export function OpeningPage({ resource }: PageProps) {
  const names = useNames(resource)
  const { columns, density } = useLook(resource, undefined)
  const labels = columns.shown.map(({ name }) => names.field(name))
  return (
    <Page>
      <ListTitle resource={resource} />
      <Card variant="outlined" aria-busy>
        <SkeletonTable {...{ labels, density }} rows={usePerPage()} hasBulk={false} />
      </Card>
    </Page>
  )
}

function Page({ children }: { children: ReactNode }) {
  return (
    <Box
      className="record-list"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, py: 2 }}
    >
      {children}
    </Box>
  )
}

interface RowsProps extends PageProps {
  look: Look
  isOpening: boolean
}

const Rows = memo(function Rows({ resource, views, look, isOpening }: RowsProps) {
  const acts = useBulkActs(resource, views)
  const hasBulk = acts.length > 0
  const isNarrow = useIsNarrow()
  const isFramed = useIsFramed()
  const Shape = isNarrow ? RecordCards : RecordTable
  const { columns, density } = look
  const rows = (isWaiting: boolean) => (
    <Shape {...{ resource, views, density, hasBulk, isWaiting }} columns={columns.shown} />
  )
  return (
    <BusyCard isNarrow={isNarrow}>
      {hasBulk && isFramed && <BulkBar {...{ resource, acts, isNarrow }} />}
      {/* Cells whose code comes later would move others, so all of them wait for it. */}
      <Suspense fallback={<Suspense>{rows(true)}</Suspense>}>
        <Arrived waiting={rows(true)} isOpening={isOpening}>
          {rows(false)}
        </Arrived>
        {isFramed && <ListPagination />}
      </Suspense>
    </BusyCard>
  )
})

/** Says that rows are on their way. */
function BusyCard({ isNarrow, children }: { isNarrow: boolean; children: ReactNode }) {
  const t = useT()
  const { isPending } = useListState()
  const { isFetching } = useListProgress()
  // Cards of a narrow screen stand for themselves.
  const bare = isNarrow && { border: 0, bgcolor: 'transparent', overflow: 'visible' }
  return (
    <Card variant="outlined" aria-busy={isFetching} sx={{ position: 'relative', ...bare }}>
      {isFetching && !isPending && (
        <LinearBar
          label={t('loading')}
          sx={{ position: 'absolute', insetBlockStart: 0, insetInline: 0, height: 2, zIndex: 4 }}
        />
      )}
      {children}
    </Card>
  )
}

interface ArrivedProps {
  /** What stands there before the first rows. */
  waiting: ReactNode
  isOpening: boolean
  children: ReactNode
}

function Arrived({ waiting, isOpening, children }: ArrivedProps) {
  const { isPending } = useListState()
  const { isPaused, isPlaceholderData } = useListProgress()
  // Rows that are there are those of another page.
  if (isPaused && (isPending || isPlaceholderData)) return <OfflineRows />
  return isPending || isOpening ? waiting : children
}

/** In the place of rows that cannot be asked for: those of another page would stand under wrong numbers. */
function OfflineRows() {
  const t = useT()
  return (
    <Typography role="status" color="text.secondary" sx={{ px: 3, py: 6, textAlign: 'center' }}>
      {t('rows_when_online')}
    </Typography>
  )
}

/**
 * Goes back to the first order where other filters let in more records than the chosen one can sort, and says so.
 * Answers whether it is about to.
 */
function useOrderInReach(resource: Resource): boolean {
  const t = useT()
  const notify = useNotify()
  const labelOf = useNames(resource).field
  const { error, isPending } = useListState()
  const { isPlaceholderData } = useListProgress()
  const { sort, setSort } = useListSort()
  const { values } = useFilters()
  const now = { order: sortText(sort), filter: JSON.stringify(values) }
  const [shown, setShown] = useState(now)
  const isShown = !error && !isPending && !isPlaceholderData
  if (isShown && !(shown.order === now.order && shown.filter === now.filter)) setShown(now)
  const isLoosened = shown.order === now.order && shown.filter !== now.filter
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
