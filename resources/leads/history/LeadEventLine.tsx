import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'

import { Moment, useT, type TimelineEventProps } from '#browser'

import { send } from '../../sending/send/send.ts'
import { useFailureWord } from '../lead/status/FailureStatus.tsx'
import type { LeadEvent } from './leadEvents.ts'
import english from '../../translations/en/lead_events.json'

/** One line of a lead's timeline: its import, what somebody said, or what became of a send, with the way there (product.md 11.4). */
export function LeadEventLine({ event: { event, at, about, values } }: TimelineEventProps) {
  const t = useT(english)
  const failureWord = useFailureWord()
  const {
    department = '',
    status = '',
    reason = '',
    import: file = '',
    text: comment,
    user,
  } = values
  // The events of leads are those that their server tells.
  const text = t(`lead_event.${event as LeadEvent}`, {
    department,
    import: file,
    status,
    reason: failureWord(reason),
    who: user || t('lead_event_somebody'),
  })
  return (
    <>
      <Typography component="h3" variant="body2" sx={{ fontWeight: 600 }}>
        {about?.resource === send.name ? (
          <Link component={RouterLink} to={`/lead/history/${about.id}`}>
            {text}
          </Link>
        ) : (
          text
        )}{' '}
        <Typography component="span" variant="body2" color="text.secondary">
          <Moment value={at} />
        </Typography>
      </Typography>
      {comment && (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          <bdi>{comment}</bdi>
        </Typography>
      )}
    </>
  )
}
