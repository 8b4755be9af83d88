import type { ReactNode } from 'react'

import { isOver, useJob } from '../../browser/views/jobs/job.ts'

interface JobBarProps {
  job: number
  children(count?: number): ReactNode
}

/** Of a job there is something to take back once it has ended: what it came to, which is less where it was cancelled. */
export function JobBar({ job: id, children }: JobBarProps) {
  const { data: job, error } = useJob(id)
  if (error) return children()
  if (!job || !isOver(job)) return null
  const count = job.processed - job.failed
  return count > 0 ? children(count) : null
}
