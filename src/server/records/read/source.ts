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

import { quoted, tableOf } from '../../database/names.ts'
import type { Sql } from '../../kernel/database.ts'

type Row = Record<string, unknown>

const sources = new WeakMap<Resource, RawBuilder<unknown>>()

/** Makes the SQL of derived values; called once, before anything is read. */
export function bindSources(resources: readonly Resource[]): void {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  for (const resource of resources) {
    neighbours.set(resource, byName)
    const columns = Object.entries<Field>(resource.fields).flatMap(([name, field]) => {
      const text = textOf(field.options.derived, byName)
      // The cells of lines stay in their order.
      const type = childRows(field) ? 'json' : kindOf(field).column(field)
      return text ? [`(${text})::${type} as ${quoted(name)}`] : []
    })
    const query = resource.view?.sql
    if (columns.length === 0 && query === undefined) continue
    const from = query === undefined ? quoted(resource.name) : `(${query})`
    const text = `(select ${['d.*', ...columns].join(', ')} from ${from} d)`
    sources.set(resource, sql.raw(text))
  }
}

const neighbours = new WeakMap<Resource, ReadonlyMap<string, Resource>>()

/** The resource that a field of another points at. */
export const targetAt = (resource: Resource, name: string): Resource | undefined =>
  neighbours.get(resource)?.get(targetOf(resource.fields[name]) ?? '')

/** What statements read records from: the table, with the derived values of SQL as columns of their own. */
export const sourceOf = (resource: Resource): RawBuilder<unknown> =>
  sources.get(resource) ?? tableOf(resource)

/** Throws, naming the resource, where the SQL of derived values is none. */
export async function requireSources(database: Sql, resources: readonly Resource[]): Promise<void> {
  for (const resource of resources) {
    if (!sources.has(resource)) continue
    await sql`select * from ${sourceOf(resource)} t limit 0`.execute(database).catch((error) => {
      throw new Error(
        `${resource.name}: the SQL of its view or of a derived value: ${error.message}`,
      )
    })
  }
}

/** A stored record with the values that functions make of it. */
export function withFunctions<Record extends Readonly<Row>>(
  { fields }: Resource,
  record: Record,
): Record {
  const entries = Object.entries<Field>(fields).flatMap(
    ([
      name,
      {
        options: { derived },
      },
    ]) => (typeof derived === 'function' ? [[name, derived(record) ?? null]] : []),
  )
  return entries.length > 0 ? { ...record, ...Object.fromEntries(entries) } : record
}

function textOf(
  derived: Derivation | undefined,
  byName: ReadonlyMap<string, Resource>,
): string | undefined {
  if (!derived || typeof derived === 'function') return undefined
  if ('sql' in derived) return derived.sql
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
