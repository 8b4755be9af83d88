import { useSyncExternalStore } from 'react'

import type { Texts } from '#schema'

import type { Session } from '../session/session.ts'
import type { store as preferences } from '../storage/store.ts'
import { createPersistedState } from '../storage/persisted.ts'
import { localeOf } from './languageOrder.ts'

export const useLocaleOf = (store: typeof preferences, session: Session | undefined): string =>
  useSyncExternalStore(
    (listener) => store.subscribe('locale', listener),
    () => localeOf(store, session),
  )

export interface LocaleState {
  /** Display names by language code. */
  readonly languages: Readonly<Record<string, string>>
  /** The texts of the language last in use, and when the server told them, in milliseconds. */
  readonly texts?: { readonly locale: string; readonly at: number; readonly messages: Texts }
}

const initial: LocaleState = { languages: { en: 'English' } }

/** What is known of languages; it outlives a session, so that the next page speaks at once. */
export const localeState = createPersistedState<LocaleState>('locale', {
  initial,
  restore: (stored) => ({ ...initial, ...(stored as Partial<LocaleState>) }),
})
