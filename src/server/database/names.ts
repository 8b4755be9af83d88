import { createHash } from 'node:crypto'

import { sql, type RawBuilder } from 'kysely'

import type { Field, Resource } from '#schema'

import { sqlText } from '../../kinds/kind.server.ts'
import { serverKindOf } from '../../kinds/kinds.server.ts'

/** An identifier of a declaration, quoted. Requests never supply one: names are looked up first. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A column of the table that the statement calls `t`. */
export const columnOf = (name: string): RawBuilder<unknown> => sql.raw(`t.${quoted(name)}`)

export const tableOf = (resource: Resource): RawBuilder<unknown> => sql.raw(quoted(resource.name))

/** The join table of a field that points at many records. */
export const joinTable = (resource: Resource, name: string) => quoted(`${resource.name}_${name}`)

/** Whether the values of a field stand in a join table. */
export function isJoin(resource: Resource, name: string): boolean {
  const field = resource.fields[name]
  return field !== undefined && serverKindOf(field).storage === 'join'
}

/** A column as lists sort it, which every database must do alike whatever its own collation is. */
export function ordered(name: string, field: Field, alias = ''): string {
  return collated(name, alias, serverKindOf(field).collation)
}

/** A column as an index finds its values at the least cost. */
export function lookedUp(name: string, field: Field, alias = ''): string {
  return collated(name, alias, serverKindOf(field).collation && 'C')
}

function collated(name: string, alias: string, collation: string | undefined): string {
  const column = `${alias && `${alias}.`}${quoted(name)}`
  return collation ? `${column} COLLATE "${collation}"` : column
}

/** SQL that is true for a record which may no longer be chosen. */
export function inactiveSql({ options }: Resource, alias: string): string {
  return options?.activeBy ? `(${alias}.${quoted(options.activeBy)} is false)` : 'false'
}

/** PostgreSQL cuts longer names off, silently. */
const maxLength = 63

/** The name of an index or constraint: its words joined, kept apart by a hash where they are too long. */
export function identifier(...parts: readonly string[]): string {
  const name = parts.join('_')
  if (name.length <= maxLength) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, maxLength - 9)}_${hash}`
}

/** A JavaScript value as a literal of a column's type. */
export function literal(value: unknown, type: string): string {
  if (type === 'jsonb') return `${sqlText(JSON.stringify(value))}::jsonb`
  if (Array.isArray(value)) {
    return value.length === 0
      ? `'{}'::${type}`
      : `ARRAY[${value.map((one) => sqlText(String(one))).join(', ')}]::${type}`
  }
  return typeof value === 'string' ? sqlText(value) : String(value)
}
