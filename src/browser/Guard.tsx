import type { ReactNode } from 'react'

import type { Operation, Resource } from '#schema'

import { NoPermission } from './layout/NoPermission.tsx'
import { useUser } from './session.ts'

interface GuardProps {
  resource: Resource
  /** Of every group, at least one operation must be allowed. */
  needs: readonly (readonly Operation[])[]
  children: ReactNode
}

/** Stands outside a page: what a user may not see is not even mounted, so it asks the server nothing. */
export function Guard({ resource, needs, children }: GuardProps) {
  const user = useUser()
  const may = (operation: Operation) => resource.access[operation](user) !== false
  const isAllowed = needs.every((group) => group.some(may))
  return isAllowed ? children : <NoPermission />
}
