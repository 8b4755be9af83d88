import Typography from '@mui/material/Typography'

import { type Translate, useT } from '../../client/i18n/texts.ts'
import { numberText } from '../../client/i18n/formats.ts'
import { hasFinished, type Job } from '../jobs/job.ts'
import english from '../../../texts/en/actions.json'

/** How many records a job has skipped, and why; its own words where it has skipped none. */
export function SkipReasons({ job }: { job: Job }) {
  const { skipped = {}, reasons = [], warnings = [] } = (job['result'] ?? {}) as Outcome
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

interface Outcome {
  skipped?: Record<string, number>
  reasons?: readonly Tally[]
  warnings?: readonly Tally[]
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
export function SkipCounts({ counts }: { counts: Readonly<Record<string, number>> }) {
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
