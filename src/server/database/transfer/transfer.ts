import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { escapeLiteral, type Client } from 'pg'
import { from } from 'pg-copy-streams'

import type { Database, Sql } from '../../kernel/database.ts'
import { quoted } from '../names.ts'

export interface Transferred {
  readonly table: string
  readonly rows: number
}

/**
 * Copies every row to a PostgreSQL that has the same tables and no rows, in one transaction: when a
 * table does not arrive as it was, nothing does. The source must not change meanwhile.
 */
export async function transfer(
  source: Database,
  client: Client,
  tell: (line: Transferred) => void,
): Promise<void> {
  const tables = await sourcesIn(source.sql)
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    await prepare(client, tables)
    await deferLinks(client)
    for (const table of tables) {
      await copyTable(source, client, table)
      tell({ table: table.name, rows: await compare(source, client, table) })
    }
    await settleLinks(client)
    for (const sequence of await sequencesIn(source.sql)) await setSequence(client, sequence)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Partitions come and go at run time; every other table stands there already, and empty. */
async function prepare(client: Client, tables: readonly Source[]): Promise<void> {
  for (const { name, columns, partition } of tables) {
    const { rows } = await client.query<{ column: string }>(
      `select attname::text as column from pg_attribute
       where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
      [quoted(name)],
    )
    const present = new Set(rows.map(({ column }) => column))
    if (present.size === 0 && partition) {
      await client.query(
        `create table ${quoted(name)} partition of ${partition.of} ${partition.bound}`,
      )
    } else if (present.size !== columns.length || !columns.every((one) => present.has(one))) {
      throw new Error(`The table ${name} is not the same in the target. Nothing was copied.`)
    }
    await refuseRows(client, name)
  }
}

async function refuseRows(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query(`select 1 from ${quoted(name)} limit 1`)
  if (rowCount) throw new Error(`The target is not empty: ${name} has rows. Nothing was copied.`)
}

interface Link {
  readonly table: string
  readonly name: string
}

const links = `
  select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
  where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
`

/** Records may point at each other in a circle, so no order of the tables would do. */
async function deferLinks(client: Client): Promise<void> {
  const { rows } = await client.query<Link>(`${links} and not condeferrable`)
  for (const { table, name } of rows) {
    await client.query(
      `alter table ${table} alter constraint ${name} deferrable initially deferred`,
    )
  }
}

async function settleLinks(client: Client): Promise<void> {
  await client.query('set constraints all immediate')
  const { rows } = await client.query<Link>(`${links} and condeferrable`)
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} alter constraint ${name} not deferrable`)
  }
}

async function copyTable(source: Database, client: Client, table: Source): Promise<void> {
  for (const statement of readsOf(table)) {
    await pipeline(Readable.from(source.copyOut(statement)), client.query(from(writeOf(table))))
  }
}

interface Sum {
  readonly rows: string
  readonly sum: string
}

/** The number of rows, when they are the same on both sides. */
async function compare(source: Database, client: Client, table: Source): Promise<number> {
  const before = await sql.raw<Sum>(sumOf(table)).execute(source.sql)
  const after = await client.query<Sum>(sumOf(table))
  const [was, is] = [before.rows[0], after.rows[0]]
  if (!was || was.rows !== is?.rows || was.sum !== is.sum) {
    throw new Error(`The rows of ${table.name} did not arrive as they were. Nothing was copied.`)
  }
  return Number(was.rows)
}

async function setSequence(client: Client, { table, column, next }: Sequence): Promise<void> {
  const place = `${escapeLiteral(quoted(table))}, ${escapeLiteral(column)}`
  await client.query(`select setval(pg_get_serial_sequence(${place}), ${next}, false)`)
}

/** A table whose rows are copied: one that holds rows itself, so a partition rather than what it is part of. */
interface Source {
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
async function sourcesIn(database: Sql): Promise<readonly Source[]> {
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
function readsOf({ name, columns, pages, step }: Source): string[] {
  const list = columns.map(quoted).join(', ')
  return Array.from({ length: Math.ceil(pages / step) }, (_, index) => {
    const range = `ctid >= '(${index * step},0)' and ctid < '(${(index + 1) * step},0)'`
    return `copy (select ${list} from ${quoted(name)} where ${range}) to stdout`
  })
}

const writeOf = ({ name, columns }: Source) =>
  `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`

/** How many rows, and the sum of a hash of each: equal for equal rows in any order. */
function sumOf({ name, columns }: Source): string {
  const row = `row(${columns.map(quoted).join(', ')})::text`
  const hash = `left(encode(sha256(convert_to(${row}, 'UTF8')), 'hex'), 15)`
  return `select count(*)::text as rows, coalesce(sum(('x' || ${hash})::bit(60)::bigint), 0)::text as sum
    from ${quoted(name)}`
}

interface Sequence {
  readonly table: string
  readonly column: string
  readonly next: number
}

/** Where the numbering of each table goes on. */
async function sequencesIn(database: Sql): Promise<readonly Sequence[]> {
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
