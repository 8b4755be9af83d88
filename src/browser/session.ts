import { createContext, useContext, useSyncExternalStore } from 'react'

import type { User } from '#schema'

/** A message of the bell (specification 3). */
export interface Notice {
  readonly id: number
  readonly data: { readonly title: string; readonly message: string }
  readonly updated_at: string
}

/** What the server tells about the signed-in person, again with every refresh. */
export interface Profile {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly is_sender: 0 | 1
  readonly must_change_password?: boolean
  readonly permissions: readonly string[]
  /** The ids of the user's roles; absent where a server does not tell. */
  readonly roles?: readonly number[]
  readonly notifications: readonly Notice[]
  readonly total_notifications: number
  readonly settings: Readonly<Record<string, unknown>>
}

/** The answer of a sign-in, as it is kept in the browser (specification 3). */
export interface Session extends Profile {
  readonly access_token: string
  readonly token_type: string
  readonly expires_at: string
}

export const sessionKey = 'leadgate.auth'

export interface SessionStore {
  read(): Session | undefined
  write(session: Session | undefined): void
  /** Calls back after every change, also by another tab. Answers how to stop. */
  subscribe(listener: () => void): () => void
}

/** Keeps the session in browser storage, on every change (specification 4). A session past its end is none. */
export function createSessionStore(storage: Storage): SessionStore {
  const listeners = new Set<() => void>()
  let current = parse(storage.getItem(sessionKey))
  const tell = (session: Session | undefined) => {
    current = session
    for (const listener of listeners) listener()
  }
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === sessionKey || key === null) tell(parse(newValue))
  })
  return {
    read: () => current,
    write(session) {
      if (session) storage.setItem(sessionKey, JSON.stringify(session))
      else storage.removeItem(sessionKey)
      tell(session)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function parse(text: string | null): Session | undefined {
  if (!text) return undefined
  try {
    const session: Session = JSON.parse(text)
    return Date.parse(session.expires_at) > Date.now() ? session : undefined
  } catch {
    return undefined
  }
}

export const session = createSessionStore(window.localStorage)

export const useSession = (): Session | undefined =>
  useSyncExternalStore(session.subscribe, session.read)

export function userOf({ is_sender, permissions, ...profile }: Profile): User {
  const { id, name, email, roles = [] } = profile
  return { id, name, email, roles, is_sender: is_sender === 1, permissions: new Set(permissions) }
}

export const UserContext = createContext<User | undefined>(undefined)

/** The signed-in person. Throws outside the console. */
export function useUser(): User {
  const user = useContext(UserContext)
  if (!user) throw new Error('Nobody is signed in')
  return user
}
