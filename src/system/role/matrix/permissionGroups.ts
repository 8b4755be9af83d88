import { groupBy } from '#schema'

/** One permission as `GET /api/management/permission/all` lists it. */
export interface Listed {
  readonly id: number
  readonly name: string
  readonly group: string
  readonly description: string
}

export interface PermissionGroup {
  readonly title: string
  readonly permissions: readonly Listed[]
}

/** Reads an option; one without a group stands under `Other`. */
export function listedOf(option: Readonly<Record<string, unknown>> & { id: number }): Listed {
  const { id, name, group, description } = option
  return { id, name: text(name), group: text(group) || 'Other', description: text(description) }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns permissions by area: those of the release in the order they are `declared`, then all others by name. */
export function groupsOf(
  permissions: readonly Listed[],
  declared: readonly { readonly name: string }[],
): PermissionGroup[] {
  const places = new Map(declared.map(({ name }, place) => [name, place]))
  const place = ({ name }: Listed) => places.get(name) ?? places.size
  const inOrder = permissions.toSorted(
    (one, other) => place(one) - place(other) || one.name.localeCompare(other.name),
  )
  return [...groupBy(inOrder, ({ group }) => group)].map(([title, permissions]) => ({
    title,
    permissions,
  }))
}

/** Whether every word of a search stands in a permission's string or description. */
export function isFound({ name, description }: Listed, search: string): boolean {
  const text = `${name} ${description}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** What a form would change of a set of ids. */
export interface Changes {
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

export function changesOf(stored: ReadonlySet<number>, chosen: ReadonlySet<number>): Changes {
  return {
    added: [...chosen].filter((id) => !stored.has(id)),
    removed: [...stored].filter((id) => !chosen.has(id)),
  }
}

/**
 * The chosen ids with some put in or taken out. What is stored keeps its order: a set that is as it was
 * before must be the same value, or the form would count as changed.
 */
export function chosenWith(
  stored: ReadonlySet<number>,
  chosen: ReadonlySet<number>,
  { ids, isChosen }: { ids: readonly number[]; isChosen: boolean },
): number[] {
  const moved = new Set(ids)
  const isIn = (id: number) => (moved.has(id) ? isChosen : chosen.has(id))
  const others = [...new Set([...chosen, ...ids])].filter((id) => !stored.has(id))
  return [...[...stored].filter(isIn), ...others.filter(isIn).toSorted((a, b) => a - b)]
}
