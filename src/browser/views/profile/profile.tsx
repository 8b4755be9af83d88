import { lazy, Suspense, type ComponentType } from 'react'

import type { Screen } from '../screens/screens.tsx'
import { lazyScreen } from '../../ui/states/Loading.tsx'
import { Waiting } from '../../ui/states/StatePanels.tsx'
import english from '../../../texts/en/common.json'

/** The user's own page, reached from the user menu. */
export const profileScreen: Screen = {
  name: 'profile',
  label: english['screens.profile'],
  path: 'profile',
  permission: 'user.profile.view',
  icon: 'person',
  Page: lazyScreen(async () => (await import('./ProfilePage.tsx')).ProfilePage),
}

const loadInputs = () => import('./inputs.tsx')

/** The languages that the console speaks by now, in a form of the business. */
export const LanguageInput = lateInput(async () => (await loadInputs()).LanguageInput)

/** Every time zone that the browser knows, in a form of the business. */
export const ZoneInput = lateInput(async () => (await loadInputs()).ZoneInput)

/** The sizes that the pages of lists have, in a form of the business. */
export const PageSizeInput = lateInput(async () => (await loadInputs()).PageSizeInput)

type Input = ComponentType<{ source: string }>

/** Returns an input that comes with the first form that has it, and keeps the rest of that form in its place. */
function lateInput(load: () => Promise<Input>): Input {
  const Late = lazy(async () => ({ default: await load() }))
  return ({ source }) => (
    <Suspense fallback={<Waiting />}>
      <Late source={source} />
    </Suspense>
  )
}
