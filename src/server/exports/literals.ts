import type { Kysely, RawBuilder } from 'kysely'
import { escapeLiteral } from 'pg'

import type { Tables } from '../kernel/database.ts'

/**
 * A piece of SQL with its values written into it, for COPY, which takes no parameters. Each stands there as
 * the text that would have been sent beside it: of no type yet, and escaped by the driver's own rule.
 */
export function inlined(piece: RawBuilder<unknown>, database: Kysely<Tables>): string {
  const { sql, parameters } = piece.compile(database)
  return sql.replaceAll(/\$(\d+)/g, (_place, number: string) =>
    literal(parameters[Number(number) - 1]),
  )
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return escapeLiteral(Array.isArray(value) ? arrayText(value) : String(value))
}

const arrayText = (values: readonly unknown[]) =>
  `{${values.map((one) => `"${String(one).replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`
