import { sql } from 'kysely'
import { z } from 'zod'

import { dataOf } from '#contract'
import type { Texts } from '#schema'
import type { Api, Backend } from '#server'

import { localization } from './localization.ts'
import { textsOf } from './translations.server.ts'

/** Most texts of one answer; who looks for another one types more of it. */
const maxTexts = 50

/** The texts of the console, for anyone who looks for one to change it. */
export function textRoutes(app: Api, backend: Backend): void {
  const resource = backend.resource(localization.name)
  const config = { access: { resource, operation: 'list' } } as const
  app.get('/settings/localization/texts', { schema: contract, config }, async (request) => {
    const { search, locale } = request.query
    const own = String(request.headers['locale'] ?? '')
    const language = (locale === undefined ? undefined : await languageOf(locale, backend)) ?? own
    const texts = await textsOf(backend).texts(language, backend.database.sql)
    return { data: found(textsOf(backend).english, search, texts) }
  })
}

async function languageOf(id: number, { database }: Backend): Promise<string | undefined> {
  const { rows } = await sql<{ code: string }>`select code from locales where id = ${id}`.execute(
    database.sql,
  )
  return rows[0]?.code
}

/** Texts with the words in their key, their English or their translation. */
function found(english: Texts, search: string, texts: Texts): z.output<typeof editableText>[] {
  const words = search.slice(0, 200).toLowerCase().split(/\s+/).filter(Boolean)
  const has = (key: string, text: string) => {
    const all = `${key} ${text} ${texts[key] ?? ''}`.toLowerCase()
    return words.every((word) => all.includes(word))
  }
  return Object.entries(english)
    .filter(([key, text]) => has(key, text))
    .slice(0, maxTexts)
    .map(([key, text]) => ({ ...parted(key), english: text, text: texts[key] ?? text }))
}

/** The first part of a key is its group. */
function parted(key: string): { group: string; key: string } {
  const dot = key.indexOf('.')
  return { group: key.slice(0, dot), key: key.slice(dot + 1) }
}

const editableText = z.object({
  group: z.string(),
  key: z.string(),
  english: z.string(),
  /** What the console says now, in the asked language or that of the reader. */
  text: z.string(),
})

const contract = {
  tags: [localization.label],
  summary: 'Texts that staff can change',
  querystring: z.object({
    search: z.coerce.string().default(''),
    locale: z.coerce.number().int().optional().catch(undefined),
  }),
  response: { 200: dataOf(z.array(editableText)) },
}
