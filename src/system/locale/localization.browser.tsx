import { lazy, Suspense } from 'react'

import { Waiting, type Views } from '#browser'

import type { localization } from './localization.ts'

const TextPicker = lazy(async () => ({
  default: (await import('./TextPicker.tsx')).TextPicker,
}))

/** Nobody knows the keys by heart: they are found by what they say. */
export const localizationViews: Views<typeof localization> = { inputs: { key: KeyInput } }

function KeyInput({ source }: { source: string }) {
  return (
    <Suspense fallback={<Waiting />}>
      <TextPicker source={source} />
    </Suspense>
  )
}
