import { sql, type RawBuilder } from 'kysely'

import { mapValues } from '#schema'

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
  const ask = async (query: RawBuilder<Part>) => (await query.execute(database)).rows
  const columns = await ask(columnsIn(schema))
  const constraints = await ask(constraintsIn(schema))
  const indexes = await ask(indexesIn(schema))
  const names = [...new Set(columns.map(({ table }) => table))]
  const stored = names.filter((name) => !except.includes(name))
  return Object.fromEntries(
    stored.map((table): [string, Table] => {
      const own = <Value>(parts: readonly Part[], kind?: Part['kind']) => {
        const found = parts.filter((one) => one.table === table && one.kind === kind)
        return Object.fromEntries(found.map(({ name, value }) => [name, value as Value]))
      }
      const [primaryKey] = Object.values(own<Table['primaryKey']>(constraints, 'p'))
      return [
        table,
        {
          columns: own<Column>(columns),
          primaryKey: primaryKey ?? { name: '', columns: [] },
          checks: own<string>(constraints, 'c'),
          indexes: own<Index>(indexes),
          foreignKeys: own<ForeignKey>(constraints, 'f'),
        },
      ]
    }),
  )
}

/** A column, constraint or index of a table; its value has the shape that `structure.ts` gives it. */
interface Part {
  readonly table: string
  readonly name: string
  readonly kind?: 'p' | 'c' | 'f'
  readonly value: unknown
}

const tablesIn = (schema: string) => sql`
  pg_class t join pg_namespace s on s.oid = t.relnamespace and s.nspname = ${schema}
    and t.relkind in ('r', 'p') and not t.relispartition
`

const columnsIn = (schema: string) => sql<Part>`
  select t.relname::text as table, a.attname::text as name, jsonb_strip_nulls(jsonb_build_object(
      'type', format_type(a.atttypid, a.atttypmod), 'isRequired', a.attnotnull,
      'isIdentity', nullif(a.attidentity <> '', false), 'default', pg_get_expr(d.adbin, d.adrelid)
    )) as value
  from ${tablesIn(schema)}
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  order by t.relname, a.attname
`

const constraintsIn = (schema: string) => sql<Part>`
  select t.relname::text as table, c.conname::text as name, c.contype::text as kind,
    case c.contype
      when 'p' then jsonb_build_object('name', c.conname, 'columns', k.names)
      when 'f' then jsonb_build_object(
        'column', k.names[1], 'target', o.relname, 'cascades', c.confdeltype = 'c')
      else to_jsonb(pg_get_expr(c.conbin, c.conrelid))
    end as value
  from ${tablesIn(schema)}
  join pg_constraint c on c.conrelid = t.oid and c.contype in ('p', 'c', 'f')
  left join pg_class o on o.oid = c.confrelid
  cross join lateral (
    select array(select a.attname::text from unnest(c.conkey) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number order by place) as names
  ) k
  order by c.conname
`

/** A collation, operator class or order is named only where it is not the usual one. */
const indexesIn = (schema: string) => sql<Part>`
  select t.relname::text as table, i.relname::text as name, jsonb_strip_nulls(jsonb_build_object(
    'isUnique', x.indisunique, 'nullsAreSame', nullif(x.indnullsnotdistinct, false), 'method', m.amname, 'where', pg_get_expr(x.indpred, x.indrelid),
    'columns', array(select pg_get_indexdef(i.oid, k, false)
        || coalesce(' COLLATE ' || quote_ident(l.collname), '')
        || case when o.opcdefault then '' else ' ' || o.opcname end
        || case when x.indoption[k - 1] & 1 = 1 then ' DESC' else '' end
      from generate_series(1, x.indnkeyatts) k
      join pg_opclass o on o.oid = x.indclass[k - 1]
      left join pg_collation l on l.oid = x.indcollation[k - 1] and l.collname <> 'default'
      order by k),
    'includes', nullif(array(select pg_get_indexdef(i.oid, k, false)
      from generate_series(x.indnkeyatts + 1, x.indnatts) k order by k), '{}')
    )) as value
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
  return mapValues(declared, (one, name) => merge(found[name] ?? one, one))
}
