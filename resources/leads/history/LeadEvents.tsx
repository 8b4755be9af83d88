import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useGetList } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'

import { Moment, useT, useUser, type TimelineEvent, type TimelineProps } from '#browser'

import type { Send } from '../../sending/send/send.ts'
import { useFailureWord } from '../lead/FailureStatus.tsx'
import type { Lead } from '../lead/lead.ts'
import english from '../../translations/en/lead_events.json'

/** A send as lists give it. */
type Listed = Send & {
  readonly labels?: { readonly department?: { readonly label: string } | null }
}

/** Most sends of a lead that its timeline tells of, the newest. */
const maxSends = 100

/** The import that brought a lead, and what became of its sends, for its timeline (product.md 11.4). */
export function LeadEvents({ record, children }: TimelineProps<Lead>) {
  const { id, created_at: at } = record
  const t = useT(english)
  const failureWord = useFailureWord()
  const enabled = useUser().permissions.has('lead.history.view')
  const { data = [] } = useGetList<Listed>(
    'sends',
    {
      filter: { lead: id },
      sort: { field: 'created_at', order: 'DESC' },
      pagination: { page: 1, perPage: maxSends },
    },
    { enabled, retry: false, onError: () => undefined },
  )
  const events = data.flatMap((send) =>
    momentsOf(send).map(([word, at]): TimelineEvent => {
      const department = send.labels?.department?.label ?? `#${send.department}`
      const text = t(`lead_event.${word}`, {
        department,
        status: send.broker_status,
        reason: send.failure_status && failureWord(send.failure_status),
      })
      return {
        key: `${send.id} ${word}`,
        at,
        content: <Line {...{ text, at }} to={`/lead/history/${send.id}`} />,
      }
    }),
  )
  // An import writes no line of the audit log for each of its rows.
  const imported = <Line text={t('lead_event.imported')} at={at} />
  return children([
    ...events,
    ...(record.import ? [{ key: 'imported', at, content: imported }] : []),
  ])
}

function Line({ text, at, to }: { text: string; at: string; to?: string }) {
  return (
    <Typography component="h3" variant="body2" sx={{ fontWeight: 600 }}>
      {to ? (
        <Link component={RouterLink} to={to}>
          {text}
        </Link>
      ) : (
        text
      )}{' '}
      <Typography component="span" variant="body2" color="text.secondary">
        <Moment value={at} />
      </Typography>
    </Typography>
  )
}

type Word =
  | 'planned'
  | 'sent'
  | 'rejected'
  | 'failed'
  | 'unknown'
  | 'skipped'
  | 'told'
  | 'ftd'
  | 'ftd_cancelled'
  | 'returned'

/** What happened to a send, and when: the last first, also of what happened in the same second. */
function momentsOf(send: Listed): [word: Word, at: string][] {
  const { state, answered_at, updated_at } = send
  const isRefused =
    state === 'rejected' || state === 'failed' || state === 'unknown' || state === 'skipped'
  const moments: [Word, string | null][] = [
    ['returned', send.returned_at],
    ['ftd_cancelled', send.ftd_cancelled_at],
    ['ftd', send.ftd_at],
    ['told', send.broker_status ? send.broker_status_at : null],
    [isRefused ? state : 'failed', isRefused ? (answered_at ?? updated_at) : null],
    ['sent', send.sent_at],
    ['planned', send.created_at],
  ]
  return moments.flatMap(([word, at]) => (at ? [[word, at] as [Word, string]] : []))
}
