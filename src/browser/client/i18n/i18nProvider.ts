import polyglotI18nProvider from 'ra-i18n-polyglot'
import reactAdminTexts from 'ra-language-english'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { I18nProvider } from 'react-admin'

import { countOf, formsOf, pluralIndex, readMessage, type Texts } from '#schema'

import type { Http } from '../http/http.ts'
import { localeState } from './locale.ts'
import ownTexts from '../../../texts/en/ra.json'
import { numberFormat, directionOf } from './formats.ts'

/** How long a kept answer is as good as a new one, and how often the texts are asked for. */
const freshTime = 60_000
const reloadTime = 120_000

/** The user's language: at once with the texts kept from before, then with those of the server. */
export function useI18n(http: Http, locale: string): I18nProvider {
  const { texts } = useSyncExternalStore(localeState.subscribe, localeState.read)
  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      const { texts: known } = localeState.read()
      if (known?.locale === locale && Date.now() - known.at < freshTime) return
      const call = { signal: controller.signal, isBackground: true }
      const answer = await http.json(`/localizations/${locale}`, call)
      const messages = messagesOf(answer)
      localeState.write({ ...localeState.read(), texts: { locale, at: Date.now(), messages } })
    }
    const tryLoad = () => void load().catch(() => undefined)
    tryLoad()
    const timer = setInterval(tryLoad, reloadTime)
    return () => {
      controller.abort()
      clearInterval(timer)
    }
  }, [http, locale])
  // Texts that are the same must not draw the whole console anew.
  const text = JSON.stringify(texts?.locale === locale ? texts.messages : {})
  return useMemo(() => createI18nProvider(locale, JSON.parse(text)), [locale, text])
}

/** The texts of an answer, whether they come in groups or with whole keys, alone or as `data`. */
export function messagesOf(answer: unknown): Texts {
  const { data = answer } = (answer ?? {}) as { data?: unknown }
  return Object.fromEntries(flat('', data))
}

function flat(prefix: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[prefix, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    flat(prefix ? `${prefix}.${name}` : name, one),
  )
}

/**
 * Translates into one language: its own texts, where it has them, before the English ones of react-admin and the
 * English text that the caller passes as `_`. `smart_count` or `count` chooses the plural form.
 */
export function createI18nProvider(locale: string, texts: Texts): I18nProvider {
  const isRightToLeft = (texts['direction'] ?? directionOf(locale)) === 'rtl'
  const foreign = isRightToLeft ? leftToRight : rightToLeft
  const messages = messagesOf({ ...reactAdminTexts, ...ownTexts, ...texts })
  const { translate } = polyglotI18nProvider(
    () => ({ ...reactAdminTexts, ...messages }),
    locale,
    [],
    {
      onMissingKey: (key: string) => key,
      pluralRules: {
        pluralTypes: { own: pluralIndex(locale) },
        pluralTypeToLanguages: { own: [locale] },
      },
      replace: createReplace((value) => {
        if (typeof value === 'number') return numberFormat(locale).format(value)
        const text = String(value)
        // It keeps its own direction and leaves that of the sentence alone.
        return foreign.test(text) ? `\u2068${text}\u2069` : text
      }),
    },
  )
  function translated(key: string, { _: english, ...values }: Values = {}): string {
    const found = readMessage(key)
    if (found) {
      const { message, args } = found
      return translated(message, { ...args, smart_count: countOf(args) })
    }
    // Most words of a declaration: a page has thousands of them before its first row.
    if (typeof english === 'string' && isPlain(english) && !Object.hasOwn(messages, key)) {
      return english
    }
    const smart_count = values.smart_count ?? values.count
    // A sentence of the server stands for itself.
    return translate(key, { ...values, smart_count, ...(english !== key && { _: english }) })
  }
  return {
    translate: translated,
    changeLocale: () => Promise.resolve(),
    getLocale: () => locale,
  }
}

/** Whether a text is the same in every language and for every count. */
const isPlain = (text: string) => !text.includes('%{') && !text.includes('||||')

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

const leftToRight = /\p{Script=Latin}|^[+#-]/u
const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}/u
