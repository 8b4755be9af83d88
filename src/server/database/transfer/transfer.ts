import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { escapeLiteral, type Client } from 'pg'
import { from } from 'pg-copy-streams'

import type { Database } from '../../kernel/database.ts'
import { quoted } from '../names.ts'
import { type Source, sourcesIn, readsOf, writeOf, sumOf } from './transferTables.ts'
import { type Sequence, sequencesIn } from './sequences.ts'

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
