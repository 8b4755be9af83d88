import { sql, type RawBuilder } from 'kysely'

import type { Sql, Database } from '../../kernel/database.ts'
import {
  type Column,
  type ForeignKey,
  type Index,
  type Structure,
  type Table,
  createStructure,
} from './structure.ts'

/** The structure that stands in a schema of the database, but for the tables named in `except`. */
export async function inspect(
  database: Sql,
  { schema = 'public', except = [] as readonly string[] } = {},
): Promise<Structure> {
  const ask = async <Row>(query: RawBuilder<Row>) =>
    (await query.execute(database)).rows as readonly (Row & Part)[]
  const columns = await ask(columnsIn(schema))
  const constraints = await ask(constraintsIn(schema))
  const indexes = await ask(indexesIn(schema))
  const names = [...new Set(columns.map(({ table }) => table))]
  const kept = names.filter((name) => !except.includes(name))
  return Object.fromEntries(
    kept.map((name) => {
      const own = <Row extends Part>(rows: readonly Row[]) => rows.filter((r) => r.table === name)
      return [name, tableFrom(own(columns), own(constraints), own(indexes))]
    }),
  )
}

interface Part {
  readonly table: string
  readonly name: string
}

interface ColumnRow {
  type: string
  required: boolean
  identity: boolean
  value: string | null
}

interface ConstraintRow {
  kind: 'p' | 'c' | 'f'
  columns: readonly string[]
  body: string | null
  target: string | null
  cascades: boolean
}

interface IndexRow {
  unique: boolean
  method: Index['method']
  columns: readonly string[]
  includes: readonly string[]
  where: string | null
}

function tableFrom(
  columns: readonly (Part & ColumnRow)[],
  constraints: readonly (Part & ConstraintRow)[],
  indexes: readonly (Part & IndexRow)[],
): Table {
  const of = (kind: ConstraintRow['kind']) => constraints.filter((one) => one.kind === kind)
  const { name = '', columns: key = [] } = of('p')[0] ?? {}
  return {
    columns: byName(columns, columnFrom),
    primaryKey: { name, columns: key },
    checks: byName(of('c'), ({ body }) => body ?? ''),
    indexes: byName(indexes, indexFrom),
    foreignKeys: byName(of('f'), foreignKeyFrom),
  }
}

function byName<Row extends Part, Value>(rows: readonly Row[], from: (row: Row) => Value) {
  return Object.fromEntries(rows.map((row) => [row.name, from(row)]))
}

function columnFrom({ type, required, identity, value }: ColumnRow): Column {
  return {
    type,
    isRequired: required,
    ...(identity && { isIdentity: true }),
    ...(value !== null && { default: value }),
  }
}

function indexFrom({ unique, method, columns, includes, where }: IndexRow): Index {
  return {
    isUnique: unique,
    method,
    columns,
    ...(includes.length > 0 && { includes }),
    ...(where !== null && { where }),
  }
}

function foreignKeyFrom({ columns: [column = ''], target, cascades }: ConstraintRow): ForeignKey {
  return { column, target: target ?? '', cascades }
}

const tablesIn = (schema: string) => sql`
  pg_class t join pg_namespace s on s.oid = t.relnamespace and s.nspname = ${schema}
    and t.relkind in ('r', 'p') and not t.relispartition
`

const columnsIn = (schema: string) => sql<ColumnRow>`
  select t.relname::text as table, a.attname::text as name,
    format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
    a.attidentity <> '' as identity, pg_get_expr(d.adbin, d.adrelid) as value
  from ${tablesIn(schema)}
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  order by t.relname, a.attname
`

const constraintsIn = (schema: string) => sql<ConstraintRow>`
  select t.relname::text as table, c.conname::text as name, c.contype::text as kind,
    array(select a.attname::text from unnest(c.conkey) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number order by place) as columns,
    pg_get_expr(c.conbin, c.conrelid) as body, o.relname::text as target,
    c.confdeltype = 'c' as cascades
  from ${tablesIn(schema)}
  join pg_constraint c on c.conrelid = t.oid and c.contype in ('p', 'c', 'f')
  left join pg_class o on o.oid = c.confrelid
  order by c.conname
`

/** A collation, operator class or order is named only where it is not the usual one. */
const indexesIn = (schema: string) => sql<IndexRow>`
  select t.relname::text as table, i.relname::text as name, x.indisunique as unique,
    m.amname::text as method, pg_get_expr(x.indpred, x.indrelid) as where,
    array(select pg_get_indexdef(i.oid, k, false)
        || coalesce(' COLLATE ' || quote_ident(l.collname), '')
        || case when o.opcdefault then '' else ' ' || o.opcname end
        || case when x.indoption[k - 1] & 1 = 1 then ' DESC' else '' end
      from generate_series(1, x.indnkeyatts) k
      join pg_opclass o on o.oid = x.indclass[k - 1]
      left join pg_collation l on l.oid = x.indcollation[k - 1] and l.collname <> 'default'
      order by k) as columns,
    array(select pg_get_indexdef(i.oid, k, false)
      from generate_series(x.indnkeyatts + 1, x.indnatts) k order by k) as includes
  from ${tablesIn(schema)}
  join pg_index x on x.indrelid = t.oid and not x.indisprimary
  join pg_class i on i.oid = x.indexrelid
  join pg_am m on m.oid = i.relam
  order by i.relname
`

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
