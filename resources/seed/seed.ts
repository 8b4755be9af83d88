import { sql } from 'kysely'

import { insertRows, type Backend, type Row, type Sql } from '#server'
import { seedLanguages } from '#system/server'

import { completeRules } from '../leads/retention/terms.server.ts'
import countries from './countries.json' with { type: 'json' }
import languages from './languages.json' with { type: 'json' }
import { addStatusRules } from './statusRules.ts'
import { statuses } from './statuses.ts'

const active = { is_active: true }

/** Reference data by table. */
const tables: Readonly<Record<string, readonly Row[]>> = {
  languages: languages.map((row) => ({ ...row, ...active })),
  countries: countries.map((row) => ({ ...row, ...active })),
  statuses,
}

/** Fills the reference tables that are empty; what people changed or deleted stays as they left it. Texts are those of this release. */
export async function seed(backend: Backend): Promise<void> {
  await seedLanguages(backend)
  await backend.database.sql.transaction().execute(async (transaction: Sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('leadgate seed'))`.execute(transaction)
    for (const [table, rows] of Object.entries(tables)) {
      const { rows: found } = await sql`select from ${sql.table(table)} limit 1`.execute(
        transaction,
      )
      if (found.length > 0) continue
      await insertRows(transaction, table, rows)
      if (table === 'statuses') await addStatusRules(transaction)
    }
    await completeRules(transaction)
  })
}
