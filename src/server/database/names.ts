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
