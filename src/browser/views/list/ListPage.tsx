import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { lazy, memo, Suspense, type ReactNode } from 'react'

import type { Resource } from '#schema'

import { useParts, type Views } from '../views.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { BulkBar, useBulkActs } from './BulkBar.tsx'
import { ListHead, ListTitle } from './ListHead.tsx'
import { ListPagination } from './ListPagination.tsx'
import { ListTools } from './ListTools.tsx'
import { useListState } from './listState.tsx'
import { useCurrentLook, useLook, type Look } from './look.ts'
import { useIsFramed } from '../../ui/useIsFramed.ts'
import { LinearBar } from '../../ui/states/LinearBar.tsx'
import { OfflineRows } from './OfflineRows.tsx'
import { RecordTable } from './RecordTable.tsx'
import { SkeletonTable } from './SkeletonTable.tsx'
import { useIsNarrow } from './useIsNarrow.ts'
import { useOrderInReach } from './useOrderInReach.ts'
import { usePerPage } from './usePerPage.ts'

const PrintHead = lazy(async () => ({ default: (await import('./PrintHead.tsx')).PrintHead }))
const FailedList = lazy(async () => ({ default: (await import('./EmptyList.tsx')).FailedList }))
const RecordCards = lazy(async () => ({ default: (await import('./RecordCards.tsx')).RecordCards }))

interface PageProps {
  resource: Resource
  views?: Views<Resource> | undefined
}

/** Title, tools and rows of the list around. */
export function ListPage({ resource, views }: PageProps) {
  const { look, isOpening } = useCurrentLook()
  const { error, isPending } = useListState()
  const isFramed = useIsFramed()
  const isReordered = useOrderInReach(resource)
  const listActions = useParts('listActions', resource, views)
  return (
    <Page>
      <ListHead {...{ resource, look, listActions }} />
      <Suspense>{isFramed && <PrintHead resource={resource} />}</Suspense>
      <Suspense>
        <ListTools {...{ resource, look, listActions }} />
        <Suspense>
          {error && !isPending && !isReordered ? (
            <FailedList resource={resource} />
          ) : (
            <Rows {...{ resource, views, look, isOpening }} />
          )}
        </Suspense>
      </Suspense>
    </Page>
  )
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
  const t = useT()
  const acts = useBulkActs(resource, views)
  const hasBulk = acts.length > 0
  const isNarrow = useIsNarrow()
  const isFramed = useIsFramed()
  const { isFetching, isPending, isPaused, isPlaceholderData } = useListState()
  // Rows that are there are those of another page.
  const isUnreachable = isPaused && (isPending || isPlaceholderData)
  const Shape = isNarrow ? RecordCards : RecordTable
  const { columns, density } = look
  const rows = (isWaiting: boolean) => (
    <Shape {...{ resource, views, density, hasBulk, isWaiting }} columns={columns.shown} />
  )
  return (
    <Card
      variant="outlined"
      aria-busy={isFetching}
      // Cards of a narrow screen stand for themselves.
      sx={{
        position: 'relative',
        ...(isNarrow && { border: 0, bgcolor: 'transparent', overflow: 'visible' }),
      }}
    >
      {isFetching && !isPending && (
        <LinearBar
          label={t('loading')}
          sx={{ position: 'absolute', insetBlockStart: 0, insetInline: 0, height: 2, zIndex: 4 }}
        />
      )}
      {hasBulk && isFramed && <BulkBar {...{ resource, acts, isNarrow }} />}
      {/* Cells whose code comes later would move others, so all of them wait for it. */}
      <Suspense fallback={<Suspense>{rows(true)}</Suspense>}>
        {isUnreachable ? <OfflineRows /> : rows(isPending || isOpening)}
        {isFramed && <ListPagination />}
      </Suspense>
    </Card>
  )
})
