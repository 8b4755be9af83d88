import { sql, type RawBuilder } from 'kysely'

import {
  childRows,
  type ChildRows,
  kindOf,
  targetOf,
  type Derivation,
  type Field,
  type Resource,
} from '#schema'

import { yearsSql } from '../../../kinds/date/date.server.ts'
import { quoted, tableOf } from '../../database/names.ts'
import type { Business } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'

interface Source {
  readonly query: RawBuilder<unknown>
  /** The table, or the query of a view. */
  readonly from: string
  /** The SQL of each derived value, by its field. */
  readonly derived: Readonly<Record<string, string>>
}

const sources = new WeakMap<Resource, Source>()

/** Makes the SQL of derived values; called once, before anything is read. */
export function bindSources({
  resources,
  behaviors,
}: Pick<Business, 'resources' | 'behaviors'>): void {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  for (const resource of resources) {
    const { view, derived: own = {} } = behaviors[resource.name] ?? {}
    neighbours.set(resource, byName)
    const columns = Object.entries<Field>(resource.fields).flatMap(([name, field]) => {
      const text = own[name] ?? textOf(field.options.derived, byName)
      // The cells of lines stay in their order.
      const type = childRows(field) ? 'json' : kindOf(field).column(field)
      return text ? [[name, `(${text})::${type} as ${quoted(name)}`]] : []
    })
    if (columns.length === 0 && view === undefined) continue
    const from = view === undefined ? quoted(resource.name) : `(${view})`
    const derived: Source['derived'] = Object.fromEntries(columns)
    const query = sql.raw(
      `(select ${['d.*', ...Object.values(derived)].join(', ')} from ${from} d)`,
    )
    sources.set(resource, { query, from, derived })
  }
}

const neighbours = new WeakMap<Resource, ReadonlyMap<string, Resource>>()

/** The resource that a field of another points at. */
export const targetAt = (resource: Resource, name: string): Resource | undefined =>
  neighbours.get(resource)?.get(targetOf(resource.fields[name]) ?? '')

/** What statements read records from: the table, with the derived values of SQL as columns of their own. */
export const sourceOf = (resource: Resource): RawBuilder<unknown> =>
  sources.get(resource)?.query ?? tableOf(resource)

/** What statements find records in by what is stored of them: the table alone, or the query of a view, which has no table. */
export const storedIn = (resource: Resource): RawBuilder<unknown> =>
  resource.view ? sourceOf(resource) : tableOf(resource)

/** Throws, naming resource and field, where the SQL of a view or of a derived value is none. */
export async function requireSources(database: Sql, resources: readonly Resource[]): Promise<void> {
  for (const resource of resources) {
    const source = sources.get(resource)
    if (!source && !resource.view) continue
    const fault = await faultOf(sourceOf(resource), database)
    if (!fault) continue
    for (const [place, query] of source ? partsOf(source) : []) {
      const own = await faultOf(query, database)
      if (own) throw new Error(`${resource.name}.${place}: the database refuses its SQL: ${own}`)
    }
    throw new Error(`${resource.name}: the database refuses the SQL of its records: ${fault}`)
  }
}

const faultOf = (query: RawBuilder<unknown>, database: Sql): Promise<string | undefined> =>
  sql`select * from ${query} t limit 0`.execute(database).then(
    () => undefined,
    ({ message }: Error) => message,
  )

/** A view, and each derived value by itself. */
const partsOf = ({ from, derived }: Source): [place: string, query: RawBuilder<unknown>][] => [
  ['view', sql.raw(from)],
  ...Object.entries(derived).map(([name, column]): [string, RawBuilder<unknown>] => [
    name,
    sql.raw(`(select ${column} from ${from} d)`),
  ]),
]

function textOf(
  derived: Derivation | undefined,
  byName: ReadonlyMap<string, Resource>,
): string | undefined {
  if (!derived || typeof derived === 'function' || 'from' in derived) return undefined
  if ('years' in derived) return yearsSql(quoted(derived.years))
  if ('rows' in derived) return rowsSql(derived, byName)
  const { of, by, sum, where } = derived
  const conditions = [
    `c.${quoted(by)} = d.id`,
    ...(byName.get(of)?.softDelete ? ['c.deleted_at is null'] : []),
    ...(where ? [`(${where})`] : []),
  ]
  const value = sum ? `coalesce(sum(${sum}), 0)` : 'count(*)'
  return `select ${value} from ${quoted(of)} c where ${conditions.join(' and ')}`
}

/** The records of another resource that point at `d`, as a list of their cells. */
function rowsSql({ rows, fields, ...lines }: ChildRows, byName: ReadonlyMap<string, Resource>) {
  const pairs = fields.map((name) => `'${name}', c.${quoted(name)}`)
  return linesSql(
    `json_build_object(${pairs.join(', ')})`,
    { rows, fields, ...lines },
    byName.get(rows),
    'd',
  )
}

/** What is made of each line of the record that has an alias, in their order. */
export function linesSql(
  each: string,
  { rows, by, position }: ChildRows,
  target: Resource | undefined,
  alias: string,
): string {
  const order = [...(position ? [`c.${quoted(position)}`] : []), 'c.id'].join(', ')
  const alive = target?.softDelete ? 'and c.deleted_at is null' : ''
  return `select json_agg(${each} order by ${order}) from ${quoted(rows)} c
    where c.${quoted(by)} = ${alias}.id ${alive}`
}
