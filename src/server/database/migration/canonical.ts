import { sql } from 'kysely'

import type { Database } from '../../kernel/database.ts'
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
    return inOrder(declared, found, withIntentions)
  } finally {
    await transaction.rollback().execute()
  }
}

/** What a declaration says of the way to a structure, and no catalogue holds. */
function withIntentions(table: Table, { columns, renamedFrom, isLarge }: Table): Table {
  return {
    ...table,
    columns: inOrder(columns, table.columns, (column, { renamedFrom }) => ({
      ...column,
      ...(renamedFrom && { renamedFrom }),
    })),
    ...(renamedFrom && { renamedFrom }),
    ...(isLarge && { isLarge }),
  }
}

/** What was found, in the order in which it is declared. */
function inOrder<Value>(
  declared: Readonly<Record<string, Value>>,
  found: Readonly<Record<string, Value>>,
  merge: (found: Value, declared: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(declared).map(([name, one]) => [name, merge(found[name] ?? one, one)]),
  )
}
