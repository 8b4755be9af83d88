import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'

import type { Skipped } from '#contract'
import type { Resource } from '#schema'

import { pathOf } from '../../client/addresses/addresses.ts'
import { type Translate, useMessage, useNames, useT } from '../../client/i18n/texts.ts'
import { may } from '../../client/records/permitted.ts'
import { numberText } from '../../client/i18n/formats.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useUser } from '../../client/session/user.ts'
import { saveAs, useDownload } from '../jobs/jobFiles.ts'
import { hasFinished, type Job } from '../jobs/job.ts'
import type { BulkDone } from './action.ts'
import { csvOf } from './csv.ts'
import english from '../../../texts/en/actions.json'
import { skippedColumns, skippedFile } from '../../../texts/skippedFile.ts'

interface ReportProps {
  resource: Resource
  answer: BulkDone
  onUndo: (() => void) | undefined
  onClose(): void
}

/** What came of a bulk action: how many are done, which came to nothing all the same, and which were skipped and why. */
export function BulkReport({ resource, answer, onUndo, onClose }: ReportProps) {
  const t = useT(english)
  const message = useMessage()
  const { many, counted } = useNames(resource)
  const { done, skipped, failures = [], warnings = [], reasons = [] } = answer
  const save = () => {
    const rows = failures.map(({ id, code, reason }) => [id, code, reason])
    saveAs(csvOf([skippedColumns.map(message), ...rows]), message(skippedFile(many)))
  }
  return (
    <>
      <DialogContent>
        <Typography role="status" sx={{ mb: 1 }}>
          {skipped > 0
            ? t('done_skipped', { done, skipped })
            : t('things_updated', { things: counted(done), count: done })}
        </Typography>
        <ToldRecords {...{ resource, told: warnings.map(warned) }} />
        <SkipCounts counts={countsOf(failures)} />
        {failures.length > 0 ? (
          <ToldRecords {...{ resource, told: failures }} />
        ) : (
          reasons.map((reason) => <Typography key={reason}>{reason}</Typography>)
        )}
      </DialogContent>
      <DialogActions>
        {onUndo && done > 0 && <Button onClick={onUndo}>{t('undo_done')}</Button>}
        {failures.length > 0 && <Button onClick={save}>{t('download_skipped')}</Button>}
        <Button autoFocus onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </>
  )
}

function countsOf(failures: readonly Skipped[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { code } of failures) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/** What is said of a record, as of one that was skipped. */
type Told = Pick<Skipped, 'id' | 'reason'>

const warned = ({ id, warning }: { id: number; warning: string }): Told => ({
  id,
  reason: warning,
})

function ToldRecords({
  resource,
  told,
}: Pick<ReportProps, 'resource'> & { told: readonly Told[] }) {
  const user = useUser()
  const hasPage = may(resource, 'show', user)
  if (told.length === 0) return null
  return (
    <Box
      component="ul"
      sx={{ m: 0, paddingInlineStart: 2.5, maxHeight: 280, overflow: 'auto' }}
      tabIndex={0}
    >
      {told.map(({ id, reason }) => (
        <li key={id}>
          {hasPage ? (
            <MuiLink component={Link} to={pathOf(resource, 'show', id)} underline="always">
              #{id}
            </MuiLink>
          ) : (
            `#${id}`
          )}{' '}
          {reason}
        </li>
      ))}
    </Box>
  )
}

interface JobReportProps {
  job: Job
  /** Takes back what the job did; undefined where that cannot be. */
  onUndo: (() => void) | undefined
}

/** What came of a bulk action that was a job. The list of jobs has it too, also after a reload. */
export function JobReport({ job, onUndo }: JobReportProps) {
  const t = useT(english)
  const download = useDownload()
  const api = useResourceNamed('jobs')?.api
  const save = () => void download(`/${api}/${job.id}/download/error`, `job-${job.id}-error.csv`)
  return (
    <Box>
      <SkipReasons job={job} />
      {job.error_file && <Button onClick={save}>{t('download_skipped')}</Button>}
      {onUndo && job.undoable_until !== null && job.processed > job.failed && (
        <Button onClick={onUndo}>{t('undo_done')}</Button>
      )}
    </Box>
  )
}

/** How many records a job has skipped, and why; its own words where it has skipped none. */
export function SkipReasons({ job }: { job: Job }) {
  const {
    skipped = {},
    reasons = [],
    warnings = [],
  } = (job['result'] ?? {}) as {
    skipped?: Record<string, number>
    reasons?: readonly Tally[]
    warnings?: readonly Tally[]
  }
  const hasSkipped = Object.keys(skipped).length > 0
  return (
    <>
      <Tallies all={warnings} />
      {hasSkipped && <SkipCounts counts={skipped} />}
      {hasSkipped && <Tallies all={reasons} />}
      {!hasSkipped && hasFinished(job) && <Typography variant="body2">{job.message}</Typography>}
    </>
  )
}

interface Tally {
  reason: string
  count: number
}

const Tallies = ({ all }: { all: readonly Tally[] }) =>
  all.map(({ reason, count }) => (
    <Typography key={reason} variant="body2">
      {numberText(count)} × {reason}
    </Typography>
  ))

/** Why records were skipped, and how many for each reason. */
function SkipCounts({ counts }: { counts: Readonly<Record<string, number>> }) {
  const t = useT(english)
  const lines = Object.entries(counts).map(([code, count]) => lineOf(t, code, count))
  if (lines.length === 0) return null
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
      {lines.join(' · ')}
    </Typography>
  )
}

function lineOf(t: Translate<typeof english>, code: string, count: number): string {
  const known = (['permission', 'changed', 'gone'] as const).find((one) => one === code)
  return t(`skipped_${known ?? 'invalid'}`, { count })
}
