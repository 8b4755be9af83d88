import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { AuthProvider } from 'react-admin'

import {
  actionRule,
  operations,
  type Filter,
  type Operation,
  type Resource,
  type User,
} from '#schema'

import type { Http } from '../http/http.ts'
import { isLetIn } from '../records/permitted.ts'
import type { Row } from '../records/row.ts'
import type { AccessQuestion } from '../records/queryClient.ts'
import { endSession, forgetDraft, type SessionStore } from './session.ts'
import { userOf } from './user.ts'
import type { store as preferences } from '../storage/store.ts'

/** Returns the rule that a question falls under; a filter where it depends on the record. */
export function accessRule(
  resources: readonly Resource[],
  user: User | undefined,
  { resource: name, action }: AccessQuestion,
): boolean | Filter {
  const resource = resources.find((one) => one.name === name)
  const operation = operations.find((one): one is Operation => one === action)
  if (!user || !resource) return false
  const rule = operation && resource.access[operation](user)
  if (operation && ofRecord.has(operation)) return rule ?? false
  if (operation) return rule !== false
  const { actions = {} } = resource
  return action !== undefined && Object.hasOwn(actions, action)
    ? actionRule(actions[action])(user)
    : false
}

const ofRecord: ReadonlySet<Operation> = new Set(['show', 'edit', 'delete'])

/** Whether the declared rules let the user do something with at least some records of a resource. */
export const mayAccess = (...question: Parameters<typeof accessRule>): boolean =>
  accessRule(...question) !== false

export interface AuthParts {
  readonly resources: readonly Resource[]
  readonly http: Http
  readonly session: SessionStore
  readonly store: typeof preferences
}

/** How long a user waits for the server to take the sign-out. */
const signOutTimeoutMs = 3000

/** Ends the session here and on the server; here also when the server does not answer. One that has begun meanwhile stays. */
export async function signOut({
  http,
  session,
  store,
}: Omit<AuthParts, 'resources'>): Promise<void> {
  const ended = session.read()?.access_token
  const signal = AbortSignal.timeout(signOutTimeoutMs)
  await http.json('/logout', { method: 'DELETE', signal }).catch(() => undefined)
  const known = session.read()
  if (known && known.access_token !== ended) return
  endSession(session)
  forgetDraft()
  store.reset()
}

/** Signing in is the login page's; an ended session is `http`'s. react-admin only asks who is there. */
export function createAuthProvider(parts: AuthParts): AuthProvider {
  const { resources, session } = parts
  const user = () => {
    const known = session.read()
    return known && userOf(known)
  }
  return {
    login: () => Promise.reject(new Error('People sign in on the first page')),
    logout: async () => {
      await signOut(parts)
      return '/'
    },
    checkAuth: () =>
      user() ? Promise.resolve() : Promise.reject(new Error('Nobody is signed in')),
    checkError: () => Promise.resolve(),
    getPermissions: async () => user()?.permissions ?? new Set(),
    getIdentity: async () => {
      const { id = 0, name = '' } = user() ?? {}
      return { id, fullName: name }
    },
    canAccess: async ({ record, ...question }) => {
      const rule = accessRule(resources, user(), question)
      return isLetIn(rule, question.action ?? '', record as Row | undefined)
    },
  }
}

/** What a permission means, in English. */
export interface PermissionTexts {
  readonly name: string
  readonly description: string
}

/** Loads what the permissions of the business mean. Of the console's own files: who is refused a page asks no server for it. */
export const PermissionTextsContext = createContext<() => Promise<readonly PermissionTexts[]>>(
  async () => [],
)

/** Returns the permissions of the release in the order they are declared, as far as they are loaded. */
export function useDeclaredPermissions() {
  const load = useContext(PermissionTextsContext)
  return useQuery({
    queryKey: ['permission_words'],
    queryFn: load,
    staleTime: Infinity,
    retry: false,
  })
}
