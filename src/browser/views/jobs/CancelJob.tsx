import Button from '@mui/material/Button'

import { useJob } from './job.ts'
import { useJobActs } from './useJobActs.ts'

/** Stops a job that still works; what is done stays done. */
export function CancelJob({ id }: { id: number }) {
  const { data: job } = useJob(id)
  const cancel = useJobActs()
  return (job ? cancel(job) : [])
    .filter(({ name }) => name === 'cancel')
    .map(({ name, label, run }) => (
      <Button key={name} color="error" onClick={() => void run()}>
        {label}
      </Button>
    ))
}
