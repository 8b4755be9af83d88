import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'

import type { Texts } from '#schema'
import { dataOf, type Backend } from '#server'

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

interface Asked {
  Querystring: { search?: unknown; locale?: unknown }
}

/** Most texts of one answer; who looks for another one types more of it. */
const most = 50

/** The texts of the console, for whoever looks for one to change it. */
export function textRoutes(app: FastifyInstance, backend: Backend): void {
  const config = { access: { resource: localization, operation: 'list' }, about } as const
  app.get<Asked>('/settings/localization/texts', { config }, async (request) => {
    const { search, locale } = request.query
    const own = String(request.headers['locale'] ?? '')
    const language = (await languageOf(Number(locale), backend)) ?? own
    const texts = await translations.texts(language, backend)
    return { data: found(String(search ?? ''), texts) }
  })
}

async function languageOf(id: number, { database }: Backend): Promise<string | undefined> {
  if (!Number.isSafeInteger(id)) return undefined
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

const about = {
  group: localization.label,
  summary: 'Texts that staff can change',
  query: z.object({ search: z.string().optional(), locale: z.int().optional() }),
  answers: {
    200: dataOf(
      z.array(
        z.object({ group: z.string(), key: z.string(), english: z.string(), text: z.string() }),
      ),
    ),
  },
}
