import { matchPath } from 'react-router-dom'

import type { Resource } from '#schema'

/** Where a view of one record stands in the browser; without a route of its own, below the list. */
export function pathOf(resource: Resource, view: 'edit' | 'show', id: number): string {
  const { list, [view]: own } = resource.routes
  if (own) return `/${own.replace(':id', String(id))}`
  return view === 'show' ? `/${list}/${id}/show` : `/${list}/${id}`
}

/** The address of the form over a record's own page; undefined where the form or the record has none. */
export const editOverShow = ({ routes: { edit, show } }: Resource): string | undefined =>
  show && !edit ? `${show}/edit` : undefined

/** Where the form of a record opens that is shown already: over its own page, if it has one. */
export function editPathFrom(resource: Resource, id: number): string {
  const path = editOverShow(resource)
  return path ? `/${path.replace(':id', String(id))}` : pathOf(resource, 'edit', id)
}

export const listPath = ({ routes }: Resource): string => `/${routes.list}`

/** Where the form of a new record stands, which begins with the values, as react-admin's forms do. */
export function createPath({ routes }: Resource, values?: object): string {
  const path = `/${routes.create ?? `${routes.list}/create`}`
  return values ? `${path}?source=${encodeURIComponent(JSON.stringify(values))}` : path
}

/** Where the form of a new record stands that begins as another one is: the query is that of the list behind it. */
export const copyPath = (resource: Resource, id: number): string => `${createPath(resource)}/${id}`

/** The id of the record as which a new one begins at an address; undefined where it begins blank. */
export const copiedAt = (resource: Resource, pathname: string): number | undefined =>
  recordId(matchPath(`${createPath(resource)}/:copy`, pathname)?.params.copy)

/** `isFollowed`: with the step that asks what is done with the records then. */
export const importPath = ({ routes }: Resource, isFollowed = false): string =>
  `/${routes.list}/import${isFollowed ? '?follow=1' : ''}`

/** Where an import tells what it found or did, which may still be undone there. */
export const resultPath = (resource: Resource, id: unknown): string =>
  `${importPath(resource)}?import=${String(id)}`

/** The id of a record as an address has it; undefined for what is none. */
export const recordId = (text: string | null | undefined): number | undefined =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : undefined

/** The path of the form of a new record, and of one that begins as another one is. */
export const withCopy = (create: string): string => `${create}/:copy?`

/** A view of a resource that an address stands for. */
export interface ResourceAddress {
  readonly resource: Resource
  readonly view: 'list' | 'create' | 'edit' | 'show' | 'import'
  readonly id?: number
}

export function placeOf(
  resources: readonly Resource[],
  pathname: string,
): ResourceAddress | undefined {
  for (const resource of resources) {
    for (const [view, path] of addressesOf(resource)) {
      const id = recordId(matchPath(`/${path}`, pathname)?.params['id'])
      if (id !== undefined) return { resource, view, id }
      if (!path.includes(':id') && matchPath(`/${path}`, pathname)) return { resource, view }
    }
  }
  return undefined
}

/** In the order in which they are tried: `create` is no id. What has no address of its own lies over the list. */
function addressesOf(resource: Resource): [ResourceAddress['view'], string][] {
  const { list, create, edit, show } = resource.routes
  const overShow = editOverShow(resource)
  const overlays: [ResourceAddress['view'], string][] = overShow ? [['edit', overShow]] : []
  return [
    ...overlays,
    ['list', list],
    ['create', withCopy(create ?? `${list}/create`)],
    ['import', `${list}/import`],
    ['edit', edit ?? `${list}/:id`],
    ['show', show ?? `${list}/:id/show`],
  ]
}
