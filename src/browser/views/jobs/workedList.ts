import { useContext } from 'react'

import type { Resource } from '#schema'

import { useUser } from '../../client/session/session.ts'
import { listPath } from '../../client/addresses/addresses.ts'
import { may } from '../../client/records/permitted.ts'
import { ResourcesContext } from '../../client/records/resources.ts'
import type { Job } from './job.ts'

/** The list that a job worked on, as it was filtered then, for those who may see it. */
export function useWorkedList(): (job: Job) => { resource: Resource; to: string } | undefined {
  const user = useUser()
  const resources = useContext(ResourcesContext)
  return ({ parameters }) => {
    const resource = resources.find(({ name }) => name === parameters?.['resource'])
    if (!resource || !may(resource, 'list', user)) return undefined
    return { resource, to: pathOf(resource, filterOf(resource, parameters ?? {})) }
  }
}

/** The list of what an import brought; all of it where the declaration does not tell the records of a file. */
export function importedPath(resource: Resource, id: number): string {
  const origin = resource.import?.origin
  return pathOf(resource, origin && id > 0 ? { [origin]: id } : {})
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
