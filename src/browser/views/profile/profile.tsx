import { lazy, Suspense } from 'react'

import type { Screen } from '../screens/screens.tsx'
import { lazyScreen } from '../../ui/states/Loading.tsx'
import { Waiting } from '../../ui/states/StatePanels.tsx'
import english from '../../../texts/common.json'

/** The user's own page (product.md 11.9), reached from the user menu. */
export const profileScreen: Screen = {
  name: 'profile',
  label: english['screens.profile'],
  path: 'profile',
  permission: 'user.profile.view',
  icon: 'person',
  Page: lazyScreen(async () => (await import('./ProfilePage.tsx')).ProfilePage),
}

const Language = lazy(async () => ({ default: (await import('./inputs.tsx')).LanguageInput }))
const Zone = lazy(async () => ({ default: (await import('./inputs.tsx')).ZoneInput }))

/** The languages that the console speaks by now, in a form of the business. */
export function LanguageInput({ source }: { source: string }) {
  return (
    <Suspense fallback={<Waiting />}>
      <Language source={source} />
    </Suspense>
  )
}

/** Every time zone that the browser knows, in a form of the business. */
export function ZoneInput({ source }: { source: string }) {
  return (
    <Suspense fallback={<Waiting />}>
      <Zone source={source} />
    </Suspense>
  )
}
