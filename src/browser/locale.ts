import { useSyncExternalStore } from 'react'

import type { Session } from './session.ts'
import type { store as preferences } from './store.ts'

/** The language in use: the one chosen in this browser, the user's own, or English (specification 9). */
export function localeOf(store: typeof preferences, session: Session | undefined): string {
  return store.getItem<string>('locale') ?? String(session?.settings['locale'] ?? 'en')
}

export const useLocaleOf = (store: typeof preferences, session: Session | undefined): string =>
  useSyncExternalStore(
    (listener) => store.subscribe('locale', listener),
    () => localeOf(store, session),
  )
