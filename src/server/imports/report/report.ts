import { sql } from 'kysely'

import { renderMessage, reportColumns, type Resource, type User } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { withoutFormulas } from '../../files/formulas.ts'
import type { Language } from '../../translations/answers.ts'
import { storedOptions } from '../storedOptions.ts'
import { lines } from './failureLines.ts'

/**
 * The refused rows of one's own import as CSV: the columns of the file, then which row it was, and what became of it and why,
 * in a language.
 */
export async function report(
  resource: Resource,
  { user, language }: { user: User; language: Language },
  id: number,
  database: Sql,
): Promise<AsyncIterable<Uint8Array>> {
  const { rows } = await sql<{ options: unknown }>`
    select options from imports
    where id = ${id} and "user" = ${user.id} and resource = ${resource.name}`.execute(database)
  const found = rows[0]
  if (!found) throw notFound()
  const options = storedOptions.parse(found.options)
  const words = (reason: string) => renderMessage(reason, language)
  return withoutFormulas(lines(id, { ...options, words }, reportColumns(resource), database), ',')
}

/** Refused rows are kept for thirty days; the numbers of an import stay. Returns how many rows went. */
export async function forgetReports(database: Sql): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from import_failures f using imports i
    where i.id = f.import_id and i.finished_at < now() - interval '30 days'`.execute(database)
  return Number(numAffectedRows ?? 0)
}
