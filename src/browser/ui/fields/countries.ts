import { countryCodes } from '#schema'

import { memoize, displayLocale, tagOf } from '../../client/i18n/formats.ts'

/** The name of a country by its two-letter code; the code itself when there is none. */
export function countryName(code: string): string {
  try {
    return names(displayLocale().locale).of(code) ?? code
  } catch {
    return code
  }
}

/** The names of all countries, by code, in the order of the language. */
export const countryNames = (): Readonly<Record<string, string>> => allNames(displayLocale().locale)

const allNames = memoize((locale: string) => {
  const compare = new Intl.Collator(tagOf(locale)).compare
  const named = [...countryCodes].map((code) => [code, countryName(code)] as const)
  return Object.fromEntries(named.sort(([, one], [, other]) => compare(one, other)))
})

const names = memoize(
  (locale: string) => new Intl.DisplayNames([tagOf(locale)], { type: 'region' }),
)

/** The flag of a country as the emoji that its two letters make. */
export const flagOf = (code: string): string =>
  String.fromCodePoint(...Array.from(code, (letter) => 0x1_f1_a5 + letter.charCodeAt(0)))
