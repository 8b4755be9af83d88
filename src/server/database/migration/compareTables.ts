import { sql } from 'kysely'

import type { Resource } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import { structureOf } from './structureOf.ts'

/** Throws, naming each place, when the tables are not those that the resources declare: every list would fail. */
export async function requireTables(database: Sql, resources: readonly Resource[]): Promise<void> {
  const tables = Object.entries(structureOf(resources))
  const columns = tables.flatMap(([table, { columns }]) =>
    Object.entries(columns).map(([name, { type, isRequired }]) => ({
      table,
      name,
      type,
      required: isRequired,
    })),
  )
  const { rows } = await sql<{ place: string; fault: string }>`
    with declared as (
      select d.*, to_regclass(quote_ident("table"))::oid as relation
      from jsonb_to_recordset(${JSON.stringify(columns)}::jsonb)
        as d("table" text, name text, type text, required boolean)
    )
    select distinct "table" as place, 'no table' as fault from declared where relation is null
    union all
    select "table" || '.' || name, case
        when a.attnum is null then 'no column'
        when a.atttypid <> to_regtype(type)
          then 'the column is ' || format_type(a.atttypid, a.atttypmod) || ', and not ' || type
        when required then 'required, and the column may be empty'
        else 'optional, and the column may not be empty'
      end
    from declared d
    left join pg_attribute a on a.attrelid = relation and a.attname = name and not a.attisdropped
    where relation is not null
      and (a.attnum is null or a.atttypid <> to_regtype(type) or a.attnotnull <> required)
    union all
    select relation::regclass || '.' || a.attname, 'no field, and the column may not be empty'
    from (select distinct relation from declared) t
    join pg_attribute a on a.attrelid = relation and a.attnum > 0 and not a.attisdropped
      and a.attnotnull and not a.atthasdef and a.attidentity = ''
    where not exists (
      select from declared d where d.relation = t.relation and d.name = a.attname
    )
    order by place`.execute(database)
  if (rows.length === 0) return
  const faults = rows.map(({ place, fault }) => `${place}: ${fault}`)
  throw new Error(`${faults.join('\n')}\nRun npm run migration -- NAME, and start again.`)
}
