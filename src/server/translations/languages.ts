import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

import { createPlural, type renderMessage } from '#schema'

import type { Backend } from '../kernel/backend.ts'

/** Milliseconds until an edited text is heard of; the browser asks every 120 seconds. */
const freshForMs = 10_000

/** More languages at once than these are made up. */
const maxLanguages = 100

export type Language = NonNullable<Parameters<typeof renderMessage>[1]> & {
  /** Messages as they stand in answers, by what stood in their place. */
  readonly rendered: LRUCache<string, string>
}

/** Returns the texts of the language that the `Locale` header of a request names, kept for a while. */
export function createLanguages(backend: Backend): (request: FastifyRequest) => Promise<Language> {
  const known = new Map<string, { at: number; language: Promise<Language> }>()
  return (request) => {
    const locale = localeOf(request)
    const found = known.get(locale)
    if (found && Date.now() - found.at < freshForMs) return found.language
    if (known.size >= maxLanguages) known.clear()
    const language = readLanguage(backend, locale)
    // What failed once is asked again.
    language.catch(() => known.delete(locale))
    known.set(locale, { at: Date.now(), language })
    return language
  }
}

function localeOf({ headers: { locale } }: FastifyRequest): string {
  const isLanguage =
    typeof locale === 'string' && /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,4}$/.test(locale)
  return isLanguage ? locale : 'en'
}

async function readLanguage(backend: Backend, locale: string): Promise<Language> {
  const { english = {}, texts } = backend.business.translations ?? {}
  const own = (await texts?.(locale, backend)) ?? {}
  const named = (isMeant: (key: string) => boolean) =>
    Object.entries(english)
      .filter(([key]) => own[key] !== undefined && isMeant(key))
      .map(([key, text]): [string, string] => [text, own[key] ?? ''])
  // A resource's own name goes before a field or heading that is called the same.
  const names = new Map([...named(isLabel), ...named(isName)].flatMap(inEitherCase))
  return {
    rendered: new LRUCache({ max: 200 }),
    textOf: (key) => own[key] ?? english[key],
    plural: createPlural(locale),
    nameOf: (text) => names.get(text),
  }
}

const isLabel = (key: string) => key.startsWith('resources.')
const isName = (key: string) =>
  /^resources\.[^.]+\.(?:name|one)$/.test(key) || key === 'console.setting'

const inEitherCase = ([english, text]: [string, string]): [string, string][] => [
  [english, text],
  [english.toLowerCase(), text],
]
