import Button from '@mui/material/Button'
import { useNotify, useRefresh } from 'react-admin'

import { useUser } from '../../session.ts'
import { problemOf } from '../problem.ts'
import { useProvider } from '../provider.ts'
import { useResourceNamed } from '../resources.ts'
import { useText } from '../words.ts'
import { isOver, useJob } from './job.ts'

/** Stops a job that still works; what is done stays done. */
export function CancelJob({ id }: { id: number }) {
  const say = useText()
  const { data: job } = useJob(id)
  const { mayCancel, cancel } = useCancel()
  if (!mayCancel || !job || isOver(job)) return null
  return (
    <Button color="error" disabled={job.state === 'cancelling'} onClick={() => void cancel(id)}>
      {say('cancel_job', 'Cancel the job')}
    </Button>
  )
}

/** `POST /api/profile/job/{id}/cancel` (product.md 11.11). */
export function useCancel() {
  const user = useUser()
  const notify = useNotify()
  const refresh = useRefresh()
  const provider = useProvider()
  const jobs = useResourceNamed('jobs')
  const cancel = async (id: number) => {
    try {
      const { message } = await provider.call('POST', `/${jobs?.api}/${id}/cancel`)
      notify(message ?? 'ra.notification.canceled', { type: 'info' })
    } catch (error) {
      notify(problemOf(error).message, { type: 'error' })
    }
    refresh()
  }
  return { mayCancel: jobs && user.permissions.has(`${jobs.permission}.cancel`), cancel }
}
