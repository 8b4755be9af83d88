import { useContext } from 'react'

import { targetOf, type Resource } from '#schema'

import { useUser } from '../../client/session/user.ts'
import { ResourcesContext } from '../../client/records/resources.ts'
import { useWorkedResource, type Job } from './job.ts'
import { may } from '../../client/records/permitted.ts'
import { listPath, resultPath } from '../../client/addresses/addresses.ts'

/** Returns the address of what an import of the user's own came to: there are its refused rows, and it may be undone. */
export function useImportResult(): (job: Job) => string | undefined {
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
export function useWorkedList(): (job: Job) => string | undefined {
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
