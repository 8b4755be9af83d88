import type { Resource } from '#schema'

/** Where a view of one record stands in the browser; without a route of its own, below the list. */
export function pathOf(resource: Resource, view: 'edit' | 'show', id: number): string {
  const { list, [view]: own } = resource.routes
  if (own) return `/${own.replace(':id', String(id))}`
  return view === 'show' ? `/${list}/${id}/show` : `/${list}/${id}`
}

export const listPath = ({ routes }: Resource): string => `/${routes.list}`

export const createPath = ({ routes }: Resource): string =>
  `/${routes.create ?? `${routes.list}/create`}`

export const importPath = ({ routes }: Resource): string => `/${routes.list}/import`
