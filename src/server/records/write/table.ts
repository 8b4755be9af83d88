import { sql } from 'kysely'

import { type Resource } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import { prepared } from '../../database/connection.ts'
import { placeOf } from '../../kernel/secrets/secrets.ts'
import type { Scope } from './transact.ts'
import { partsOf, withFunctions } from '../../database/parts.ts'
import { joinTable, quoted, tableOf } from '../../database/names.ts'
import { type Stored, findStored } from '../read/record.ts'
import type { Row } from '../read/select.ts'

type Writing = Pick<Scope, 'backend' | 'sql' | 'unitOfWork'>

/**
 * Inserts one record with its join rows. Values are checked; the answer is what is stored.
 */
export async function insertRecord(
  resource: Resource,
  values: Row,
  scope: Writing,
): Promise<Stored> {
  const { sql: database, unitOfWork } = scope
  const { sealed } = partsOf(resource.fields)
  const id = sealed.some((name) => typeof values[name] === 'string')
    ? await nextId(resource, database)
    : undefined
  const stored = await storedValues(resource, { values, id }, scope)
  const columns: Row = id === undefined ? stored : { id, ...stored }
  const names = Object.keys(columns).map((name) => sql.id(name))
  const { rows } = await (
    names.length > 0
      ? sql<Stored>`${prepared}
          insert into ${sql.id(resource.name)} as t (${sql.join(names)}) overriding system value
          values (${sql.join(Object.values(columns))}) returning t.*`
      : sql<Stored>`insert into ${tableOf(resource)} as t default values returning t.*`
  ).execute(database)
  if (!rows[0]) throw new Error(`${resource.name}: an insert answered no row`)
  const [record] = rows
  unitOfWork.count(resource, { after: record })
  const joins = await addJoins(resource, rows[0].id, values, database)
  return withFunctions(resource, { ...record, ...joins, ...givenLines(resource, values) })
}

/** Changes one record and counts its version up. */
export async function updateRecord(
  resource: Resource,
  previous: Stored,
  changes: Row,
  scope: Writing,
): Promise<Stored> {
  const { sql: database, unitOfWork } = scope
  const columns = await storedValues(resource, { values: changes, id: previous.id }, scope)
  const sets = Object.entries(columns).map(([name, value]) => sql`${sql.id(name)} = ${value}`)
  const { rows } = await sql<Stored>`${prepared}
    update ${sql.id(resource.name)} as t
    set ${sql.join([...sets, sql`version = t.version + 1`, sql`updated_at = now()`])}
    where t.id = ${previous.id} returning t.*`.execute(database)
  unitOfWork.count(resource, { before: previous, after: rows[0] })
  const joins = await writeJoins(resource, previous.id, changes, database)
  const joinValues = Object.fromEntries(
    partsOf(resource.fields).joins.map((name) => [name, previous[name]]),
  )
  const lines = givenLines(resource, changes)
  return withFunctions(resource, { ...previous, ...rows[0], ...joinValues, ...joins, ...lines })
}

/** Lines stand in no column: they are what was given until `saveLines` makes them so. */
export const givenLines = ({ fields }: Resource, values: Row): Row =>
  Object.fromEntries(
    partsOf(fields).lines.flatMap(([name]) => (name in values ? [[name, values[name]]] : [])),
  )

/** Deletes one record, or marks it as deleted where the declaration says so. */
export async function deleteRecord(
  resource: Resource,
  previous: Stored,
  { sql: database, unitOfWork }: Writing,
): Promise<void> {
  const { id } = previous
  await (
    resource.softDelete
      ? sql`update ${tableOf(resource)} set deleted_at = now(), version = version + 1,
              updated_at = now() where id = ${id}`
      : sql`delete from ${tableOf(resource)} where id = ${id}`
  ).execute(database)
  unitOfWork.count(resource, { before: previous })
}

/** Column values as the database takes them: hashed, sealed, JSON as text. Join fields left out. */
async function storedValues(
  resource: Resource,
  { values, id = 0 }: { values: Row; id: number | undefined },
  { backend, unitOfWork: { precomputed } }: Writing,
): Promise<Row> {
  const columns: Row = {}
  const { columns: known } = partsOf(resource.fields)
  for (const [name, value] of Object.entries(values)) {
    const column = known.get(name)
    if (!column || value === undefined) continue
    const { write, json } = column
    if (value === null) columns[name] = null
    else if (write && typeof value === 'string')
      columns[name] =
        precomputed.get(value) ?? (await write(value, backend, placeOf(resource, name, id)))
    else columns[name] = json ? JSON.stringify(value) : value
  }
  return columns
}

async function nextId(resource: Resource, database: Sql): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${quoted(resource.name)}, 'id')) as id`.execute(database)
  if (!rows[0]) throw new Error(`${resource.name}: its ids have no sequence`)
  return rows[0].id
}

/** Writes the targets of a new record's join fields. Returns the fields; those without a target are no rows. */
async function addJoins(resource: Resource, id: number, values: Row, database: Sql): Promise<Row> {
  const given = partsOf(resource.fields).joins.map((name): [string, unknown] => [
    name,
    values[name] ?? [],
  ])
  const some = given.filter(([, targets]) => Array.isArray(targets) && targets.length > 0)
  const written = await writeJoins(resource, id, Object.fromEntries(some), database)
  return { ...Object.fromEntries(given), ...written }
}

/** Replaces the targets of the join fields among the values. Returns the fields it wrote. */
async function writeJoins(
  resource: Resource,
  id: number,
  values: Row,
  database: Sql,
): Promise<Row> {
  const written: Row = {}
  for (const name of partsOf(resource.fields).joins) {
    const targets = values[name]
    if (!Array.isArray(targets)) continue
    const table = sql.raw(joinTable(resource, name))
    await sql`${prepared}
      with gone as (
        delete from ${table} where record_id = ${id} and target_id <> all(${targets}::bigint[])
      )
      insert into ${table} (record_id, target_id)
      select ${id}, target from unnest(${targets}::bigint[]) as target
      on conflict do nothing`.execute(database)
    written[name] = [...targets].sort((a, b) => Number(a) - Number(b))
  }
  return written
}

/** Holds one record past all rules and returns it as it is now; undefined when it is gone or deleted. */
export async function lockStored(
  resource: Resource,
  id: number,
  database: Sql,
): Promise<Stored | undefined> {
  await lockRow(resource, id, database)
  const [record] = await findStored(resource, { id }, database)
  return record
}

/** Holds one record, past all rules, until the transaction ends; who waited reads it anew. */
export async function lockRow(resource: Resource, id: number, database: Sql): Promise<void> {
  await sql`${prepared}
    select from ${tableOf(resource)} t where t.id = ${id} for update of t`.execute(database)
}
