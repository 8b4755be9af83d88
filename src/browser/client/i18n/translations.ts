import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { I18nProvider } from 'react-admin'

import type { Texts } from '#schema'

import type { Http } from '../http/http.ts'
import { createI18nProvider } from './i18nProvider.ts'
import { localeState } from './localeState.ts'

/** How long a kept answer is as good as a new one, and how often the texts are asked for (specification 9). */
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
