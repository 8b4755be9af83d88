import { matchPath } from 'react-router-dom'

import type { Resource, User } from '#schema'

import { sidebarGroups } from './sidebarGroups.ts'
import { maySee, type Screen } from './screens.tsx'

/** The screens a sign-in may lead to: the first that exists and whose permission the user holds. */
export type Home = readonly { readonly permission?: string; readonly path: string }[]

interface Places {
  readonly screens: readonly Screen[]
  readonly resources: readonly Resource[]
}

/**
 * Where `/` leads a user: the first screen of `home` that they may see, else the first of the sidebar. Who may see none
 * is led to the last of `home`, which says so (specification 2).
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
