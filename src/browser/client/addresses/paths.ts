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

export const createPath = ({ routes }: Resource): string =>
  `/${routes.create ?? `${routes.list}/create`}`

export const importPath = ({ routes }: Resource): string => `/${routes.list}/import`
