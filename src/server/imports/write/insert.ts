import { sql } from 'kysely'

import { fixedDefault, kindOf, type Field, type Resource } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import { joinTable, quoted, tableOf, isJoin } from '../../database/names.ts'
import type { Row as Values } from '../../records/read/select.ts'
import type { Candidate } from '../rows/convert.ts'
import type { Refusal } from './refusal.ts'
import { problemIn } from './problemIn.ts'

interface Numbered extends Candidate {
  readonly id: number
}

/**
 * Inserts many records at once. Rows that the database refuses are refused alone.
 * `meanwhile` is called when the database has got its work.
 */
export async function insertAll(
  resource: Resource,
  candidates: readonly Candidate[],
  database: Sql,
  meanwhile: () => void,
): Promise<{ ids: number[]; refused: Refusal[] }> {
  if (candidates.length === 0) return { ids: [], refused: [] }
  const ids = await nextIds(resource, candidates.length, database)
  const rows = candidates.map((candidate, index) => ({ ...candidate, id: ids[index] ?? 0 }))
  const refused = await insertOrSplit(resource, rows, database, meanwhile)
  const gone = new Set(refused.map(({ row }) => row.number))
  return { ids: rows.filter(({ row }) => !gone.has(row.number)).map(({ id }) => id), refused }
}

async function nextIds(resource: Resource, count: number, database: Sql): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    with own as materialized (
      select pg_get_serial_sequence(${quoted(resource.name)}, 'id')::regclass as sequence
    )
    select array_agg(nextval(own.sequence)) as ids
    from own, generate_series(1, ${count}::integer)`.execute(database)
  return rows[0]?.ids ?? []
}

/** All rows in one statement; when a value among them is refused, each half by itself. */
async function insertOrSplit(
  resource: Resource,
  rows: readonly Numbered[],
  database: Sql,
  meanwhile: () => void = () => undefined,
): Promise<Refusal[]> {
  await sql`savepoint rows`.execute(database)
  try {
    await insert(resource, rows, database, meanwhile)
    await sql`release savepoint rows`.execute(database)
    return []
  } catch (error) {
    const problem = problemIn(error)
    if (!problem) throw error
    await sql`rollback to savepoint rows`.execute(database)
    const [only, ...others] = rows
    if (only && others.length === 0) return [{ row: only.row, ...problem }]
    const middle = Math.floor(rows.length / 2)
    const first = await insertOrSplit(resource, rows.slice(0, middle), database)
    return [...first, ...(await insertOrSplit(resource, rows.slice(middle), database))]
  }
}

async function insert(
  resource: Resource,
  rows: readonly Numbered[],
  database: Sql,
  meanwhile: () => void,
): Promise<void> {
  const columns = columnsOf(resource, rows)
  const varied = columns.filter(({ constant }) => constant === undefined)
  const records = rows.map((row) => recordOf(row, varied))
  const names = ['id', ...columns.map(({ name }) => quoted(name))].join(', ')
  const types = ['id bigint', ...varied.map(({ key, type }) => `${key} ${type}`)].join(', ')
  const values = columns.map(({ key, type, constant }) =>
    constant === undefined ? sql.raw(key) : sql`${constant}::${sql.raw(type)}`,
  )
  // JSON carries any number of rows in one parameter, and the database reads every type from it.
  const inserting = sql`
    insert into ${tableOf(resource)} (${sql.raw(names)}) overriding system value
    select ${sql.join([sql.raw('id'), ...values])}
    from json_to_recordset(${JSON.stringify(records)}::json) as x (${sql.raw(types)})`.execute(
    database,
  )
  setImmediate(meanwhile)
  await inserting
  for (const name of Object.keys(resource.fields)) {
    if (isJoin(resource, name)) await insertJoins(resource, name, rows, database)
  }
}

interface Column {
  readonly name: string
  /** Its name in the JSON of a statement. */
  readonly key: string
  readonly type: string
  /** What stands there when a row says nothing. */
  readonly standard: unknown
  /** The value that all rows share, if they do. */
  readonly constant: unknown
}

/** The columns for which some row has a value; the others are left to the table. */
function columnsOf(resource: Resource, rows: readonly Numbered[]): Column[] {
  return Object.entries<Field>(resource.fields).flatMap(([name, field], index) => {
    const type = kindOf(field).column(field)
    const isUsed = rows.some(({ values }) => values[name] !== undefined && values[name] !== null)
    if (!type || !isUsed) return []
    const standard = fixedDefault(field) ?? null
    return [{ name, key: `c${index}`, type, standard, constant: constantOf(name, rows) }]
  })
}

/** Plain values only: lists and JSON take a form of their own as parameters. */
function constantOf(name: string, [first, ...others]: readonly Numbered[]): unknown {
  const value = first?.values[name]
  const isShared = others.every(({ values }) => values[name] === value)
  return isShared && typeof value !== 'object' ? value : undefined
}

/** Nothing stands for null, which makes the JSON a good deal shorter. */
function recordOf({ id, values }: Numbered, columns: readonly Column[]): Values {
  const record: Values = { id }
  for (const { name, key, standard } of columns) {
    const value = values[name] === undefined ? standard : values[name]
    if (value !== null) record[key] = value
  }
  return record
}

async function insertJoins(
  resource: Resource,
  name: string,
  rows: readonly Numbered[],
  database: Sql,
): Promise<void> {
  const pairs = rows.flatMap(({ id, values }) => {
    const targets = values[name]
    return Array.isArray(targets) ? targets.map((target) => [id, Number(target)] as const) : []
  })
  if (pairs.length === 0) return
  await sql`
    insert into ${sql.raw(joinTable(resource, name))} (record_id, target_id)
    select * from unnest(${pairs.map(([id]) => id)}::bigint[], ${pairs.map(([, target]) => target)}::bigint[])
  `.execute(database)
}
