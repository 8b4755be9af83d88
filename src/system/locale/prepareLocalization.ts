import type { Localization } from './localization.ts'

/** What a text is by what it has: an own one goes before what the console brings. */
export function prepareLocalization(
  values: Partial<Localization>,
  previous?: Localization,
): Partial<Localization> {
  const { value, shipped } = { ...previous, ...values }
  return { ...values, state: value ? 'own' : shipped ? 'shipped' : 'missing' }
}
