import { matchPath } from 'react-router-dom'

import type { Resource, User } from '#schema'

import type { Screen } from './screens.tsx'

/** The screens a sign-in may lead to: the first that exists and whose permission the user holds. */
export type Home = readonly { readonly permission?: string; readonly path: string }[]

interface Places {
  readonly screens: readonly Screen[]
  readonly resources: readonly Resource[]
}

/** Where `/` leads a user. Without a screen of their own, the first list that they may see. */
export function homePath(
  home: Home,
  { screens, resources }: Places,
  user: User,
): string | undefined {
  const addresses = [
    ...screens.map(({ path }) => path),
    ...resources.map(({ routes }) => routes.list),
  ]
  const exists = (path: string) =>
    addresses.some((one) => matchPath(`/${one}`, `/${path}`) !== null)
  const wanted = home.find(
    ({ path, permission }) => exists(path) && (!permission || user.permissions.has(permission)),
  )
  const first = resources.find(
    ({ access, operations, group }) =>
      group && operations.includes('list') && access.list(user) !== false,
  )
  const path = wanted?.path ?? first?.routes.list
  return path && `/${path}`
}
