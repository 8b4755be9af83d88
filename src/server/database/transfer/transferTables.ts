import { sql } from 'kysely'

import type { Sql } from '../../kernel/database.ts'
import { quoted } from '../names.ts'

/** A table whose rows are copied: one that holds rows itself, so a partition rather than what it is part of. */
export interface Source {
  readonly name: string
  readonly columns: readonly string[]
  /** The bounds, for a partition. */
  readonly partition: { readonly of: string; readonly bound: string } | null
  /** Rows that are read at once stand in this many pages of 8 KB. */
  readonly step: number
  readonly pages: number
}

/** Tables that every migrated database has of its own accord. */
const own = ['schema_migrations', 'schema_migrations_lock']

const megabyte = 1_048_576

/** Every table of the schema `public` with rows of ours, by name. */
export async function sourcesIn(database: Sql): Promise<readonly Source[]> {
  const query = sql<Source>`
    select t.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
      case when t.relispartition then jsonb_build_object('of', p.inhparent::regclass::text,
        'bound', pg_get_expr(t.relpartbound, t.oid)) end as partition,
      pages, greatest(32 * ${megabyte}::bigint * pages / greatest(pg_table_size(t.oid), 1), 1)::int as step
    from pg_class t join pg_namespace s on s.oid = t.relnamespace and s.nspname = 'public'
    left join pg_inherits p on p.inhrelid = t.oid and t.relispartition
    cross join lateral (select (pg_relation_size(t.oid) / 8192)::int as pages) size
    where t.relkind = 'r' and t.relname <> all(${own}::text[]) order by t.relname
  `
  return (await query.execute(database)).rows
}

/** The COPY statements that read a table piece by piece. */
export function readsOf({ name, columns, pages, step }: Source): string[] {
  const list = columns.map(quoted).join(', ')
  return Array.from({ length: Math.ceil(pages / step) }, (_, index) => {
    const range = `ctid >= '(${index * step},0)' and ctid < '(${(index + 1) * step},0)'`
    return `copy (select ${list} from ${quoted(name)} where ${range}) to stdout`
  })
}

export const writeOf = ({ name, columns }: Source) =>
  `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`

/** How many rows, and the sum of a hash of each: equal for equal rows in any order. */
export function sumOf({ name, columns }: Source): string {
  const row = `row(${columns.map(quoted).join(', ')})::text`
  const hash = `left(encode(sha256(convert_to(${row}, 'UTF8')), 'hex'), 15)`
  return `select count(*)::text as rows, coalesce(sum(('x' || ${hash})::bit(60)::bigint), 0)::text as sum
    from ${quoted(name)}`
}
