import { matchPath } from 'react-router-dom'

import type { Resource } from '#schema'

import { editOverShow } from './paths.ts'

/** A view of a resource that an address stands for. */
export interface Place {
  readonly resource: Resource
  readonly view: 'list' | 'create' | 'edit' | 'show' | 'import'
  readonly id?: number
}

export function placeOf(resources: readonly Resource[], pathname: string): Place | undefined {
  for (const resource of resources) {
    for (const [view, path] of addressesOf(resource)) {
      const id = matchPath(`/${path}`, pathname)?.params['id']
      if (id !== undefined && /^\d{1,15}$/.test(id)) return { resource, view, id: Number(id) }
      if (!path.includes(':id') && matchPath(`/${path}`, pathname)) return { resource, view }
    }
  }
  return undefined
}

/** In the order in which they are tried: `create` is no id. What has no address of its own lies over the list. */
function addressesOf(resource: Resource): [Place['view'], string][] {
  const { list, create, edit, show } = resource.routes
  const overShow = editOverShow(resource)
  const overlays: [Place['view'], string][] = overShow ? [['edit', overShow]] : []
  return [
    ...overlays,
    ['list', list],
    ['create', create ?? `${list}/create`],
    ['import', `${list}/import`],
    ['edit', edit ?? `${list}/:id`],
    ['show', show ?? `${list}/:id/show`],
  ]
}
