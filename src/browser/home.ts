import { matchPath } from 'react-router-dom'

import type { Resource, User } from '#schema'

/** The screens a sign-in may lead to: the first that exists and whose permission the user holds. */
export type Home = readonly { readonly permission?: string; readonly path: string }[]

/** Where `/` leads a user. Without a screen of their own, the first list that they may see. */
export function homePath(
  home: Home,
  resources: readonly Resource[],
  user: User,
): string | undefined {
  const exists = (path: string) =>
    resources.some(({ routes }) => matchPath(`/${routes.list}`, `/${path}`) !== null)
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
