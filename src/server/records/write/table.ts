import { sql } from 'kysely'

import { childRows, type Resource, type Filter, type RecordOf } from '#schema'

import type { Context } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import type { Records } from '../../kernel/records.ts'
import { prepared } from '../../database/connection.ts'
import { placeOf } from '../../kernel/secrets/secrets.ts'
import type { Scope } from './transact.ts'
import { partsOf, withFunctions } from '../../database/parts.ts'
import { joinTable, quoted, tableOf } from '../../database/names.ts'
import { type Stored, findStored, storedRecord } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import { notFound } from '../../kernel/errors.ts'
import { admitValues } from '../read/admit.ts'
import { auditOf, differences } from '../../audit/audit.ts'
import { createAll } from './createAll.ts'
import { writeLines } from './linePlan.ts'
import { updateAll } from './updateAll.ts'

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
const givenLines = ({ fields }: Resource, values: Row): Row =>
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
async function lockRow(resource: Resource, id: number, database: Sql): Promise<void> {
  await sql`${prepared}
    select from ${tableOf(resource)} t where t.id = ${id} for update of t`.execute(database)
}

/** What a hook or handler may use in the running transaction. */
export function contextOf(scope: Omit<Scope, 'isConfirmed'>): Context {
  const { user, backend, sql } = scope
  const context: ScopedContext = {
    user,
    backend,
    sql,
    records: (resource) => recordsOf(resource, scope),
    [scopeOfContext]: scope,
  }
  return context
}

const scopeOfContext = Symbol('scope')

interface ScopedContext extends Context {
  readonly [scopeOfContext]?: Omit<Scope, 'isConfirmed'>
}

/**
 * Counts values that a hook, an action or a route compares with fields that its user sees masked, like a filter by them,
 * also where the request is refused for it afterwards. Throws 429 when the hour's limit is used up.
 */
export async function compareMasked(
  resource: Resource,
  values: Row,
  context: Context,
): Promise<void> {
  const { unitOfWork, ...asker } = scopeOf(context)
  await unitOfWork.doLastingly((database) => admitValues(resource, values, asker, database))
}

/** Returns the scope of a hook's context. */
export function scopeOf(context: Context): Omit<Scope, 'isConfirmed'> {
  const scope = (context as ScopedContext)[scopeOfContext]
  if (!scope) throw new Error('pass on the context that the hook was given')
  return scope
}

/** The records of one resource past its access rules; every write still leaves its audit row. */
function recordsOf<R extends Resource>(resource: R, scope: Omit<Scope, 'isConfirmed'>): Records<R> {
  const { author, sql, unitOfWork } = scope
  const stored = async (id: number): Promise<Stored> => {
    const record = await storedRecord(resource, id, sql)
    if (!record) throw notFound()
    return record
  }
  const locked = async (id: number): Promise<Stored> => {
    await lockRow(resource, id, sql)
    return stored(id)
  }
  // A stored row has the declared fields by construction; only the declaration knows their types.
  const typed = (record: Stored) => record as unknown as RecordOf<R>
  return {
    get: async (id) => typed(await stored(id)),
    find: async (filter) => (await findStored(resource, filter as Filter, sql)).map(typed),
    exists: async (filter) => (await findStored(resource, filter as Filter, sql)).length > 0,
    async create(input) {
      const record = await insertRecord(resource, input as Row, scope)
      unitOfWork.audit(auditOf(resource, author, 'create', { after: record }))
      await writeGivenLines(resource, record, input as Row, scope)
      return typed(record)
    },
    createAll: async (all) => (await createAll(resource, all as readonly Row[], scope)).map(typed),
    async update(id, input) {
      // What is read before a lock may be old by the time it is written over.
      const before = await locked(id)
      const changes = differences(resource, input as Row, before)
      const changed = Object.keys(changes)
      if (changed.length === 0) return typed(before)
      const after = await updateRecord(resource, before, changes, scope)
      unitOfWork.audit(auditOf(resource, author, 'update', { before, after, changed }))
      await writeGivenLines(resource, after, changes, scope)
      return typed(after)
    },
    async updateAll(ids, decide, { detail, reads } = {}) {
      const decided = async (held: Stored[]) =>
        (await decide(held.map(typed))) as ReadonlyMap<number, Row>
      const wanted = { ids, decide: decided, detail, reads }
      return (await updateAll(resource, wanted, scope)).map(typed)
    },
  }
}

/** Writes the lines of a record that are among the values, past the rules of their resource too. */
async function writeGivenLines(
  resource: Resource,
  record: Stored,
  values: Row,
  scope: Omit<Scope, 'isConfirmed'>,
): Promise<void> {
  const { author, unitOfWork } = scope
  for (const name of Object.keys(givenLines(resource, values))) {
    const lines = childRows(resource.fields[name])
    if (!lines) continue
    await writeLines(name, lines, record, scope, {
      create: (target, row) => recordsOf(target, scope).create(row),
      change: (target, { id }, row) => recordsOf(target, scope).update(id, row),
      async remove(target, line) {
        await deleteRecord(target, line, scope)
        unitOfWork.audit(auditOf(target, author, 'delete', { before: line }))
      },
    })
  }
}
