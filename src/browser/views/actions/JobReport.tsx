import Box from '@mui/material/Box'
import Button from '@mui/material/Button'

import { useT } from '../../client/i18n/texts.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useDownload } from '../jobs/useDownload.ts'
import type { Job } from '../jobs/job.ts'
import { SkipReasons } from './SkipReasons.tsx'
import english from '../../../texts/en/actions.json'

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
