import { createElement, useContext } from 'react'

import { targetOf, type Resource, type User } from '#schema'

import { useUser } from '../../client/session/user.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useReadAgain, useResourceNamed, ResourcesContext } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useTold } from '../../ui/useTold.ts'
import { CancelJob } from './CancelJob.tsx'
import { hasFailedPart, isOver, useWorkedResource, type Job } from './job.ts'
import { useJobFiles } from './jobFiles.ts'
import { numberText } from '../../client/i18n/formats.ts'
import { useStartAction, type ActionFormProps, type ActionRequest } from '../actions/action.ts'
import { actionsOf, may } from '../../client/records/permitted.ts'
import { listPath, resultPath } from '../../client/addresses/addresses.ts'
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
  const told = useTold()
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

/** Takes back what a bulk action did that was a job, while the server would; it asks first and reports what came of it. */
function useJobUndo(): (job: Job) => (() => void) | undefined {
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

/** Returns the address of what an import of the user's own came to: there are its refused rows, and it may be undone. */
function useImportResult(): (job: Job) => string | undefined {
  const user = useUser()
  const resources = useContext(ResourcesContext)
  return ({ user: owner = user.id, parameters }) => {
    const { import: id, resource: name } = parameters ?? {}
    const resource = resources.find((one) => one.name === name)
    if (id === undefined || !resource || owner !== user.id) return undefined
    return may(resource, 'import', user) ? resultPath(resource, id) : undefined
  }
}

/** Returns the address of the list that a job worked on, as it was filtered then, for those who may see it. */
function useWorkedList(): (job: Job) => string | undefined {
  const user = useUser()
  const resources = useContext(ResourcesContext)
  return ({ id, type, parameters }) => {
    // A resource that starts jobs of its own is named by their type.
    const worked = parameters?.['resource'] ?? type?.split('.')[0]
    const resource = resources.find(({ name }) => name === worked)
    if (!resource || !may(resource, 'list', user)) return undefined
    const by = jobField(resource)
    return pathOf(resource, by ? { [by]: id } : filterOf(resource, parameters ?? {}))
  }
}

/** Returns the address of the records that tell this job as theirs, for those who may see them. */
export function useJobRecords(job: Job): string | undefined {
  const user = useUser()
  const resource = useWorkedResource(job)
  const by = resource && jobField(resource)
  return by && may(resource, 'list', user) ? pathOf(resource, { [by]: job.id }) : undefined
}

/** The field by which records tell the job that they belong to. */
const jobField = (resource: Resource): string | undefined => fieldTo('jobs', resource)

const fieldTo = (target: string, { fields }: Resource): string | undefined =>
  Object.keys(fields).find((name) => {
    const field = fields[name]
    return field && targetOf(field) === target
  })

/** The list of what an import brought; all of it where the declaration does not tell the records of a file. */
export function importedPath(resource: Resource, id: number): string {
  const origin = resource.import?.origin
  return pathOf(resource, origin && id > 0 ? { [origin]: id } : {})
}

/** Returns the address of the rows that an import did not take in, for those who may see them; undefined where none are kept. */
export function useRefusedPath({ import: declared }: Resource, id: number): string | undefined {
  const user = useUser()
  const resource = useContext(ResourcesContext).find(({ name }) => name === declared?.refused)
  const by = resource && fieldTo('imports', resource)
  return by && may(resource, 'list', user) ? pathOf(resource, { [by]: id }) : undefined
}

function pathOf(resource: Resource, filter: object): string {
  const query = Object.keys(filter).length > 0 && { filter: JSON.stringify(filter) }
  return `${listPath(resource)}${query ? `?${new URLSearchParams(query)}` : ''}`
}

/** Exports carry the keys of their list; of an import the list shows what it brought. */
function filterOf(resource: Resource, parameters: Readonly<Record<string, unknown>>) {
  const { filter, search, import: brought } = parameters
  const origin = resource.import?.origin
  if (origin && typeof brought === 'number') return { [origin]: brought }
  const { sort: _order, ...keys } = (filter ?? {}) as typeof parameters
  return { ...keys, ...(search ? { search } : {}) }
}
