import { sql } from 'kysely'

import type { Sql } from '../../kernel/database.ts'

export interface Sequence {
  readonly table: string
  readonly column: string
  readonly next: number
}

/** Where the numbering of each table goes on. */
export async function sequencesIn(database: Sql): Promise<readonly Sequence[]> {
  const query = sql<Sequence & { last: number | null; start: number }>`
    select t.relname::text as table, a.attname::text as column,
      coalesce(q.last_value + q.increment_by, q.start_value) as next
    from pg_class t join pg_namespace s on s.oid = t.relnamespace and s.nspname = 'public'
    join pg_attribute a on a.attrelid = t.oid and a.attidentity <> ''
    join pg_sequences q on
      format('%I.%I', q.schemaname, q.sequencename) = pg_get_serial_sequence(t.oid::regclass::text, a.attname)
    where not t.relispartition
  `
  return (await query.execute(database)).rows
}
