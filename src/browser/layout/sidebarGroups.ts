import type { IconName, Resource, User } from '#schema'

import { maySee, type Screen } from '../screens.tsx'

/** One link of the sidebar. */
export interface SidebarEntry {
  readonly name: string
  /** The key of its words, and the English behind it. */
  readonly text: readonly [key: string, english: string]
  readonly icon: IconName
  readonly path: string
  /** Addresses at which the entry is the current one. */
  readonly addresses: readonly string[]
}

export interface SidebarGroup {
  readonly name: string
  readonly entries: readonly SidebarEntry[]
}

interface Places {
  readonly screens: readonly Screen[]
  readonly resources: readonly Resource[]
}

/** What the sidebar shows a user, in the order of the declarations; a group without a permitted item is none. */
export function sidebarGroups({ screens, resources }: Places, user: User): SidebarGroup[] {
  const groups = new Map<string, SidebarEntry[]>()
  const add = (group: string, entry: SidebarEntry) =>
    groups.set(group, [...(groups.get(group) ?? []), entry])
  for (const screen of screens) {
    if (screen.group && maySee(user, screen)) add(screen.group, entryOfScreen(screen))
  }
  for (const resource of resources) {
    const { group, operations, access } = resource
    if (!group || !operations.includes('list') || access.list(user) === false) continue
    add(group, entryOfResource(resource))
  }
  return [...groups].map(([name, entries]) => ({ name, entries }))
}

function entryOfScreen({ name, label, icon = 'category', path }: Screen): SidebarEntry {
  return { name, text: [`screens.${name}`, label], icon, path, addresses: [`${path}/*`] }
}

function entryOfResource({ name, label, icon = 'category', routes }: Resource): SidebarEntry {
  const { list, ...others } = routes
  const addresses = [`${list}/*`, ...Object.values(others)]
  return { name, text: [`resources.${name}.name`, label], icon, path: list, addresses }
}
