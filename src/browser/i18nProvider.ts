import type { I18nProvider } from 'react-admin'

import { english } from './english.ts'

/** Texts by key. */
export type Messages = Readonly<Record<string, string>>

/** What stands for the placeholders of a text. `smart_count` chooses the form, `_` is the text without a translation. */
type Values = Readonly<Record<string, unknown>> & {
  readonly _?: unknown
  readonly smart_count?: unknown
}

/** Speaks one language: its own texts, where it has them, before the built-in English ones. */
export function createI18nProvider(locale: string, messages: Messages): I18nProvider {
  const rules = new Intl.PluralRules(isKnown(locale) ? locale : 'en')
  const plurals = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((one) =>
    rules.resolvedOptions().pluralCategories.some((category) => category === one),
  )
  /** A text may have forms, parted by `||||`, in the order of the language's plurals. */
  const formOf = (text: string, count: unknown) => {
    const forms = text.split('||||').map((form) => form.trim())
    const place = typeof count === 'number' ? plurals.indexOf(rules.select(count)) : 0
    return forms[Math.min(place, forms.length - 1)] ?? text
  }
  return {
    translate(key: string, values: Values = {}) {
      const text = messages[key] ?? english[key] ?? values._ ?? key
      return filledIn(formOf(String(text), values.smart_count), values)
    },
    changeLocale: () => Promise.resolve(),
    getLocale: () => locale,
  }
}

const isKnown = (locale: string) => {
  try {
    return Intl.PluralRules.supportedLocalesOf(locale).length > 0
  } catch {
    return false
  }
}

const filledIn = (text: string, values: Values) =>
  text.replace(/%\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  )
