import { createHash } from 'node:crypto'

import { sql, type RawBuilder } from 'kysely'

import type { Resource } from '#schema'

/** An identifier of a declaration, quoted. Requests never supply one: names are looked up first. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A column of the table that the statement calls `t`. */
export const columnOf = (name: string): RawBuilder<unknown> => sql.raw(`t.${quoted(name)}`)

export const tableOf = (resource: Resource): RawBuilder<unknown> => sql.raw(quoted(resource.name))

/** The join table of a field that points at many records. */
export const joinTable = (resource: Resource, name: string) => quoted(`${resource.name}_${name}`)

/** SQL that is true for a record which may no longer be chosen. */
export function inactiveSql({ options }: Resource, alias: string): string {
  return options?.activeBy ? `(${alias}.${quoted(options.activeBy)} is false)` : 'false'
}

/** PostgreSQL cuts longer names off, silently. */
const most = 63

/** The name of an index or constraint: its words joined, kept apart by a hash where they are too long. */
export function identifier(...words: readonly string[]): string {
  const name = words.join('_')
  if (name.length <= most) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, most - 9)}_${hash}`
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`

/** A JavaScript value as a literal of a column's type. */
export function literal(value: unknown, type: string): string {
  if (type === 'jsonb') return `${text(JSON.stringify(value))}::jsonb`
  if (Array.isArray(value)) {
    return value.length === 0
      ? `'{}'::${type}`
      : `ARRAY[${value.map((one) => text(String(one))).join(', ')}]::${type}`
  }
  return typeof value === 'string' ? text(value) : String(value)
}
