import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Suspense, useContext, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { fieldOf, kindOf, type Field, type Resource } from '#schema'

import { ProgressBar } from '../../ui/fields/ProgressBar.tsx'
import { shownValue } from '../../../kinds/kinds.browser.ts'
import { numberText } from '../../client/i18n/formats.ts'
import { useUser } from '../../client/session/user.ts'
import { useSettled } from '../../ui/states/Loading.tsx'
import { Waiting } from '../../ui/states/StatePanels.tsx'
import { listPath } from '../../client/addresses/addresses.ts'
import { may } from '../../client/records/permitted.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import { hasFinished, isOver, useWorkedResource, type Job } from './job.ts'
import { useJob } from './useJob.ts'
import { SlotsContext } from '../slots.ts'
import { ActionProvider } from '../actions/ActionProvider.tsx'
import { useJobActions } from './useJobActions.ts'
import { useJobRecords } from './jobLists.ts'
import english from '../../../texts/en/actions.json'

interface ProgressProps {
  id: number
  /** What the finished job has to offer. */
  children?: (job: Job) => ReactNode
  /** The children say themselves what came of a job that ended by itself. */
  tellsOutcome?: boolean
}

/** A job while it works: its state, counts and bar. It goes on when it is not shown. */
export function JobProgress({ id, children, tellsOutcome = false }: ProgressProps) {
  const t = useT(english)
  const resource = useResourceNamed('jobs')
  const field = resource && fieldOf(resource, 'state')
  const { data, error } = useJob(id)
  const job = useSettled(data)
  if (error) return <Note>{t('job_unseen')}</Note>
  if (!job) return <Waiting />
  const hasOutcome = tellsOutcome && hasFinished(job)
  const [processed, total, failed] = [job.processed, job.total, job.failed].map(numberText)
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <div role="status">{(field && shownValue(field, 'state', job)) ?? job.state}</div>
      <ProgressBar percent={job.progress} label={job.name} />
      <Typography variant="body2" color="text.secondary">
        {t('job_counts', { processed, total, failed })}
      </Typography>
      <JobTally job={job} />
      <JobPart job={job} />
      {job.message && !hasOutcome && <Note>{job.message}</Note>}
      {job.state === 'paused' && (
        <ActionProvider>
          <Decision job={job} />
        </ActionProvider>
      )}
      {isOver(job) ? children?.(job) : <GoesOn {...{ resource, job }} />}
    </Box>
  )
}

/** How many records came to what, where the resource whose work it is has states of these names. */
function JobTally({ job }: { job: Job }) {
  const t = useT(english)
  const fields = Object.entries<Field>(useWorkedResource(job)?.fields ?? {})
  const outcomes = Object.entries(job.result ?? {}).flatMap(([state, count]) => {
    const [name, field] =
      fields.find(([, one]) => Object.hasOwn(kindOf(one).choices?.(one) ?? {}, state)) ?? []
    return name && field && typeof count === 'number' && count > 0
      ? [{ name, field, state, count }]
      : []
  })
  const path = useJobRecords(job)
  if (outcomes.length === 0 && !path) return null
  return (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
      {outcomes.map(({ name, field, state, count }) => (
        <Box key={state} component="span" sx={{ display: 'inline-flex', gap: 0.75 }}>
          {shownValue(field, name, { id: job.id, [name]: state })} {numberText(count)}
        </Box>
      ))}
      {path && (
        <MuiLink component={Link} to={path} underline="always">
          {t('open_worked_list')}
        </MuiLink>
      )}
    </Box>
  )
}

/** What the resource whose work it is has to say of it. */
export function JobPart({ job }: { job: Job }) {
  const name = useWorkedResource(job)?.name ?? ''
  const Part = useContext(SlotsContext).views?.[name]?.jobPart
  return Part ? (
    <Suspense>
      <Part job={job} />
    </Suspense>
  ) : null
}

const Note = ({ children }: { children: string }) => (
  <Alert severity="info" role="note">
    {children}
  </Alert>
)

/** What a job that rests waits for: whether it goes on. */
function Decision({ job }: { job: Job }) {
  const actions = useJobActions()(job).filter(({ name }) => name === 'resume' || name === 'cancel')
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      {actions.map(({ name, label, run }) => (
        <Button
          key={name}
          variant="outlined"
          color={name === 'cancel' ? 'error' : 'primary'}
          onClick={() => void run?.()}
        >
          {label}
        </Button>
      ))}
    </Box>
  )
}

/** Where the job is found again, and that one that works need not be waited for. */
function GoesOn({ resource, job }: { resource: Resource | undefined; job: Job }) {
  const t = useT(english)
  const user = useUser()
  return (
    <Typography variant="body2">
      {job.state !== 'paused' && `${t('job_goes_on')} `}
      {resource && may(resource, 'list', user) && (
        <MuiLink component={Link} to={listPath(resource)} underline="always">
          {t('see_jobs')}
        </MuiLink>
      )}
    </Typography>
  )
}
