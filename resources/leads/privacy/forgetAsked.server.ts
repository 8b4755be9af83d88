import { sql } from 'kysely'

import { hiddenOperand, isObject } from '#schema'
import type { Sql } from '#server'

/** How a person is told of: the ways to write each contact, and the whole name. */
export interface Told {
  readonly contacts: readonly string[]
  readonly names: readonly string[]
}

interface Place {
  readonly table: string
  readonly column: string
  /** Of the filters of others only the contacts are hidden: another person may have the name. */
  readonly isNamed?: true
  /** What is at work needs what it was asked for; an export finds an erased person no more. */
  readonly where?: ReturnType<typeof sql>
  /** Of so many rows, with filters so long, that one statement reads a part of them. */
  readonly isLarge?: true
  /** No two of a user are alike, also where what made them differ is hidden. */
  readonly isUnique?: true
}

const ended = ['finished', 'finished_with_errors', 'cancelled', 'failed']

/**
 * What people asked for stands in the filters of their saved views, and of the jobs that they started. Jobs, notices and
 * templates repeat the name and the headers of a file, which are those of a person where its first row is one.
 */
const places: readonly Place[] = [
  { table: 'saved_views', column: 'settings' },
  { table: 'saved_views', column: 'name', isNamed: true },
  { table: 'files', column: 'name', isNamed: true },
  { table: 'imports', column: 'name', isNamed: true },
  { table: 'imports', column: 'note', isNamed: true },
  {
    table: 'imports',
    column: 'options',
    isNamed: true,
    where: sql`state in ('checked', 'done', 'undone', 'cancelled', 'failed')`,
  },
  { table: 'import_templates', column: 'name', isNamed: true, isUnique: true },
  { table: 'import_templates', column: 'content', isNamed: true },
  { table: 'notifications', column: 'message', isNamed: true, isLarge: true },
  { table: 'notifications', column: 'values', isNamed: true, isLarge: true },
  { table: 'jobs', column: 'name', isNamed: true, isLarge: true },
  {
    table: 'jobs',
    column: 'parameters',
    isNamed: true,
    where: sql`(type like 'import%' or type = 'export' or state = any(${ended}::text[]))`,
    isLarge: true,
  },
]

/** What may stand in the log of a saved view: neither its filters nor its name. */
const reported = ['resource', 'user', 'visibility', 'role']

/** Hides a person in what people asked for and how they called it, and in what the audit log holds of their views. */
export async function forgetAsked({ contacts, names }: Told, database: Sql): Promise<void> {
  for (const place of places) {
    const texts = place.isNamed ? [...contacts, ...names] : contacts
    if (texts.length === 0) continue
    const found: number[] = []
    for (const part of await partsOf(place, database)) {
      found.push(...(await hideIn(place, part, texts, database)))
    }
    if (place.table !== 'saved_views') continue
    await sql`
      select forget_values(${place.table}, ${found}::bigint[], ${reported}::text[])`.execute(
      database,
    )
  }
}

const partSize = 10_000

/** What one statement reads at a time. */
async function partsOf({ table, isLarge }: Place, database: Sql) {
  if (!isLarge) return [sql`true`]
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(id) as first, max(id) as last from ${sql.table(table)}`.execute(database)
  const { first, last } = rows[0] ?? {}
  if (first === null || first === undefined || !last) return []
  return Array.from({ length: Math.ceil((last - first + 1) / partSize) }, (_, part) => {
    const from = first + part * partSize
    return sql`id >= ${from} and id < ${from + partSize}`
  })
}

/** Hides texts in some rows of a place, and returns the ids of those that had them. */
async function hideIn(
  { table, column, where = sql`true`, isUnique }: Place,
  part: ReturnType<typeof sql>,
  texts: readonly string[],
  database: Sql,
): Promise<number[]> {
  const hide = hiderOf(texts)
  const value = sql.ref(column)
  // Letters of ASCII alone are made small, once for each row: measured, that takes a fifth of the time.
  const { rows } = await sql<{ id: number; value: unknown }>`
    select id, to_jsonb(${value}) as value from ${sql.table(table)},
      lateral (select lower(${value}::text collate "C") as small offset 0) l
    where ${part} and ${where} and exists (
      select from unnest(${smallestOf(texts)}::text[]) told where strpos(l.small, told) > 0
    )`.execute(database)
  for (const { id, value: asked } of rows) {
    const hidden = hide(asked)
    if (JSON.stringify(hidden) === JSON.stringify(asked)) continue
    const text = isUnique ? `${String(hidden)} ${id}` : hidden
    const stored = typeof text === 'string' ? sql`${text}` : sql`${JSON.stringify(text)}::jsonb`
    await sql`update ${sql.table(table)} set ${value} = ${stored} where id = ${id}`.execute(
      database,
    )
  }
  return rows.map(({ id }) => id)
}

/** The texts in small and in capital letters, in the small letters of ASCII; without those that hold another of them. */
function smallestOf(texts: readonly string[]): string[] {
  const both = texts.flatMap((one) => [one.toLowerCase(), one.toUpperCase()])
  const small = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  const all = [...new Set(both.map(small))]
  return all.filter((one) => !all.some((other) => other !== one && one.includes(other)))
}

/** Returns what hides these texts within any value, each as a whole. */
function hiderOf(texts: readonly string[]): (value: unknown) => unknown {
  const longestFirst = texts.toSorted((one, other) => other.length - one.length)
  const any = longestFirst.map((one) => one.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'giu')
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(pattern, hiddenOperand)
    if (Array.isArray(value)) return value.map(hide)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [String(hide(key)), hide(one)]),
    )
  }
  return hide
}
