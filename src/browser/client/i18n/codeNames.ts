import type { Resource } from '#schema'

import { memoize, displayLocale, speaksEnglish, tagOf } from './formats.ts'

type Coded = Pick<Resource, 'codes'> | undefined

/** What the reader's language calls the country or language of a record (`codes`); else its title. */
export function nameByCode(
  resource: Coded,
  record: Readonly<Record<string, unknown>>,
  title: string,
): string {
  const { locale } = displayLocale()
  const [type, field] = Object.entries<string>(resource?.codes ?? {})[0] ?? []
  const code = field && record[field]
  if (!type || typeof code !== 'string' || speaksEnglish(locale)) return title
  try {
    return names(locale, type as Intl.DisplayNamesType).of(code) ?? title
  } catch {
    return title
  }
}

const names = memoize(
  (locale: string, type: Intl.DisplayNamesType) =>
    new Intl.DisplayNames([tagOf(locale)], { type, fallback: 'none' }),
)
