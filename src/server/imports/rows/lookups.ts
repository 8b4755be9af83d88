import { sql, type RawBuilder } from 'kysely'

import {
  type Resource,
  mayRead,
  mayUnmask,
  countryByPhone,
  parentField,
  targetOf,
  titleFields,
  type Field,
  type User,
} from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { codeAmong, codesSql, uniqueTexts } from '../../records/write/validation/countryCode.ts'
import { columnOf, quoted } from '../../database/names.ts'
import { pathSql, reachable, titleSql, visibleTitles } from '../../records/read/titles.ts'
import { sourceOf, targetAt } from '../../records/read/source.ts'
import type { Regions } from './conversion.ts'
import { codeKey, type Codes, type Named } from './names.ts'
import { codeMeant } from './standardCodes.ts'

/** What the names in a file mean: the records of other resources that the user may point at. */
export interface Lookups {
  /** Finds out about the texts that are not known yet. */
  load(database: Sql, target: string, texts: Iterable<string>): Promise<void>
  /** What loaded texts name, and the codes of those records. */
  named(target: string, texts: Iterable<string>): { named: Named[]; codes: Codes }
  /** The records of countries by their codes, where rows of a resource may be of the country of their phone number. */
  regions(database: Sql, resource: Resource): Promise<Regions | undefined>
}

/** Texts of one resource that are remembered for a job. */
const textsLimit = 20_000

interface Found {
  readonly text: string
  readonly id: number
  readonly codes: (string | null)[]
}

export function createLookups(backend: Backend, user: User): Lookups {
  const ids = new Map<string, Map<string, Set<number>>>()
  const codes = new Map<string, string>()
  let regions: Regions | undefined

  function known(target: string): Map<string, Set<number>> {
    const texts = ids.get(target) ?? new Map<string, Set<number>>()
    ids.set(target, texts)
    return texts
  }

  function remember(target: string, found: readonly Found[]): void {
    for (const { text, id, codes: texts } of found) {
      known(target).get(text)?.add(id)
      const code = codeAmong(texts)
      if (code) codes.set(codeKey(target, id), code)
    }
  }

  return {
    async load(database, target, texts) {
      if (known(target).size > textsLimit) known(target).clear()
      const missing = [...new Set(texts)].filter((text) => !known(target).has(text))
      if (missing.length === 0) return
      for (const text of missing) known(target).set(text, new Set())
      const resource = backend.resource(target)
      remember(target, await named(resource, user, missing, database))
      const unknown = missing.filter((text) => known(target).get(text)?.size === 0)
      remember(target, await namedByCode(resource, unknown, { backend, user, sql: database }))
    },
    named(target, texts) {
      const all = [...texts].map((text) => {
        return { target, text, ids: [...(known(target).get(text) ?? [])].slice(0, 2) }
      })
      const keys = all.flatMap((one) => one.ids.map((id) => codeKey(target, id)))
      const found = keys.flatMap((key) => {
        const code = codes.get(key)
        return code === undefined ? [] : [[key, code] as const]
      })
      return { named: all, codes: found }
    },
    async regions(database, resource) {
      const name = countryByPhone(resource)
      const target = name === undefined ? undefined : targetOf(resource.fields[name])
      if (target === undefined) return undefined
      if (!regions) {
        const all = await withCodes(backend.resource(target), user, undefined, database)
        regions = new Map(all.map(({ id, code }) => [code, id]))
      }
      return regions
    },
  }
}

/** The records whose title or whose unique text is one of the texts, in either case. */
async function named(
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
async function namedByCode(
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
async function withCodes(
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
