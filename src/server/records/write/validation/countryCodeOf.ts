import { sql, type RawBuilder } from 'kysely'

import { targetOf, type Field, mayRead, type Resource, type User, kindOf, mayUnmask } from '#schema'

import type { Scope } from '../transact.ts'
import { quoted } from '../../../database/names.ts'
import { reachable } from '../../read/titles.ts'
import type { Sql } from '../../../kernel/database.ts'
import { serverKindOf } from '../../../../kinds/kinds.server.ts'
import { sourceOf } from '../../read/source.ts'

/** Returns the code of two letters of a record that the user may point at, if there is one among its unique texts. */
async function countryCodeOf(
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

export type Reading = Pick<Scope, 'backend' | 'user' | 'sql'>

export async function placeIn(
  field: Field,
  value: unknown,
  { backend, user, sql: database }: Reading,
): Promise<string | undefined> {
  const target = targetOf(field)
  if (!target) return typeof value === 'string' ? value.trim().toUpperCase() : undefined
  if (!Number.isSafeInteger(value)) return undefined
  return countryCodeOf(backend.resource(target), user, Number(value), database)
}
