import { sql, type RawBuilder } from 'kysely'

import { kindOf, mayRead, mayUnmask, type Field, type Resource, type User } from '#schema'

import { serverKindOf } from '../../../kinds/kinds.server.ts'
import type { Sql } from '../../kernel/database.ts'
import { quoted, tableOf } from '../../database/names.ts'
import { reachable } from '../read/select.ts'

/** Returns the code of two letters of a record that the user may point at, if there is one among its unique texts. */
export async function countryCodeOf(
  target: Resource,
  user: User,
  id: number,
  database: Sql,
): Promise<string | undefined> {
  const { rows } = await sql<{ codes: (string | null)[] }>`
    select ${codesSql(target, user)} as codes from ${tableOf(target)} t
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
