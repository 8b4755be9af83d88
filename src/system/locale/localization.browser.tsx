import { lazy, Suspense } from 'react'

import { Waiting, type Views } from '#browser'

import type { localization } from './localization.ts'

const TextPicker = lazy(async () => ({
  default: (await import('./TextPicker.tsx')).TextPicker,
}))

/** Texts are found by what they say: people do not know the keys. */
export const localizationViews: Views<typeof localization> = { inputs: { key: KeyInput } }

function KeyInput({ source }: { source: string }) {
  return (
    <Suspense fallback={<Waiting />}>
      <TextPicker source={source} />
    </Suspense>
  )
}
