import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'

import { JobProgress } from '../jobs/JobProgress.tsx'
import { useJob } from '../jobs/useJob.ts'
import { useJobActions } from '../jobs/useJobActions.ts'

/** What is done with the records that have come in, by its name. */
export function FollowingJob({ id }: { id: number }) {
  const { data: job } = useJob(id)
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1 }}>
      <Typography component="h2" variant="h6">
        {job?.name}
      </Typography>
      <JobProgress id={id} />
    </Box>
  )
}

/** Stops a job that still works, where what is done stays done. One that rests asks for itself, beside its progress. */
export function JobCourse({ id }: { id: number }) {
  const { data: job } = useJob(id)
  const actionsOf = useJobActions()
  return (job && job.state !== 'paused' ? actionsOf(job) : [])
    .filter(({ name }) => name === 'cancel')
    .map(({ name, label, run }) => (
      <Button key={name} color="error" onClick={() => void run?.()}>
        {label}
      </Button>
    ))
}
