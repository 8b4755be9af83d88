import { lazy } from 'react'

/** Picks one record of another resource, in a form of the business. Its files come when it is first shown. */
export const OptionPicker = lazy(async () => ({
  default: (await import('./OptionPicker.tsx')).OptionPicker,
}))

/** Picks any number of them. */
export const OptionsPicker = lazy(async () => ({
  default: (await import('./OptionPicker.tsx')).OptionsPicker,
}))
