import { useContext } from 'react'

import { numberText } from '../../client/i18n/formats.ts'
import { useUser } from '../../client/session/session.ts'
import { useAct, type ActRequest } from '../actions/action.ts'
import { may } from '../../client/records/permitted.ts'
import { ResourcesContext } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import type { Job } from './job.ts'
import english from '../../../texts/actions.json'

/** Takes back what a bulk act did that was a job, while the server would; it asks first and reports what came of it. */
export function useJobUndo(): (job: Job) => { label: string; run(): void } | undefined {
  const t = useT(english)
  const user = useUser()
  const start = useAct()
  const resources = useContext(ResourcesContext)
  return (job) => {
    const { resource: name, act } = (job.parameters ?? {}) as { resource?: string; act?: string }
    const resource = resources.find((one) => one.name === name)
    const way = ways[act ?? '']
    const isOwn = job.user === undefined || job.user === user.id
    const isOpen = Date.parse(job.undoable_until ?? '') > Date.now()
    if (!resource || !way || !isOwn || !isOpen || !may(resource, way.operation, user)) {
      return undefined
    }
    const count = job.processed - job.failed
    const label = t('undo')
    const confirm = t('undo_job_question', { count: numberText(count) })
    const request: ActRequest = {
      resource,
      act: { name: way.name, label, confirm },
      target: { selection: { job_id: job.id }, count },
    }
    return { label: t('undo_job'), run: () => start(request) }
  }
}

const ways: Readonly<
  Record<string, { name: 'undo' | 'restore'; operation: 'edit' | 'delete' } | undefined>
> = {
  update: { name: 'undo', operation: 'edit' },
  delete: { name: 'restore', operation: 'delete' },
}
