import { useSyncExternalStore } from 'react'

import type { Session } from '../session/session.ts'
import type { store as preferences } from '../storage/store.ts'

/** The language in use: the user's own; without one, that last chosen in this browser, or English (specification 9). */
export function localeOf(store: typeof preferences, session: Session | undefined): string {
  return ownLocale(session) ?? store.getItem<string>('locale') ?? 'en'
}

/** The language that the server keeps for a user; not every server keeps one. */
export function ownLocale(session: Session | undefined): string | undefined {
  const locale = session?.settings['locale']
  return typeof locale === 'string' && locale !== '' ? locale : undefined
}

export const useLocaleOf = (store: typeof preferences, session: Session | undefined): string =>
  useSyncExternalStore(
    (listener) => store.subscribe('locale', listener),
    () => localeOf(store, session),
  )
