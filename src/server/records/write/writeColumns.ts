import { sql } from 'kysely'

import type { Field, Resource } from '#schema'

import { placeOf } from '../../kernel/secrets/secrets.ts'
import { preparedVariant } from '../../database/connection.ts'
import { quoted, tableOf } from '../../database/names.ts'
import { serverKindOf } from '../../../kinds/kinds.server.ts'
import type { Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import type { Scope } from './transact.ts'

/** What is to change of a locked record. */
export interface Change {
  readonly before: Stored
  readonly changes: Row
}

/** The changed columns of one record, with secrets as they are kept. */
async function sealedRow(
  resource: Resource,
  { before: { id }, changes }: Change,
  names: readonly string[],
  backend: Scope['backend'],
): Promise<Row> {
  const columns: Row = { id }
  for (const name of names) {
    if (!(name in changes)) continue
    const field: Field | undefined = resource.fields[name]
    const write = field && serverKindOf(field).write
    const value = changes[name]
    const isMade = write && typeof value === 'string'
    columns[name] = isMade ? await write(value, backend, placeOf(resource, name, id)) : value
  }
  return columns
}

/** Writes to each record its own changes. Returns what the database holds by then, by id. */
export async function writeColumns(
  resource: Resource,
  some: readonly Change[],
  names: readonly string[],
  { backend, sql: database }: Pick<Scope, 'backend' | 'sql'>,
): Promise<Map<number, Row>> {
  const columns = ['version', 'updated_at', ...names].map((name) => sql.raw(`t.${quoted(name)}`))
  const sets = names.map((name) => {
    const column = sql.raw(quoted(name))
    return sql`${column} = case when given.row ? ${sql.lit(name)} then made.${column} else t.${column} end,`
  })
  const rows = await Promise.all(some.map((one) => sealedRow(resource, one, names, backend)))
  const { rows: written } = await sql<Stored>`${preparedVariant}
    update ${tableOf(resource)} as t
    set ${sql.join(sets, sql` `)} version = t.version + 1, updated_at = now()
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as given (row)
      cross join lateral jsonb_populate_record(null::${tableOf(resource)}, given.row) as made
    where t.id = made.id returning t.id, ${sql.join(columns)}`.execute(database)
  return new Map(written.map((row) => [row.id, row]))
}
