import { lazy, Suspense } from 'react'

import { Waiting } from '../../ui/states/StatePanels.tsx'

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
