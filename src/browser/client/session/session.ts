import { useSyncExternalStore } from 'react'

import { createPersistedState, resetStates, type PersistedState } from '../storage/persisted.ts'

/** A message of the bell. */
export interface Notice {
  readonly id: number
  readonly data: { readonly title: string; readonly message: string; readonly count?: number }
  readonly updated_at: string
}

/** What the server tells about the signed-in person, again with every refresh. */
export interface Profile {
  /** Absent where a server tells no more of a person than their name, e-mail address, permissions and settings. */
  readonly id?: number
  readonly name: string
  readonly email: string
  readonly must_change_password?: boolean
  readonly permissions: readonly string[]
  /** The ids of the user's roles; absent where a server does not tell. */
  readonly roles?: readonly number[]
  readonly notifications: readonly Notice[]
  readonly total_notifications: number
  readonly settings: Readonly<Record<string, unknown>>
  /** The fields of users that are declared `inSession`. */
  readonly [inSession: string]: unknown
}

/** The answer of a sign-in, as it is kept in the browser. */
export interface Session extends Profile {
  /** The profile has been read since the sign-in. */
  readonly is_fetched?: boolean
  readonly access_token: string
  readonly token_type: string
  readonly expires_at: string
}

export interface SessionStore extends Omit<PersistedState<Session | undefined>, 'reset'> {
  /** Sets who answers, when another tab has ended the session, whether this page keeps it. */
  keepWhen(isKept: () => boolean): void
}

/** Keeps the session in browser storage, on every change. A session past its end is none. */
export function createSessionStore(storage: Storage): SessionStore {
  let isKept = () => false
  const { reset, write, ...state } = createPersistedState<Session | undefined>('auth', {
    initial: undefined,
    storage,
    restore,
    hear(stored, known) {
      if (!known) return stored
      if (!stored) return isKept() ? known : undefined
      // The page of one person is never shown to another: theirs begins anew.
      return personOf(known) === personOf(stored) ? stored : undefined
    },
  })
  return {
    ...state,
    write: (session) => (session ? write(session) : reset()),
    keepWhen: (answer) => void (isKept = answer),
  }
}

function restore(stored: unknown): Session | undefined {
  const session = stored as Partial<Session>
  if (!session.access_token || Date.parse(session.expires_at ?? '') <= Date.now()) return undefined
  return sessionOf(session as Session)
}

/** A profile with everything that the console reads, whatever a server left out. */
export function profileOf(given: Partial<Profile>): Profile {
  return {
    ...given,
    name: given.name ?? '',
    email: given.email ?? '',
    permissions: given.permissions ?? [],
    notifications: given.notifications ?? [],
    total_notifications: given.total_notifications ?? 0,
    settings: given.settings ?? {},
  }
}

/** The answer of a sign-in as a session. */
export const sessionOf = (given: Session): Session => ({ ...given, ...profileOf(given) })

/** By what a person is known: not every server tells an id. */
export const personOf = ({ id, email }: Profile): number | string => id ?? email

/** Signs out here, and forgets what only this user may know. */
export function endSession(session: SessionStore): void {
  session.write(undefined)
  resetStates('dashboard', 'options', 'undo', 'requests')
}

/** Forgets what was typed and not saved: of who signs out, or where somebody else signs in. */
export const forgetDraft = () => resetStates('draft')

export const session = createSessionStore(window.localStorage)

export const useSession = (): Session | undefined =>
  useSyncExternalStore(session.subscribe, session.read)
