import { sql, type RawBuilder } from 'kysely'

import {
  kindOf,
  mayRead,
  mayUnmask,
  titleFields,
  ValueError,
  type Field,
  type Resource,
  type User,
} from '#schema'

import type { Backend } from '../backend.ts'
import type { Sql } from '../database/database.ts'
import { quoted, tableOf } from '../records/names.ts'
import { reachable, titleSql } from '../records/select.ts'

/** What the names in a file mean: the records of other resources that the user may point at. */
export interface Lookups {
  /** Finds out about the texts that are not known yet. */
  load(database: Sql, target: string, texts: Iterable<string>): Promise<void>
  /** The id of the record that a loaded text names. Throws ValueError. */
  find(target: string, text: string): number
  /** The code of two letters of a record, if there is one among its unique texts. */
  code(database: Sql, target: string, id: number): Promise<string | undefined>
  /** The same, of a record that a loaded text named. */
  knownCode(target: string, id: number): string | undefined
}

interface Found {
  readonly text: string
  readonly id: number
  readonly codes: (string | null)[]
}

export function createLookups(backend: Backend, user: User): Lookups {
  const ids = new Map<string, Set<number>>()
  const codes = new Map<string, string>()

  function remember(target: string, found: readonly Found[]): void {
    for (const { text, id, codes: texts } of found) {
      ids.get(keyOf(target, text))?.add(id)
      const code = texts.find((one) => one !== null && /^[A-Z]{2}$/.test(one))
      if (code) codes.set(keyOf(target, String(id)), code)
    }
  }

  return {
    async load(database, target, texts) {
      const missing = [...new Set(texts)].filter((text) => !ids.has(keyOf(target, text)))
      if (missing.length === 0) return
      for (const text of missing) ids.set(keyOf(target, text), new Set())
      remember(target, await named(backend.resource(target), user, missing, database))
    },
    find(target, text) {
      const [id, other] = ids.get(keyOf(target, text)) ?? []
      const thing = backend.resource(target).one
      const code = thing.toLowerCase().replaceAll(' ', '_')
      if (id === undefined) throw new ValueError(`unknown_${code}`, `There is no "${cut(text)}"`)
      if (other !== undefined) {
        throw new ValueError(`ambiguous_${code}`, `More than one is called "${cut(text)}"`)
      }
      return id
    },
    async code(database, target, id) {
      remember(target, await withId(backend.resource(target), user, id, database))
      return codes.get(keyOf(target, String(id)))
    },
    knownCode: (target, id) => codes.get(keyOf(target, String(id))),
  }
}

const keyOf = (target: string, text: string) => `${target}\n${text}`

/** By whole characters: half of one is nothing that a database takes. */
const cut = (text: string) => (text.length > 60 ? `${[...text].slice(0, 60).join('')}…` : text)

/** The records whose title or whose unique text is one of the texts, in either case. */
async function named(
  target: Resource,
  user: User,
  texts: readonly string[],
  database: Sql,
): Promise<Found[]> {
  const titles = titleFields(target).filter((name) => isOpen(target, user, name))
  const names = [
    ...(titles.length > 0 ? [titleSql(titles, 't')] : []),
    ...uniqueTexts(target, user).map((name) => `t.${quoted(name)}`),
  ]
  if (names.length === 0) return []
  const { rows } = await sql<Found>`
    with alive as (
      select t.id, ${codesSql(target, user)} as codes,
        array[${sql.join(names.map((name) => folded(sql.raw(name))))}] as names
      from ${tableOf(target)} t where ${reachable(target, user)}
    )
    select wanted.text, alive.id, alive.codes
    from alive, unnest(alive.names) as own (name)
    join unnest(${texts}::text[]) as wanted (text) on own.name = ${folded(sql`wanted.text`)}
  `.execute(database)
  return rows
}

async function withId(target: Resource, user: User, id: number, database: Sql): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select '' as text, t.id, ${codesSql(target, user)} as codes from ${tableOf(target)} t
    where t.id = ${id} and ${reachable(target, user)}`.execute(database)
  return rows
}

/** Lower case as people of all languages know it; the embedded database's own knows only ASCII. */
const folded = (text: RawBuilder<unknown>) => sql`lower(${text} collate "und-x-icu")`

function codesSql(target: Resource, user: User): RawBuilder<unknown> {
  const columns = uniqueTexts(target, user).map((name) => `t.${quoted(name)}`)
  return sql.raw(`array[${columns.join(', ')}]::text[]`)
}

function uniqueTexts(target: Resource, user: User): string[] {
  return Object.entries<Field>(target.fields)
    .filter(([name, field]) => {
      const isText = kindOf(field).column(field) === 'text' && !kindOf(field).writeOnly
      return isText && field.options.unique && isOpen(target, user, name)
    })
    .map(([name]) => name)
}

function isOpen(target: Resource, user: User, name: string): boolean {
  const field: Field | undefined = target.fields[name]
  return field !== undefined && mayRead(user, field) && mayUnmask(user, field)
}
