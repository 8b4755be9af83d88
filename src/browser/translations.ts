import { useEffect, useMemo, useState } from 'react'
import type { I18nProvider } from 'react-admin'

import type { Texts } from '#schema'

import type { Http } from './http.ts'
import { createI18nProvider } from './i18nProvider.ts'

/** How long a kept answer is as good as a new one, and how often the texts are asked for (specification 9). */
const freshTime = 60_000
const reloadTime = 120_000

interface Kept {
  readonly locale: string
  readonly at: number
  readonly messages: Texts
}

const key = 'leadgate.locale'

/** The user's language: at once with the texts kept from before, then with those of the server. */
export function useI18n(http: Http, locale: string): I18nProvider {
  const [kept, setKept] = useState(() => readKept(locale))
  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      const known = readKept(locale)
      if (known && Date.now() - known.at < freshTime) return setKept(known)
      const answer = await http.json(`/localizations/${locale}`, { signal: controller.signal })
      setKept(keep({ locale, at: Date.now(), messages: messagesOf(answer) }))
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
  const text = JSON.stringify(kept?.locale === locale ? kept?.messages : {})
  return useMemo(() => createI18nProvider(locale, JSON.parse(text)), [locale, text])
}

function readKept(locale: string): Kept | undefined {
  try {
    const kept: Kept | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    return kept && kept.locale === locale ? kept : undefined
  } catch {
    return undefined
  }
}

function keep(kept: Kept): Kept {
  localStorage.setItem(key, JSON.stringify(kept))
  return kept
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
