import { createElement } from 'react'

import { useUser } from '../../client/session/user.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useReadAgain, useResourceNamed } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useNotifyResult } from '../../ui/useNotifyResult.ts'
import { CancelJob } from './CancelJob.tsx'
import { hasFailedPart, isOver, type Job } from './job.ts'
import { useJobFiles } from './jobFiles.ts'
import { useStartAction, type ActionFormProps } from '../actions/action.ts'
import { useJobUndo } from './useJobUndo.ts'
import { useImportResult, useWorkedList } from './jobLists.ts'
import english from '../../../texts/en/actions.json'

/** One way on from a job: to another page, or something that is done here. */
export interface JobAction {
  readonly name:
    | 'result'
    | 'error'
    | 'import'
    | 'list'
    | 'undo'
    | 'cancel'
    | 'pause'
    | 'resume'
    | 'retry'
  readonly label: string
  /** The address it goes to. */
  readonly to?: string
  run?(): Promise<void> | void
}

/** What the user may do with a job in the state it is in: its files, what an import came to, its list, its undoing, its course. */
export function useJobActions(): (job: Job) => JobAction[] {
  const t = useT(english)
  const files = useJobFiles()
  const result = useImportResult()
  const list = useWorkedList()
  const undo = useJobUndo()
  const send = useSend()
  const cancel = useCancel(send)
  const { permissions } = useUser()
  const permission = useResourceNamed('jobs')?.permission
  return (job) => {
    const told = result(job)
    const to = list(job)
    const undoing = undo(job)
    const may = (right: string) => permissions.has(`${permission}.${right}`)
    const course: [isOpen: boolean, name: Course, label: string][] = [
      [may('pause') && ['queued', 'running'].includes(job.state), 'pause', t('pause_job')],
      [may('pause') && job.state === 'paused', 'resume', t('resume_job')],
      [may('retry') && job.state === 'failed', 'retry', t('retry_job')],
      [may('retry') && hasFailedPart(job), 'retry', t('retry_failed_part')],
      [may('cancel') && !isOver(job) && job.state !== 'cancelling', 'cancel', t('cancel_job')],
    ]
    return [
      ...files(job),
      ...(told ? [{ name: 'import', label: t('open_result'), to: told } as const] : []),
      ...(to ? [{ name: 'list', label: t('open_worked_list'), to } as const] : []),
      ...(undoing ? [{ name: 'undo', label: t('undo_job'), run: undoing } as const] : []),
      ...course
        .filter(([isOpen]) => isOpen)
        .map(([, name, label]) => ({
          name,
          label,
          run: () => (name === 'cancel' ? cancel(job, label) : send(name, job.id)),
        })),
    ]
  }
}

type Course = 'cancel' | 'pause' | 'resume' | 'retry'

/** `POST /api/profile/job/{id}/{name}`; the server says what happens. */
function useSend() {
  const told = useNotifyResult()
  const readAgain = useReadAgain()
  const provider = useProvider()
  const api = useResourceNamed('jobs')?.api
  return async (name: Course, id: number) => {
    const send = async () => (await provider.call('POST', `/${api}/${id}/${name}`)).message
    await told(send, 'info')
    readAgain('jobs')
  }
}

/** Asks first: what a job has left is not taken up again. */
function useCancel(send: ReturnType<typeof useSend>) {
  const startAction = useStartAction()
  const resource = useResourceNamed('jobs')
  return (job: Job, label: string) => {
    const Form = (props: ActionFormProps) =>
      createElement(CancelJob, { ...props, job, cancel: () => send('cancel', job.id) })
    const action = { name: 'cancel', label, final: true, Form } as const
    if (resource) startAction({ resource, action, target: { record: job } })
  }
}
