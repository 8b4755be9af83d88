import { useContext } from 'react'

import type { Resource, User } from '#schema'

import { useUser } from '../../client/session/user.ts'
import { ResourcesContext } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import type { Job } from './job.ts'
import { numberText } from '../../client/i18n/formats.ts'
import { useStartAction, type ActionRequest } from '../actions/action.ts'
import { actionsOf, may } from '../../client/records/permitted.ts'
import english from '../../../texts/en/actions.json'

/** Takes back what a bulk action did that was a job, while the server would; it asks first and reports what came of it. */
export function useJobUndo(): (job: Job) => (() => void) | undefined {
  const t = useT(english)
  const user = useUser()
  const startAction = useStartAction()
  const resources = useContext(ResourcesContext)
  return (job) => {
    const { resource: name, act: actionName } = (job.parameters ?? {}) as {
      resource?: string
      act?: string
    }
    const resource = resources.find((one) => one.name === name)
    const way = resource && wayBack(resource, actionName ?? '', user)
    const isOwn = job.user === undefined || job.user === user.id
    const isOpen = Date.parse(job.undoable_until ?? '') > Date.now()
    if (!way || !isOwn || !isOpen) return undefined
    const count = job.processed - job.failed
    const confirm = t('undo_job_question', { count: numberText(count) })
    const request: ActionRequest = {
      resource,
      action: { name: way, label: t('undo'), confirm },
      target: { selection: { job_id: job.id }, count },
    }
    return () => startAction(request)
  }
}

/** What takes back what a bulk action did, for those who may do that action. */
function wayBack(resource: Resource, action: string, user: User): 'undo' | 'restore' | undefined {
  if (action === 'delete') return may(resource, 'delete', user) ? 'restore' : undefined
  const isTheirs =
    action === 'update'
      ? may(resource, 'edit', user)
      : actionsOf(resource, user).some(({ name }) => name === action)
  return isTheirs ? 'undo' : undefined
}
