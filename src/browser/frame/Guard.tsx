import { type ReactNode } from 'react'
import type { Operation, Resource, Rule, User } from '#schema'
import { NoPermission } from '../ui/states/messagePages.tsx'
import { useUser } from '../client/session/user.ts'

interface GuardProps {
  resource: Resource
  /** Of every group, at least one operation must be allowed. */
  needs: readonly (readonly Operation[])[]
  children: ReactNode
}

/** Stands outside a page: what a user may not see is not even mounted, so it asks the server nothing. */
export function Guard({ resource, needs, children }: GuardProps) {
  const user = useUser()
  const rules = closedRules(resource, needs, user)
  return rules.length === 0 ? children : <NoPermission rules={rules} />
}

/** The rules that keep the user out: of each group the first, unless another group needs one of it anyway. */
function closedRules(resource: Resource, needs: GuardProps['needs'], user: User): Rule[] {
  const may = (operation: Operation) => resource.access[operation](user) !== false
  const closed = new Set<Operation>()
  for (const group of needs) {
    const [first] = group
    const isOpen = group.some((one) => may(one) || closed.has(one))
    if (!isOpen && first) closed.add(first)
  }
  return [...closed].map((operation) => resource.access[operation])
}
