import { useStore } from 'react-admin'

import { merged } from '../../client/session/profileRefresh.ts'
import { session, type Profile } from '../../client/session/session.ts'
import { useProvider } from '../../client/records/provider.ts'

/** What users may change of themselves. */
export interface Person {
  readonly name: string
  readonly locale: string
  readonly timezone: string
  readonly per_page: number
}

/** `PUT /profile`; the console follows at once. Rejects with react-admin's HttpError. */
export function useSaveProfile(): (person: Person) => Promise<void> {
  const provider = useProvider()
  const [, speak] = useStore<string>('locale')
  return async ({ name, ...settings }) => {
    const body = { name, settings }
    const { data } = await provider.call<Partial<Profile>>('PUT', '/profile', body)
    const known = session.read()
    if (known) session.write({ ...known, ...merged(known, data) })
    // The first page speaks the language last chosen in this browser.
    if (settings.locale !== known?.settings['locale']) speak(settings.locale)
  }
}
