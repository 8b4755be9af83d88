import Alert from '@mui/material/Alert'
import { useGetList } from 'react-admin'

import type { TabCount } from '#contract'
import { Moment, numberText, shownValue, useApiQuery, useT, useUser } from '#browser'
import { fieldOf } from '#schema'

import { useFailureWord } from '../../leads/lead/status/FailureStatus.tsx'
import { send, type Send } from './send.ts'
import { isResting, useWaitLines } from './Waits.tsx'
import english from '../../translations/en/send_plan.json'

/**
 * Why a job that runs sends nothing now: what the soonest of its sends waits for, and until when; with how many wait for
 * what, where that differs (product.md 4.2).
 */
export function SendJobWaits({ job: { id, state } }: { job: { id: number; state: string } }) {
  const t = useT(english)
  const wordFor = useFailureWord()
  const waitLines = useWaitLines()
  const isOpen = useUser().permissions.has('lead.history.view') && state === 'running'
  const filter = { job: id, state: ['pending', 'waiting', 'retrying'] }
  const { data: [next] = [], total = 0 } = useGetList<Send>(
    'sends',
    {
      filter,
      sort: { field: 'next_attempt_at', order: 'ASC' },
      pagination: { page: 1, perPage: 1 },
    },
    { enabled: isOpen, refetchInterval: 5_000 },
  )
  const { data: reasons = [] } = useApiQuery<TabCount[]>({
    queryKey: ['sends', 'reasons', filter],
    path: `/${send.api}/values/search?of=failure_status`,
    body: filter,
    enabled: isOpen && next !== undefined,
    refetchInterval: 5_000,
  })
  if (!isOpen || !next) return null
  const { failure_status, waits_for, next_attempt_at } = next
  // One that waits for nothing has been called since the list of those that wait was read.
  const isHeld = failure_status || (waits_for && waits_for !== 'call' && waits_for !== 'rate')
  if (!isHeld) return null
  const shown = (name: keyof Send) => {
    const field = fieldOf(send, name)
    return field && shownValue(field, name, next, true)
  }
  // What somebody must mend is looked at again every few minutes, which tells nobody when it goes on.
  const isTimed = !isResting(waits_for)
  if (isTimed && isDue(next_attempt_at)) return null
  return (
    <Alert
      severity="info"
      role="note"
      sx={{ '& .MuiAlert-message': { display: 'grid', gap: 0.5 } }}
    >
      <span>
        {t('send_job.waits', { smart_count: total, count: numberText(total) })}{' '}
        {failure_status ? wordFor(failure_status) : shown('waits_for')}
      </span>
      <span>{shown('integration')}</span>
      {isTimed && next_attempt_at ? (
        <span>
          {t('send_job.until')} <Moment value={next_attempt_at} />
        </span>
      ) : (
        waitLines(next).map((line) => <span key={line}>{line}</span>)
      )}
      {reasons.length > 1 &&
        reasons.slice(0, maxReasons).map(({ value, count }) => (
          <span key={value}>
            {wordFor(String(value))}: {numberText(count ?? 0)}
          </span>
        ))}
    </Alert>
  )
}

/** Those of the most leads. */
const maxReasons = 4

const isDue = (at: string | null): boolean => at !== null && Date.parse(at) <= Date.now()
