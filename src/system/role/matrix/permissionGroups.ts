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
  const groups = new Map<string, Listed[]>()
  for (const one of inOrder) {
    groups.set(one.group, [...(groups.get(one.group) ?? []), one])
  }
  return [...groups].map(([title, permissions]) => ({ title, permissions }))
}

/** Whether every word of a search stands in a permission's string or description. */
export function isFound({ name, description }: Listed, search: string): boolean {
  const text = `${name} ${description}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
