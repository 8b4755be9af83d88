import { createContext, type ComponentType, useContext } from 'react'
import { type RouteObject, matchPath } from 'react-router-dom'

import { can, type IconName, type Resource, type User } from '#schema'

import type { Icon } from '../../ui/icons.tsx'
import { NoPermission, PageError } from '../../ui/states/messagePages.tsx'
import { useUser } from '../../client/session/user.ts'
import { ResourcesContext } from '../../client/records/resources.ts'

/** A screen that is no view of a resource. Its words have the key `screens.{name}`. */
export interface Screen {
  readonly name: string
  readonly label: string
  /** The address, without a slash before it. */
  readonly path: string
  /** Who lacks it sees the no-permission page. */
  readonly permission: string
  /** The sidebar group; groups of screens come before those of resources. */
  readonly group?: string
  readonly icon?: IconName | Icon
  /** Whether a console of these resources has it; always unless given. */
  isNeeded?(resources: readonly Resource[]): boolean
  /** Mounted only for those who may see it; lazy unless it is tiny. */
  readonly Page: ComponentType
}

export const ScreensContext = createContext<readonly Screen[]>([])

export const maySee = (user: User, { permission }: Screen): boolean =>
  user.permissions.has(permission)

export function screenRoute(screen: Screen): RouteObject {
  return { path: screen.path, element: <Guarded {...screen} />, errorElement: <PageError /> }
}

function Guarded(screen: Screen) {
  const { Page } = screen
  return maySee(useUser(), screen) ? <Page /> : <NoPermission rules={[can(screen.permission)]} />
}

/** Returns whether a declared screen stands at an address, so that every link goes somewhere. */
export function useHasRoute(): (address: string) => boolean {
  const lists = useContext(ResourcesContext).flatMap(({ routes }) => Object.values(routes))
  const screens = useContext(ScreensContext).map(({ path }) => path)
  return (address) => [...screens, ...lists].some((path) => matchPath(`/${path}`, address) !== null)
}
