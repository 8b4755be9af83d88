import type { Resource, User } from '#schema'

export interface SidebarGroup {
  readonly name: string
  readonly resources: readonly Resource[]
}

/** What the sidebar shows a user, in the order of the declarations; a group without a permitted item is none. */
export function sidebarGroups(resources: readonly Resource[], user: User): SidebarGroup[] {
  const groups = new Map<string, Resource[]>()
  for (const resource of resources) {
    const { group, operations, access } = resource
    if (!group || !operations.includes('list') || access.list(user) === false) continue
    groups.set(group, [...(groups.get(group) ?? []), resource])
  }
  return [...groups].map(([name, shown]) => ({ name, resources: shown }))
}
