import { sql, type RawBuilder } from 'kysely'

import {
  type Resource,
  mayRead,
  mayUnmask,
  parentField,
  titleFields,
  type Field,
  type User,
} from '#schema'

import type { Backend } from '../../../kernel/backend.ts'
import type { Sql } from '../../../kernel/database.ts'
import { codesSql, uniqueTexts } from '../../../records/write/validation/countryCodeOf.ts'
import { columnOf, quoted } from '../../../database/names.ts'
import { pathSql, reachable, titleSql, visibleTitles } from '../../../records/read/titles.ts'
import { sourceOf, targetAt } from '../../../records/read/source.ts'
import { codeMeant } from './standardCodes.ts'

/** A record that a text names. */
export interface Found {
  readonly text: string
  readonly id: number
  readonly codes: (string | null)[]
}

/** The records whose title or whose unique text is one of the texts, in either case. */
export async function named(
  target: Resource,
  user: User,
  texts: readonly string[],
  database: Sql,
): Promise<Found[]> {
  const titles = titleFields(target).filter((name) => isOpen(target, user, name))
  const names = [
    ...(titles.length > 0 ? [titleSql(target, titles, 't')] : []),
    ...(titles.length > 0 && parentField(target) ? [pathSql(target, titles, 't')] : []),
    ...uniqueTexts(target, user).map((name) => `t.${quoted(name)}`),
  ]
  if (names.length === 0) return []
  const { rows } = await sql<Found>`
    with alive as (
      select t.id, ${codesSql(target, user)} as codes,
        array[${sql.join(names.map((name) => folded(sql.raw(name))))}] as names
      from ${sourceOf(target)} t where ${reachable(target, user)}
    )
    select wanted.text, alive.id, alive.codes
    from alive, unnest(alive.names) as own (name)
    join unnest(${texts}::text[]) as wanted (text) on own.name = ${folded(sql`wanted.text`)}
  `.execute(database)
  return rows
}

/** The records of countries and languages that texts mean otherwise than these say it. */
export async function namedByCode(
  target: Resource,
  texts: readonly string[],
  { backend, user, sql: database }: { backend: Backend; user: User; sql: Sql },
): Promise<Found[]> {
  const { codes } = target
  if (!codes || texts.length === 0) return []
  const languages = await backend.business.translations?.languages(database)
  const meant = texts.flatMap((text) => {
    const code = codeMeant(codes, text, Object.keys(languages ?? {}))
    return code === undefined ? [] : [{ text, code }]
  })
  const wanted = meant.map(({ code }) => code)
  const rows = wanted.length > 0 ? await withCodes(target, user, wanted, database) : []
  return meant.flatMap(({ text, code }) =>
    rows.filter((row) => row.code === code).map(({ id, codes: all }) => ({ text, id, codes: all })),
  )
}

/** The records with one of some codes, or with any. */
export async function withCodes(
  target: Resource,
  user: User,
  wanted: readonly string[] | undefined,
  database: Sql,
): Promise<{ id: number; code: string; codes: (string | null)[] }[]> {
  const [name = ''] = Object.values<string>(target.codes ?? {})
  if (!isOpen(target, user, name)) return []
  const column = columnOf(name)
  const { rows } = await sql<{ id: number; code: string; codes: (string | null)[] }>`
    select t.id, ${column} as code, ${codesSql(target, user)} as codes from ${sourceOf(target)} t
    where ${reachable(target, user)} and ${wanted ? sql`${column} = any(${wanted})` : sql`true`}
  `.execute(database)
  return rows
}

/** Lower case as people of all languages know it; the embedded database's own knows only ASCII. */
const folded = (text: RawBuilder<unknown>) => sql`lower(${text} collate "und-x-icu")`

function isOpen(target: Resource, user: User, name: string): boolean {
  const field: Field | undefined = target.fields[name]
  const inner = targetAt(target, name)
  if (inner && !visibleTitles(inner, user)) return false
  return field !== undefined && mayRead(user, field) && mayUnmask(user, field)
}
