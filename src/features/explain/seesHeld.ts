import { fieldOf, mayReadSome, type Resource, type User } from '#schema'

/** Whether a user sees what roles hold: only they are told what that opens, which would say it one answer at a time. */
export function seesHeld(roles: Resource | undefined, user: User): boolean {
  const held = roles && fieldOf(roles, 'permissions')
  return roles?.access.show(user) === true && held !== undefined && mayReadSome(user, held)
}
