import type { Resource } from '#schema'

import { countryOfCode } from '../../../kernel/phones/phonePlans.ts'

type Codes = NonNullable<Resource['codes']>

/**
 * Returns the code of a country or a language that a text means otherwise than a record says it: by a name in one of the
 * languages, a calling code, another code, or with a region, `en-GB`.
 */
export function codeMeant(codes: Codes, text: string, languages: Iterable<string>) {
  const type = 'region' in codes ? 'region' : 'language'
  const wanted = folded(text)
  for (const language of ['en', ...languages]) {
    const code = namesIn(language, type).get(wanted)
    if (code !== undefined) return code
  }
  return type === 'region' ? countryMeant(wanted) : languageMeant(wanted)
}

function countryMeant(text: string): string | undefined {
  const digits = /^(?:\+|00)?(\d{1,7})$/.exec(text)?.[1]
  if (digits !== undefined) return countryOfCode(digits)
  return /^[a-z]{2,3}$/.test(text) ? localeOf(`und-${text}`)?.region : undefined
}

const languageMeant = (text: string) =>
  /^[a-z]{2,3}(?:[-_][a-z\d]{2,8}){0,3}$/.test(text)
    ? localeOf(text.replaceAll('_', '-'))?.language
    : undefined

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

type Type = 'region' | 'language'

const known = new Map<string, Map<string, string>>()

/** The codes of all countries, or languages, by what one language calls them. */
function namesIn(language: string, type: Type): Map<string, string> {
  const key = `${type} ${language}`
  const names = known.get(key) ?? readNames(language, type)
  known.set(key, names)
  return names
}

const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
const pairs = letters.flatMap((one) => letters.map((other) => one + other))

function readNames(language: string, type: Type): Map<string, string> {
  const names = new Map<string, string>()
  for (const style of ['short', 'long'] as const) {
    const display = new Intl.DisplayNames([language], { type, style, fallback: 'none' })
    for (const pair of pairs) {
      const code = type === 'region' ? pair.toUpperCase() : pair
      const name = display.of(code)
      if (name !== undefined) names.set(folded(name), code)
    }
  }
  return names
}

const folded = (text: string) => text.trim().normalize('NFC').toLowerCase()
