import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { lazy, memo, type ReactNode, Suspense } from 'react'

import type { Resource } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import { LinearBar } from '../../ui/fields/ProgressBar.tsx'
import { useParts } from '../slots.ts'
import type { Views } from '../resourceViews.ts'
import { actionsOf, may } from '../../client/records/permitted.ts'
import { useUser } from '../../client/session/user.ts'
import { type Action, deletion, groupsOf } from '../actions/action.ts'
import { useIsFramed } from '../../ui/useIsFramed.ts'
import { useIsOnline } from '../../ui/useIsOnline.ts'
import { RecordTable } from '../rows/RecordTable.tsx'
import { useListProgress, useListState } from './listState.tsx'
import { type ListAppearance, useIsNarrow, useWithin } from './listAppearance.ts'

const BulkBar = lazy(async () => ({ default: (await import('../rows/BulkBar.tsx')).BulkBar }))
const ListPagination = lazy(async () => ({
  default: (await import('./ListPagination.tsx')).ListPagination,
}))
const RecordCards = lazy(async () => ({
  default: (await import('../rows/RecordCards.tsx')).RecordCards,
}))

interface RowsProps {
  resource: Resource
  views: Views<Resource> | undefined
  appearance: ListAppearance
  isOpening: boolean
}

export const Rows = memo(function Rows({ resource, views, appearance, isOpening }: RowsProps) {
  const actions = useBulkActions(resource, views)
  // "All that match" knows nothing of what a list stands with.
  const hasBulk = !useWithin() && actions.length > 0
  const isNarrow = useIsNarrow()
  const isFramed = useIsFramed()
  const isOnline = useIsOnline()
  const Shape = isNarrow ? RecordCards : RecordTable
  const { columns, density } = appearance
  const rows = (isWaiting: boolean) => (
    <Shape {...{ resource, views, density, hasBulk, isWaiting }} columns={columns.shown} />
  )
  return (
    <BusyCard {...{ isNarrow, isOnline }}>
      {hasBulk && isFramed && (
        <Suspense>
          <BulkBar {...{ resource, actions, isNarrow }} />
        </Suspense>
      )}
      {/* Cells whose code comes later would move others, so all of them wait for it. */}
      <Suspense fallback={<Suspense>{rows(true)}</Suspense>}>
        <Arrived waiting={rows(true)} isOpening={isOpening}>
          {rows(false)}
        </Arrived>
        {isFramed && (
          <Suspense>
            <ListPagination />
          </Suspense>
        )}
      </Suspense>
    </BusyCard>
  )
})

/** What a user may do to many records at once. */
function useBulkActions(resource: Resource, views: Views<Resource> | undefined): Action[] {
  const t = useT()
  const user = useUser()
  const more = useParts('bulkActions', resource, views)
  return groupsOf([
    ...more.flatMap((moreActions) => moreActions(resource, user, t)),
    ...actionsOf(resource, user).filter(({ bulk }) => bulk),
    ...(may(resource, 'delete', user) ? [deletion(t)] : []),
  ]).flat()
}

interface CardProps {
  isNarrow: boolean
  isOnline: boolean
  children: ReactNode
}

/** Pale enough to be noticed, and to be read on (tests/browser/shell/theme.test.ts). */
export const staleOpacity = 0.88

/** What is done to ticked rows stands behind them, where it moves none of them. */
const frame = { display: 'flex', flexDirection: 'column', overflow: 'clip' } as const

/** Says that rows are on their way. */
function BusyCard({ isNarrow, isOnline, children }: CardProps) {
  const t = useT()
  const { isPending, before } = useListState()
  const { isFetching } = useListProgress()
  // Cards of a narrow screen stand for themselves.
  const shape = isNarrow ? { border: 0, bgcolor: 'transparent', overflow: 'visible' } : frame
  // Rows that may be others by now.
  const stale = (!isOnline || before) && {
    '& :is(tbody, dl, .card-title)': { opacity: staleOpacity },
  }
  return (
    <Card aria-busy={isFetching} sx={{ position: 'relative', ...shape, ...stale }}>
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
