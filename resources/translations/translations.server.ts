import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { sql } from 'kysely'

import type { Texts } from '#schema'
import { engineTexts, readTexts, type Backend, type Sql, type Translations } from '#server'

/** The languages that come with the console: each folder is one, by its code. */
const folder = fileURLToPath(new URL('.', import.meta.url))

const shipped = new Map(
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, readTexts(`${folder}/${name}`)]),
)

const english = { ...engineTexts, ...shipped.get('en') }

export const translations: Translations = { english, texts, languages }

/** The locale state of specification 3: display name by language code. */
async function languages(database: Sql): Promise<Record<string, string>> {
  const { rows } = await sql<{ code: string; name: string }>`
    select code, name from locales where is_active order by name`.execute(database)
  return Object.fromEntries(rows.map(({ code, name }) => [code, name]))
}

/** The texts of one language as they are shipped. */
export const shippedTexts = (language: string): Texts =>
  language === 'en' ? {} : (shipped.get(language) ?? {})

/** Throws nothing for an unknown language: it has no texts. */
async function texts(language: string, { database }: Backend): Promise<Texts> {
  const { rows } = await sql<{ name: string; value: string }>`
    select t."group" || '.' || t.key as name, t.value
    from localizations t join locales l on t.locale = l.id
    where l.code = ${language} and l.is_active and t.value is not null`.execute(database.sql)
  const edited = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  return { ...shippedTexts(language), ...edited }
}
