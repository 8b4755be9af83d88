import { PostgresIntrospector, sql, type Kysely, type TableMetadata } from 'kysely'

import type { Tables } from '../kernel/database.ts'

/**
 * Tells which tables there are, without their columns: Kysely's migrator alone asks, three times for each migration,
 * and to read every column of every table takes longer than most migrations.
 */
export class TableNames extends PostgresIntrospector {
  readonly #sql: Kysely<Tables>

  constructor(database: Kysely<Tables>) {
    super(database)
    this.#sql = database
  }

  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ schema: string; name: string }>`
      select schemaname as schema, tablename as name from pg_tables
      where schemaname !~ '^pg_' and schemaname <> 'information_schema'`.execute(this.#sql)
    return rows.map((table) => ({ ...table, isView: false, isForeign: false, columns: [] }))
  }
}
