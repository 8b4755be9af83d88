import type { Texts } from '#schema'

import { createPersistedState } from '../storage/persisted.ts'

export interface LocaleState {
  /** Display names by language code (specification 3). */
  readonly languages: Readonly<Record<string, string>>
  /** The texts of the language last in use, and when the server told them, in milliseconds. */
  readonly texts?: { readonly locale: string; readonly at: number; readonly messages: Texts }
}

const initial: LocaleState = { languages: { en: 'English' } }

/** What is known of languages; it outlives a session, so that the next page speaks at once. */
export const localeState = createPersistedState<LocaleState>('locale', {
  initial,
  restore: (kept) => ({ ...initial, ...(kept as Partial<LocaleState>) }),
})
