import polyglotI18nProvider from 'ra-i18n-polyglot'
import reactAdminTexts from 'ra-language-english'
import type { I18nProvider } from 'react-admin'

import {
  createInterpreter,
  createPlural,
  formsOf,
  messageGroup,
  pluralIndex,
  type Texts,
} from '#schema'

import ownTexts from '../../../texts/ra.json'
import { numberFormat } from './formats.ts'
import { directionOf } from './language.ts'

/**
 * Translates into one language: its own texts, where it has them, before the English ones of react-admin and the
 * English text that the caller passes as `_`. `smart_count` or `count` chooses the plural form.
 */
export function createI18nProvider(locale: string, texts: Texts): I18nProvider {
  const interpret = createInterpreter({ messages: messagesIn(texts), plural: createPlural(locale) })
  const isRightToLeft = (texts['direction'] ?? directionOf(locale)) === 'rtl'
  const messages = { ...reactAdminTexts, ...ownTexts, ...texts }
  const { translate } = polyglotI18nProvider(() => messages, locale, [], {
    onMissingKey: (key: string) => interpret(key) ?? key,
    pluralRules: {
      pluralTypes: { own: pluralIndex(locale) },
      pluralTypeToLanguages: { own: [locale] },
    },
    replace: createReplace((value) => {
      if (typeof value === 'number') return numberFormat(locale).format(value)
      return isRightToLeft ? isolate(String(value)) : String(value)
    }),
  })
  return {
    translate(key: string, { _: english, ...values }: Values = {}) {
      const smart_count = values.smart_count ?? values.count
      // A message of the server stands for itself.
      return translate(key, { ...values, smart_count, ...(english !== key && { _: english }) })
    },
    changeLocale: () => Promise.resolve(),
    getLocale: () => locale,
  }
}

interface Values {
  /** The text without a translation. */
  readonly _?: unknown
  readonly smart_count?: unknown
  readonly count?: unknown
  readonly [name: string]: unknown
}

/** Fills the placeholders of polyglot as the language writes values. Without a count, a text has its first form. */
function createReplace(write: (value: unknown) => string) {
  return function replace(
    this: string,
    placeholder: RegExp,
    valueOf: (placeholder: string, name: string) => unknown,
  ): string {
    const [text = ''] = this.includes('||||') ? formsOf(this) : [this]
    return text.replace(placeholder, (whole: string, name: string) => {
      const value = valueOf(whole, name)
      return value === whole ? whole : write(value)
    })
  }
}

/** A value in Latin script keeps its own direction and leaves that of the sentence alone. */
const isolate = (value: string) =>
  /\p{Script=Latin}|^[+#-]/u.test(value) ? `\u2068${value}\u2069` : value

const prefix = `${messageGroup}.`

const messagesIn = (texts: Texts) =>
  Object.entries(texts)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, text]) => [key.slice(prefix.length), text] as const)
