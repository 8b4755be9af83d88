import { sql } from 'kysely'

import type { Database } from './database.ts'
import { createStructure } from './ddl.ts'
import { inspect } from './inspect.ts'
import type { Structure, Table } from './structure.ts'

/**
 * A structure in the words of PostgreSQL's catalogue, in which alone two structures can be compared:
 * it is made in a schema of its own, read and rolled back.
 */
export async function canonical(database: Database, declared: Structure): Promise<Structure> {
  const schema = 'declared'
  const transaction = await database.sql.startTransaction().execute()
  try {
    const statements = createStructure(declared).join(';\n')
    await sql
      .raw(`create schema ${schema}; set local search_path = ${schema}, public;\n${statements}`)
      .execute(transaction)
    const found = await inspect(transaction, { schema })
    return mapValues(found, (table, name) => withIntentions(table, declared[name]))
  } finally {
    await transaction.rollback().execute()
  }
}

/** What a declaration says of the way to a structure, and no catalogue holds. */
function withIntentions(table: Table, declared: Table | undefined): Table {
  return {
    ...table,
    columns: mapValues(table.columns, (column, name) => {
      const renamedFrom = declared?.columns[name]?.renamedFrom
      return { ...column, ...(renamedFrom && { renamedFrom }) }
    }),
    ...(declared?.renamedFrom && { renamedFrom: declared.renamedFrom }),
    ...(declared?.isLarge && { isLarge: true }),
  }
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}
