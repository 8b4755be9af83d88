import { sql } from 'kysely'

import { insertRows, type Backend, type Sql } from '#server'

import { listTexts } from './localizationTexts.server.ts'
import { textsOf } from './translations.server.ts'

const rightToLeft = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm'])

/**
 * Gives an empty database the languages that the release ships, English first, and every text its row. What people changed
 * stays as they left it. Stands as `seed` of a business, or in it.
 */
export async function seedLanguages(backend: Backend): Promise<void> {
  await backend.database.sql.transaction().execute(async (transaction: Sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('leadgate seed'))`.execute(transaction)
    const { rows: found } = await sql`select from locales limit 1`.execute(transaction)
    const codes = found.length > 0 ? [] : ['en', ...textsOf(backend).shippedLanguages]
    await insertRows(transaction, 'locales', codes.map(localeOf))
    await listTexts(backend, transaction)
  })
}

function localeOf(code: string) {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
  const { script = '' } = new Intl.Locale(code).maximize()
  return { code, name, is_active: true, is_default: code === 'en', rtl: rightToLeft.has(script) }
}
