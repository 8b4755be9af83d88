import type { Resource, User } from '#schema'

import { itemOf, type OptionItem } from './item.ts'

/** A list to choose from: where it stands and who may have it (specification 3, 6 and 7). */
export interface OptionList {
  readonly name: string
  /** Below `/api`. */
  readonly path: string
  /** One of them is enough. */
  readonly permissions: readonly string[]
  /** The resource whose records it lists. */
  readonly resource: Resource | undefined
}

/** A list that is not simply every record of a resource; the business declares it. */
export interface ExtraOptionList {
  readonly name: string
  /** Its address below `/api`, without a slash before it. */
  readonly api: string
  readonly permission: string
  /** The resource whose records it lists; without it the entries are plain words. */
  readonly of?: string
}

/** Every option list: one for each resource that declares options, by its name, and the extra ones. */
export function optionListsOf(
  resources: readonly Resource[],
  extras: readonly ExtraOptionList[],
): OptionList[] {
  const own = resources.flatMap((resource) => {
    const { name, api, options } = resource
    if (!options) return []
    return [{ name, path: `/${api}/all`, permissions: [options.permission].flat(), resource }]
  })
  const named = (name: string | undefined) => resources.find((resource) => resource.name === name)
  const more = extras.map(({ name, api, permission, of }) => ({
    name,
    path: `/${api}`,
    permissions: [permission],
    resource: named(of),
  }))
  return [...own, ...more]
}

export const mayHave = ({ permissions }: Pick<User, 'permissions'>, list: OptionList): boolean =>
  list.permissions.some((one) => permissions.has(one))

/** Most entries that are kept: of a longer list the server finds the rest. */
export const mostItems = 500

export interface Items {
  readonly items: readonly OptionItem[]
  /** Whether the list has no entry besides these. */
  readonly is_complete: boolean
}

/** The entries of an answer, which is a list or carries one as `data` (specification 7). */
export function itemsOf({ resource }: OptionList, answer: unknown): Items {
  const { data = answer, meta } = (answer ?? {}) as {
    data?: unknown
    meta?: { is_complete?: boolean }
  }
  if (!Array.isArray(data)) throw new Error('an option list is no list')
  // A server that says nothing of a limit has sent them all.
  const is_complete = meta?.is_complete !== false && data.length <= mostItems
  const kept: unknown[] = data.slice(0, mostItems)
  return { items: kept.map((entry) => itemOf(resource, entry)), is_complete }
}
