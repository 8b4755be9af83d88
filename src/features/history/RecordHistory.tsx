import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useContext } from 'react'

import type { HistoryEntry, Timeline, TimelineLine } from '#contract'
import type { Resource } from '#schema'

import type { Row } from '../../browser/client/records/row.ts'
import { useLoaded } from '../../browser/ui/states/useLoaded.tsx'
import { useT } from '../../browser/client/i18n/texts.ts'
import { ChangeTable } from '../../browser/views/audit/ChangeTable.tsx'
import { SlotsContext } from '../../browser/views/slots.ts'
import { SteadyButton } from '../../browser/ui/SteadyButton.tsx'
import { HistoryHeading } from './HistoryHeading.tsx'
import english from '../../texts/en/history.json'
import { useRevert, useTimeline } from './history.ts'
import { Revert } from './RevertButton.tsx'

interface HistoryProps {
  resource: Resource
  record: Row
}

/** Every write of a record with its field differences, and the way back, among what else happened to it. */
export function RecordHistory({ resource, record }: HistoryProps) {
  const t = useT(english)
  const timeline = useTimeline(resource, record.id, record.version)
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = timeline
  const { data, pending } = useLoaded(timeline)
  const { revert, isBusy } = useRevert(resource, record)
  const Event = useContext(SlotsContext).views?.[resource.name]?.TimelineEvent
  if (!data || pending) return pending
  if (data.pages.every((page) => page.data.length === 0)) {
    return <Typography color="text.secondary">{t('no_history')}</Typography>
  }
  const onRevert = isBusy ? undefined : revert
  return (
    <>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {data.pages.flatMap(({ data: lines, meta: { labels } }) =>
          lines.map((line) => (
            <li key={keyOf(line)}>
              {line.kind === 'change' ? (
                <Write {...{ resource, record, labels, onRevert }} entry={line} />
              ) : (
                Event && <Event event={line} />
              )}
            </li>
          )),
        )}
      </Box>
      {hasNextPage && (
        <SteadyButton
          onClick={() => void fetchNextPage()}
          isOff={isFetchingNextPage}
          sx={{ mt: 2 }}
        >
          {t('show_older')}
        </SteadyButton>
      )}
    </>
  )
}

const keyOf = (line: TimelineLine): string =>
  line.kind === 'change' ? `${line.id}` : `${line.event} ${line.about?.id} ${line.at}`

interface WriteProps extends HistoryProps {
  entry: HistoryEntry
  labels: Timeline['meta']['labels']
  /** Undefined while another one is taken back. */
  onRevert: ReturnType<typeof useRevert>['revert'] | undefined
}

/** One write, with the button that takes it back. */
function Write({ resource, record, entry, labels, onRevert }: WriteProps) {
  const t = useT(english)
  return (
    <>
      <HistoryHeading entry={entry} resource={resource}>
        <Revert {...{ resource, record, onRevert }} change={entry} version={entry.version} />
      </HistoryHeading>
      <ChangeTable resource={resource} changes={entry.changes} labels={labels} />
      {entry.note && (
        <Typography variant="body2" color="text.secondary">
          <bdi>{entry.note}</bdi>
        </Typography>
      )}
      {entry.disclosed?.reason && (
        <Typography variant="body2" color="text.secondary">
          {t('history_reason', { reason: entry.disclosed.reason })}
        </Typography>
      )}
    </>
  )
}
