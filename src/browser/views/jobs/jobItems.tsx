import MenuItem from '@mui/material/MenuItem'
import type { ReactNode } from 'react'

import type { Row } from '../../fields/display.ts'
import { useResourceNamed } from '../resources.ts'
import { useText } from '../words.ts'
import { useCancel } from './CancelJob.tsx'
import { useDownload } from './download.ts'
import { isOver, type Job } from './job.ts'

/** What the menu of a job has beyond that of any record: the engine's own routes (product.md 11.11). */
export function useJobItems() {
  const say = useText()
  const download = useDownload()
  const { mayCancel, cancel } = useCancel()
  const api = useResourceNamed('jobs')?.api
  return (record: Row, close: () => void): ReactNode[] => {
    const job = record as Job
    const item = (key: string, text: string, run: () => Promise<void>) => (
      <MenuItem key={key} onClick={() => (close(), void run())}>
        {text}
      </MenuItem>
    )
    const save = (kind: 'result' | 'error') => () =>
      download(`/${api}/${job.id}/download/${kind}`, `job-${job.id}-${kind}.csv`)
    return [
      job.result_file && item('result', say('download', 'Download'), save('result')),
      job.error_file && item('error', say('download_errors', 'Download errors'), save('error')),
      mayCancel &&
        !isOver(job) &&
        item('cancel', say('cancel_job', 'Cancel the job'), () => cancel(job.id)),
    ]
  }
}
