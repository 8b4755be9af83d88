import { useEffect } from 'react'
import { useStoreContext } from 'react-admin'

import { type ActionDeclaration, namesInRule, type Resource, titleFields, type User } from '#schema'

import { type NamedField, readableFields } from '../../client/records/permitted.ts'
import { useSession } from '../../client/session/session.ts'
import type { Views } from '../resourceViews.ts'

/**
 * Returns the fields that a list asks the server for: those of its columns, of the record's title with its colours, and those that decide
 * what may be done to a row; in the order of the declaration, so that moving a column asks nothing anew. Undefined, which
 * means all, where code reads rows: cells and row menus of its own, `closed`, or an action's `when`.
 */
export function listFields(
  resource: Resource,
  user: User,
  { shown, views }: { shown: readonly NamedField[]; views: Views<Resource> | undefined },
): readonly string[] | undefined {
  const actions = Object.values<ActionDeclaration>(resource.actions ?? {})
  const isReadByOthers =
    views?.fields !== undefined ||
    views?.list !== undefined ||
    views?.rowActions !== undefined ||
    views?.recordActions !== undefined ||
    resource.closed !== undefined ||
    actions.some(({ when }) => when !== undefined)
  if (isReadByOthers) return undefined
  const wanted = new Set([
    ...shown.map(({ name }) => name),
    ...titleFields(resource),
    ...(resource.withTitle ?? []),
    ...actions.flatMap(({ moves }) => moves?.field ?? []),
    ...(['show', 'edit', 'delete'] as const).flatMap((one) =>
      namesInRule(resource.access[one](user)),
    ),
  ])
  return readableFields(resource, user, Object.keys(resource.fields))
    .map(({ name }) => name)
    .filter((name) => wanted.has(name))
}

/** The page sizes that a list offers. */
export const pageSizes = [10, 25, 50, 100] as const

/** How many rows the user wants on a page: their own setting, where it is one that is offered. */
export function usePerPage(): number {
  const chosen = useSession()?.settings['per_page']
  return pageSizes.find((size) => size === chosen) ?? 25
}

/**
 * Going back to a list's address without a filter shows it without one. react-admin would put the last filter
 * there again: it remembers for each list what was looked for, and takes a bare address for a first visit.
 */
export function useBareHistory({ name, routes }: Resource): void {
  const { removeItem } = useStoreContext()
  useEffect(() => {
    const went = () => {
      const { pathname, search } = window.location
      if (!search && pathname.startsWith(`/${routes.list}`)) removeItem(`${name}.listParams`)
    }
    // Before the router hears of it: what it then shows is read from both.
    window.addEventListener('popstate', went, { capture: true })
    return () => window.removeEventListener('popstate', went, { capture: true })
  }, [name, routes.list, removeItem])
}
