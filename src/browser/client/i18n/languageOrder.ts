import type { WatchedStore } from '../storage/store.ts'

interface Person {
  readonly settings?: { readonly locale?: unknown }
}

/** The language that the server keeps for a person; not every server keeps one. */
export function ownLocale(person: Person | undefined): string | undefined {
  const locale = person?.settings?.locale
  return typeof locale === 'string' && locale !== '' ? locale : undefined
}

/** The language in use: the person's own; without one, that last chosen in this browser, or English. */
export const localeInUse = (person: Person | undefined, lastChosen: string | undefined): string =>
  ownLocale(person) ?? lastChosen ?? 'en'

/** The same for who is signed in here. */
export const localeOf = (store: WatchedStore, session: Person | undefined): string =>
  localeInUse(session, store.getItem<string>('locale'))
