import { createHash } from 'node:crypto'

import { sql } from 'kysely'
import { z } from 'zod'

import { placeholdersOf } from '#schema'
import { invalid, notFound, type Api, type Backend, type Behavior } from '#server'

import { textRoutes } from './textRoutes.server.ts'
import { textsOf } from './translations.server.ts'
import { localization, type Localization } from './localization.ts'
import { listTexts } from './localizationTexts.server.ts'
import { prepareLocalization } from './prepareLocalization.ts'
import { msg } from '../../texts/serverMsg.ts'

export const localizationBehavior: Behavior<typeof localization> = {
  prepare: prepareLocalization,

  /** A text of the console has its row already, which the new one takes the place of. */
  async beforeCreate(input, { sql: database, backend }) {
    const english = textsOf(backend).english[`${input.group}.${input.key}`]
    if (english && input.value) checkPlaceholders(english, input.value)
    const { rows } = await sql<Pick<Localization, 'english' | 'shipped'>>`
      delete from localizations
      where "group" = ${input.group} and key = ${input.key} and locale = ${input.locale} and value is null
      returning english, shipped`.execute(database)
    return { ...input, ...rows[0] }
  },

  beforeUpdate(changes, record) {
    const { english, value } = { ...record, ...changes }
    if (english && value) checkPlaceholders(english, value)
    return changes
  },

  /** Every text has its row: a file gives own texts to those that have none. */
  duplicateRule: () => ({ groups: [['group', 'key', 'locale']], fill: true }),

  refuseImported(rows, { backend }) {
    const { english } = textsOf(backend)
    return rows.map(({ group, key, value }) => {
      if (group === undefined || key === undefined) return undefined
      const text = english[`${group}.${key}`]
      const message = text === undefined ? msg('no_text_has_this_key') : lostFrom(text, value)
      if (!message) return undefined
      return { code: text === undefined ? 'unknown_key' : 'placeholders', message }
    })
  },

  async afterDelete({ locale }, { sql: database, backend }) {
    await listTexts(backend, database, locale)
  },

  routes,
}

/** Throws 422 for a text that lacks what is filled in. */
function checkPlaceholders(english: string, value: string): void {
  const message = lostFrom(english, value)
  if (message) throw invalid({ value: [message] })
}

function lostFrom(english: string, value?: string | null): string | undefined {
  if (!value) return undefined
  const lost = placeholdersOf(english).filter((one) => !value.includes(`%{${one}}`))
  const names = lost.map((one) => `%{${one}}`).join(', ')
  return names && msg('keep_the_placeholders', { names })
}

/** Texts for the browser. The login page needs them too, so they are open to everybody. */
function routes(app: Api, backend: Backend): void {
  const config = { access: 'public' } as const
  textRoutes(app, backend)
  app.get('/localizations', { schema: languagesContract, config }, () =>
    textsOf(backend).languages(backend.database.sql),
  )
  app.get(
    '/localizations/:lng',
    { schema: textsContract, config },
    async ({ params, headers }, reply) => {
      const texts = await textsIn(params.lng, backend)
      const tag = `"${createHash('sha256').update(JSON.stringify(texts)).digest('base64url')}"`
      reply.headers({ 'cache-control': 'no-cache', etag: tag })
      // Browsers ask every two minutes, and the answer is nearly always the same.
      return headers['if-none-match'] === tag ? reply.status(304).send() : texts
    },
  )
}

/** Texts by `group.key`, with the direction of the script. 404 for a language that is not there or not active. */
async function textsIn(language: string, backend: Backend): Promise<Record<string, string>> {
  const { rows } = await sql<{ rtl: boolean }>`
    select rtl from locales where code = ${language} and is_active`.execute(backend.database.sql)
  const [locale] = rows
  if (!locale) throw notFound()
  const texts = await textsOf(backend).texts(language, backend.database.sql)
  return { ...texts, direction: locale.rtl ? 'rtl' : 'ltr' }
}

const tags = [localization.label]

const languagesContract = {
  tags,
  summary: 'The languages of the console, by code',
  response: { 200: z.record(z.string(), z.string()) },
}

const textsContract = {
  tags,
  summary: 'The texts of one language, by key',
  params: z.object({ lng: z.string() }),
  response: { 200: z.record(z.string(), z.string()), 304: z.undefined() },
}
