import { createContext, useContext } from 'react'

import type { User } from '#schema'

import type { Profile } from './session.ts'

export function userOf(profile: Profile): User {
  const { id = 0, name, email, roles = [], permissions } = profile
  return { id, name, email, roles, session: profile, permissions: new Set(permissions) }
}

/** A user as who makes a record: their day begins in the time zone that they have chosen. */
export function makerOf(user: User): User {
  const { timezone } = Object(user.session?.['settings'])
  return { ...user, timezone }
}

export const UserContext = createContext<User | undefined>(undefined)

/** The signed-in person. Throws outside the console. */
export function useUser(): User {
  const user = useContext(UserContext)
  if (!user) throw new Error('Nobody is signed in')
  return user
}
