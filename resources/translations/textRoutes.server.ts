import { sql } from 'kysely'
import { z } from 'zod'

import { dataOf } from '#contract'
import type { Resource, Texts } from '#schema'
import type { Api, Backend } from '#server'

import { localization } from '../settings/localization.ts'
import { translations } from './translations.server.ts'

/** A text that staff can change. */
interface EditableText {
  readonly group: string
  readonly key: string
  readonly english: string
  /** What the console says now, in the asked language or that of the reader. */
  readonly text: string
}

/** Most texts of one answer; who looks for another one types more of it. */
const most = 50

/** The texts of the console, for whoever looks for one to change it. */
export function textRoutes(app: Api, backend: Backend): void {
  const resource: Resource = localization
  const config = { access: { resource, operation: 'list' } } as const
  app.get('/settings/localization/texts', { schema: contract, config }, async (request) => {
    const { search, locale } = request.query
    const own = String(request.headers['locale'] ?? '')
    const language = (locale === undefined ? undefined : await languageOf(locale, backend)) ?? own
    const texts = await translations.texts(language, backend)
    return { data: found(search, texts) }
  })
}

async function languageOf(id: number, { database }: Backend): Promise<string | undefined> {
  const { rows } = await sql<{ code: string }>`select code from locales where id = ${id}`.execute(
    database.sql,
  )
  return rows[0]?.code
}

/** Texts with the words in their key, their English or their translation. */
function found(search: string, texts: Texts): EditableText[] {
  const words = search.slice(0, 200).toLowerCase().split(/\s+/).filter(Boolean)
  const has = (key: string, english: string) => {
    const all = `${key} ${english} ${texts[key] ?? ''}`.toLowerCase()
    return words.every((word) => all.includes(word))
  }
  return Object.entries(translations.english)
    .filter(([key, english]) => has(key, english))
    .slice(0, most)
    .map(([key, english]) => ({ ...parted(key), english, text: texts[key] ?? english }))
}

/** The first part of a key is its group. */
function parted(key: string): { group: string; key: string } {
  const dot = key.indexOf('.')
  return { group: key.slice(0, dot), key: key.slice(dot + 1) }
}

const contract = {
  tags: [localization.label],
  summary: 'Texts that staff can change',
  querystring: z.object({
    search: z.coerce.string().default(''),
    locale: z.coerce.number().int().optional().catch(undefined),
  }),
  response: {
    200: dataOf(
      z.array(
        z.object({ group: z.string(), key: z.string(), english: z.string(), text: z.string() }),
      ),
    ),
  },
}
