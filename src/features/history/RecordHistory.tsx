import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useContext, type ReactNode } from 'react'

import type { HistoryEntry, Timeline, TimelineLine } from '#contract'
import type { ActionDeclaration, Resource } from '#schema'

import { Moment } from '../../browser/ui/fields/dates/dates.tsx'
import type { Row } from '../../browser/client/records/row.ts'
import { useLoaded } from '../../browser/ui/states/useLoaded.tsx'
import { listText } from '../../browser/client/i18n/formats.ts'
import { useNames, useT, type Translate } from '../../browser/client/i18n/texts.ts'
import { ChangeTable } from '../../browser/views/audit/ChangeTable.tsx'
import { SlotsContext } from '../../browser/views/slots.ts'
import { SteadyButton } from '../../browser/ui/SteadyButton.tsx'
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
      <Heading entry={entry} resource={resource}>
        <Revert {...{ resource, record, onRevert }} change={entry} version={entry.version} />
      </Heading>
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

interface HeadingProps {
  entry: HistoryEntry
  resource: Resource
  children: ReactNode
}

function Heading({ entry, resource, children }: HeadingProps) {
  const t = useT(english)
  const names = useNames(resource)
  const { at, user, by, disclosed } = entry
  const declared: ActionDeclaration | undefined = resource.actions?.[entry.action]
  const action = declared?.label ?? entry.action
  const shown = (disclosed?.fields ?? []).map((name) => names.field(name))
  const rest = shown.length > mostNamed ? shown.splice(firstNamed) : []
  const fields = listText([
    ...shown,
    ...(rest.length > 0 ? [t('history_others', { count: rest.length })] : []),
  ])
  const system = by === null ? t('another_system') : (by?.label ?? t('the_system'))
  const who = user ? (user.label ?? t('somebody')) : system
  const said = t(sentences[entry.action] ?? 'history_acted', { who, action, fields })
  return (
    <Box sx={headingStyle}>
      <Typography component="h3" variant="body2" sx={{ fontWeight: 600, flex: 1 }}>
        {/* The history of an erased person names no fields. */}
        {fields ? said : said.replace(/:\s*$/, '')}{' '}
        <Typography component="span" variant="body2" color="text.secondary">
          <Moment value={at} ago />
        </Typography>
      </Typography>
      {children}
      {rest.length > 0 && (
        <Box component="details" sx={othersStyle}>
          <summary>{t('history_which_others')}</summary>
          {listText(rest)}
        </Box>
      )}
    </Box>
  )
}

/** Of more fields that somebody has seen or taken out, as in an export of all columns, the first are named at once. */
const mostNamed = 8
const firstNamed = 5

const othersStyle = {
  flexBasis: '100%',
  color: 'text.secondary',
  fontSize: '0.8125rem',
  '& summary': { width: 'fit-content', cursor: 'pointer', py: { xs: 1.5, sm: 0.5 } },
}

const sentences: Readonly<Record<string, Parameters<Translate<typeof english>>[0] | undefined>> = {
  create: 'history_created',
  update: 'history_updated',
  delete: 'history_deleted',
  restore: 'history_restored',
  merge: 'history_merged',
  reveal: 'history_revealed',
  export: 'history_exported',
}

const headingStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  minHeight: 32,
}
