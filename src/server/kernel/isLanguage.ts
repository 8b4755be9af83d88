import type { Business } from './backend.ts'
import type { Sql } from './database.ts'

/** Whether people may choose a language: English, which stands in the code, and those that the business speaks. */
export async function isLanguage(
  { translations }: Pick<Business, 'translations'>,
  code: string,
  database: Sql,
): Promise<boolean> {
  return (
    code === 'en' || !translations || Object.hasOwn(await translations.languages(database), code)
  )
}
