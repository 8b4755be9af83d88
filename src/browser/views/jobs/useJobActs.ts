import { useNotify } from 'react-admin'

import { useUser } from '../../client/session/session.ts'
import { problemOf } from '../../client/http/problem.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useReadAgain, useResourceNamed } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import { isOver, type Job } from './job.ts'
import english from '../../../texts/actions.json'

export interface JobAct {
  readonly name: 'cancel' | 'pause' | 'resume' | 'retry'
  readonly label: string
  run(): Promise<void>
}

/** What the user may do to a job in the state it is in (product.md 11.11). */
export function useJobActs(): (job: Job) => JobAct[] {
  const t = useT(english)
  const send = useSend()
  const { permissions } = useUser()
  const permission = useResourceNamed('jobs')?.permission
  return (job) => {
    const may = (right: string) => permissions.has(`${permission}.${right}`)
    const act = (name: JobAct['name'], label: string) => ({
      name,
      label,
      run: () => send(name, job.id),
    })
    return [
      ...(may('pause') && ['queued', 'running'].includes(job.state)
        ? [act('pause', t('pause_job'))]
        : []),
      ...(may('pause') && job.state === 'paused' ? [act('resume', t('resume_job'))] : []),
      ...(may('retry') && job.state === 'failed' ? [act('retry', t('retry_job'))] : []),
      ...(may('cancel') && !isOver(job) && job.state !== 'cancelling'
        ? [act('cancel', t('cancel_job'))]
        : []),
    ]
  }
}

/** `POST /api/profile/job/{id}/{act}`; the server says what happens. */
function useSend() {
  const notify = useNotify()
  const readAgain = useReadAgain()
  const provider = useProvider()
  const api = useResourceNamed('jobs')?.api
  return async (name: JobAct['name'], id: number) => {
    try {
      const { message } = await provider.call('POST', `/${api}/${id}/${name}`)
      if (message) notify(message, { type: 'info' })
    } catch (error) {
      notify(problemOf(error).message, { type: 'error' })
    }
    readAgain('jobs')
  }
}
