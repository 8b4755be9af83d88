import { sql, type RawBuilder } from 'kysely'

import {
  fieldOf,
  mayRead,
  type Resource,
  targetOf,
  type Field,
  type User,
  kindOf,
  mayUnmask,
} from '#schema'

import type { Stored } from '../read/record.ts'
import { quoted } from '../../database/names.ts'
import { type Row } from '../read/select.ts'
import { reachable } from '../read/titles.ts'
import type { Sql } from '../../kernel/database.ts'
import { serverKindOf } from '../../../kinds/kinds.server.ts'
import type { Scope } from './transact.ts'
import { sourceOf } from '../read/source.ts'

/** The country of two letters that a record will have. */
export async function countryOf(
  resource: Resource,
  given: Row,
  previous: Stored | undefined,
  { backend, user, sql }: Pick<Scope, 'backend' | 'user' | 'sql'>,
): Promise<string | undefined> {
  const name = String(resource.phoneCountry)
  const field = fieldOf(resource, name)
  if (!field || !mayRead(user, field)) return undefined
  const value = given[name] === undefined ? previous?.[name] : given[name]
  const target = targetOf(field)
  if (!target) return typeof value === 'string' ? value.trim().toUpperCase() : undefined
  if (!Number.isSafeInteger(value)) return undefined
  return countryCodeOf(backend.resource(target), user, Number(value), sql)
}

/** Returns the code of two letters of a record that the user may point at, if there is one among its unique texts. */
export async function countryCodeOf(
  target: Resource,
  user: User,
  id: number,
  database: Sql,
): Promise<string | undefined> {
  const { rows } = await sql<{ codes: (string | null)[] }>`
    select ${codesSql(target, user)} as codes from ${sourceOf(target)} t
    where t.id = ${id} and ${reachable(target, user)}`.execute(database)
  return codeAmong(rows[0]?.codes ?? [])
}

export const codeAmong = (texts: readonly (string | null)[]): string | undefined =>
  texts.find((one) => one !== null && /^[A-Z]{2}$/.test(one)) ?? undefined

/** The unique texts of a record `t`, as an array. */
export function codesSql(target: Resource, user: User): RawBuilder<unknown> {
  const columns = uniqueTexts(target, user).map((name) => `t.${quoted(name)}`)
  return sql.raw(`array[${columns.join(', ')}]::text[]`)
}

export function uniqueTexts(target: Resource, user: User): string[] {
  return Object.entries<Field>(target.fields)
    .filter(([, field]) => {
      const isText = serverKindOf(field).collation !== undefined && !kindOf(field).writeOnly
      return isText && field.options.unique && mayRead(user, field) && mayUnmask(user, field)
    })
    .map(([name]) => name)
}
