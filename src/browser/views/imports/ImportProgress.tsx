import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useSearchParams, Link } from 'react-router-dom'

import type { Resource } from '#schema'

import { useT, useNames } from '../../client/i18n/texts.ts'
import { numberText } from '../../client/i18n/formats.ts'
import { useDownload } from '../jobs/jobFiles.ts'
import { type Job, useJob } from '../jobs/job.ts'
import { JobProgress } from '../jobs/JobProgress.tsx'
import { importedPath, useJobActions } from '../jobs/useJobActions.ts'
import { importPath } from '../../client/addresses/addresses.ts'
import { useReadAgain } from '../../client/records/resources.ts'
import english from '../../../texts/imports.json'

interface ProgressProps {
  resource: Resource
  job: number
  /** Another file. */
  onRestart(): void
}

/** Step 3, second half: how far the import is, and what came of it. */
export function ImportProgress({ resource, job, onRestart }: ProgressProps) {
  const t = useT(english)
  const readAgain = useReadAgain()
  const { many } = useNames(resource)
  const [address] = useSearchParams()
  const warning = address.get('warning')
  const to = importedPath(resource, Number(address.get('import')))
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {warning && <Alert severity="warning">{warning}</Alert>}
      <JobProgress id={job} tellsOutcome>
        {(over) => <Outcome {...{ resource, job: over }} />}
      </JobProgress>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <CancelJob id={job} />
        <Button component={Link} to={to} onClick={() => readAgain(resource.name)}>
          {t('to_list', { many: many.toLowerCase() })}
        </Button>
        <Button component={Link} to={importPath(resource)} onClick={onRestart}>
          {t('another_file')}
        </Button>
      </Box>
    </Box>
  )
}

/** The counts of a finished import, with the refused rows to mend and bring again. */
function Outcome({ resource, job }: { resource: Resource; job: Job }) {
  const t = useT(english)
  const download = useDownload()
  const [address] = useSearchParams()
  const id = Number(address.get('import'))
  const [done, refused] = [job.processed - job.failed, job.failed].map(numberText)
  const path = `/${resource.api}/import/${id}/report`
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Typography role="status">{job.message ?? t('import_counts', { done, refused })}</Typography>
      {id > 0 && job.failed > 0 && (
        <Button variant="outlined" onClick={() => void download(path, `import-${id}-refused.csv`)}>
          {t('download_failed')}
        </Button>
      )}
    </Box>
  )
}

/** Stops a job that still works; what is done stays done. */
function CancelJob({ id }: { id: number }) {
  const { data: job } = useJob(id)
  const actionsOf = useJobActions()
  return (job ? actionsOf(job) : [])
    .filter(({ name }) => name === 'cancel')
    .map(({ name, label, run }) => (
      <Button key={name} color="error" onClick={() => void run?.()}>
        {label}
      </Button>
    ))
}
