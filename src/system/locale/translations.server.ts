import { sql } from 'kysely'

import type { Texts } from '#schema'
import {
  businessTexts,
  shippedLanguages,
  shippedTexts,
  type Backend,
  type Business,
  type Sql,
  type Translations,
} from '#server'

/** Returns what the console of a business says: its own texts and the engine's, in the languages of its locales. */
export function createTranslations(
  business: Pick<Business, 'module' | 'resources' | 'permissions'>,
): Translations {
  const read = new Map<string, Texts>()
  const shipped = (language: string): Texts => {
    const texts = read.get(language) ?? shippedTexts(business, language)
    read.set(language, texts)
    return texts
  }
  const { texts: english } = businessTexts(business)
  return {
    english,
    shippedLanguages: shippedLanguages(business),
    shipped: (language) => (language === 'en' ? english : shipped(language)),
    texts: async (language, database) => ({
      ...(language !== 'en' && shipped(language)),
      ...(await ownTexts(language, database)),
    }),
    languages,
  }
}

/** The active languages: display name by code. */
async function languages(database: Sql): Promise<Record<string, string>> {
  const { rows } = await sql<{ code: string; name: string }>`
    select code, name from locales where is_active order by name`.execute(database)
  return Object.fromEntries(rows.map(({ code, name }) => [code, name]))
}

/** What staff say instead; nothing for an unknown language. */
async function ownTexts(language: string, database: Sql): Promise<Texts> {
  const { rows } = await sql<{ name: string; value: string }>`
    select t."group" || '.' || t.key as name, t.value
    from localizations t join locales l on t.locale = l.id
    where l.code = ${language} and l.is_active and t.value is not null`.execute(database)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** What the console says. Throws where the business has declared no translations. */
export function textsOf({ business }: Backend): Translations {
  if (!business.translations) throw new Error('the business has no translations')
  return business.translations
}
