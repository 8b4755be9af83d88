import type { I18nProvider } from 'react-admin'

import { createInterpreter, createPlural, filledIn, messageGroup, type Texts } from '#schema'

import { english } from './english.ts'
import { numberFormat } from './formats.ts'
import { directionOf } from './language.ts'

/** What stands for the placeholders of a text. `_` is the text without a translation. */
type Values = Readonly<Record<string, unknown>> & {
  readonly _?: unknown
  /** Chooses the form, as `count` does. */
  readonly smart_count?: unknown
  readonly count?: unknown
}

/**
 * Speaks one language: its own texts, where it has them, before the built-in English ones. A number is written
 * as the language writes it. What has no key of its own may be a message of the server or a declaration.
 */
export function createI18nProvider(locale: string, texts: Texts): I18nProvider {
  const plural = createPlural(locale)
  const interpret = createInterpreter({ messages: messagesIn(texts), plural })
  const isolated = (texts['direction'] ?? directionOf(locale)) === 'rtl' ? isolate : String
  return {
    translate(key: string, values: Values = {}) {
      const { _: original = key, smart_count, count = smart_count } = values
      const known = texts[key] ?? english[key]
      if (known === undefined && original === key) return interpret(key) ?? key
      const text = plural(String(known ?? original), numberIn(count))
      return filledIn(text, (name) => {
        if (!Object.hasOwn(values, name)) return undefined
        const value = values[name]
        return typeof value === 'number'
          ? numberFormat(locale).format(value)
          : isolated(String(value))
      })
    },
    changeLocale: () => Promise.resolve(),
    getLocale: () => locale,
  }
}

/** A value in Latin script keeps its own direction and leaves that of the sentence alone. */
const isolate = (value: string) =>
  /\p{Script=Latin}|^[+#-]/u.test(value) ? `\u2068${value}\u2069` : value

/** A number that may be written already, `1,234`; NaN, which wants the form for others, for `about 2 M`. */
const numberIn = (count: unknown) =>
  typeof count === 'string' ? Number(count.replaceAll(',', '')) : (count as number | undefined)

const prefix = `${messageGroup}.`

const messagesIn = (texts: Texts) =>
  Object.entries(texts)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, text]) => [key.slice(prefix.length), text] as const)
