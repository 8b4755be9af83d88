import { matchPath } from 'react-router-dom'

import {
  hasList,
  kindOf,
  relatedOf,
  type Field,
  type IconName,
  type Resource,
  type User,
} from '#schema'

import type { Icon } from '../../ui/icons.tsx'
import { maySee, type Screen } from './screens.tsx'

/** One link of the sidebar. */
export interface SidebarEntry {
  readonly name: string
  /** The key of its words, and the English behind it. */
  readonly text: readonly [key: string, english: string]
  readonly icon: IconName | Icon
  readonly path: string
  /** Addresses at which the entry is the current one. */
  readonly addresses: readonly string[]
  /** Whose list it opens; undefined of a screen. */
  readonly resource?: Resource
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
export const sidebarGroups = (places: Places, user: User): SidebarGroup[] =>
  grouped(seenBy(user, places))

/** The screens that the user may see and the sidebar leaves out. */
export function ungroupedEntries(places: Places, user: User): SidebarEntry[] {
  const { screens, resources } = seenBy(user, places)
  return [
    ...screens.filter(({ group, path }) => !group && !path.includes(':')).map(entryOfScreen),
    ...resources.filter(({ group }) => !group).map(entryOfResource),
  ]
}

/**
 * Those of them that the user's menu has: the others are lists of records that belong to another one each, stand on its page,
 * and are found by the search.
 */
export function menuEntries(places: Places, user: User): SidebarEntry[] {
  const related = places.resources.flatMap(({ show = [] }) => relatedOf(show))
  const belongs = ({ name, fields }: Resource) =>
    Object.entries<Field>(fields).some(([by, field]) => {
      const goesAlong = kindOf(field).onDelete?.(field) === 'cascade'
      const isShown = related.some(([, one]) => one.resource === name && one.by === by)
      return !field.options.optional && (goesAlong || isShown)
    })
  return ungroupedEntries(places, user).filter(({ resource }) => !resource || !belongs(resource))
}

/** Every entry, no matter who may see it. */
export const allEntries = (places: Places): SidebarEntry[] =>
  grouped(places).flatMap(({ entries }) => entries)

function grouped({ screens, resources }: Places): SidebarGroup[] {
  const groups = new Map<string, SidebarEntry[]>()
  const add = (group: string | undefined, entry: SidebarEntry) => {
    if (group) groups.set(group, [...(groups.get(group) ?? []), entry])
  }
  for (const screen of screens) add(screen.group, entryOfScreen(screen))
  for (const resource of resources.filter(hasList)) add(resource.group, entryOfResource(resource))
  return [...groups].map(([name, entries]) => ({ name, entries }))
}

const seenBy = (user: User, { screens, resources }: Places): Places => ({
  screens: screens.filter((screen) => maySee(user, screen)),
  resources: resources.filter((one) => hasList(one) && one.access.list(user) !== false),
})

function entryOfScreen({ name, label, icon = 'category', path }: Screen): SidebarEntry {
  return { name, text: [`screens.${name}`, label], icon, path, addresses: [`${path}/*`] }
}

function entryOfResource(resource: Resource): SidebarEntry {
  const { name, label, icon = 'category', routes } = resource
  const { list, ...others } = routes
  const addresses = [`${list}/*`, ...Object.values(others)]
  return { name, text: [`resources.${name}.name`, label], icon, path: list, addresses, resource }
}

/** The screens a sign-in may go to: the first that exists and whose permission the user holds. */
export type Home = readonly { readonly permission?: string; readonly path: string }[]

/**
 * Where `/` brings a user: the first screen of `home` that they may see, else the first of the sidebar. Who may see none
 * is brought to the last of `home`, which says so.
 */
export function homePath(home: Home, places: Places, user: User): string | undefined {
  const { screens, resources } = places
  const meant = home.filter(({ permission }) => !permission || user.permissions.has(permission))
  const screen = (path: string) => screens.find((one) => isAt(one.path, path))
  const list = (path: string) => resources.find(({ routes }) => isAt(routes.list, path))
  const isOpen = (path: string) => {
    const [view, resource] = [screen(path), list(path)]
    return (view && maySee(user, view)) || (resource && resource.access.list(user) !== false)
  }
  const path =
    meant.find((one) => isOpen(one.path))?.path ??
    sidebarGroups(places, user)[0]?.entries[0]?.path ??
    meant.findLast((one) => screen(one.path) ?? list(one.path))?.path
  return path && `/${path}`
}

const isAt = (address: string, path: string) => matchPath(`/${address}`, `/${path}`) !== null
