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
}

const ended = ['finished', 'finished_with_errors', 'cancelled', 'failed']

/** What people asked for stands in the filters of their saved views, and of the jobs that they started. */
const places: readonly Place[] = [
  { table: 'saved_views', column: 'settings' },
  { table: 'saved_views', column: 'name', isNamed: true },
  { table: 'files', column: 'name', isNamed: true },
  { table: 'imports', column: 'name', isNamed: true },
  {
    table: 'jobs',
    column: 'parameters',
    isNamed: true,
    where: sql`(type = 'export' or state = any(${ended}::text[]))`,
  },
]

/** What may stand in the log of a saved view: neither its filters nor its name. */
const reported = ['resource', 'user', 'visibility', 'role']

/** Hides a person in what people asked for and how they called it, and in what the audit log holds of their views. */
export async function forgetAsked({ contacts, names }: Told, database: Sql): Promise<void> {
  for (const { table, column, isNamed, where = sql`true` } of places) {
    const texts = isNamed ? [...contacts, ...names] : contacts
    if (texts.length === 0) continue
    const hide = hiderOf(texts)
    const value = sql.ref(column)
    const { rows } = await sql<{ id: number; value: unknown }>`
      select id, to_jsonb(${value}) as value from ${sql.table(table)}
      where ${where} and exists (
        select from unnest(${texts}::text[]) told
        where strpos(lower(${value}::text), lower(told)) > 0
      )`.execute(database)
    for (const { id, value: asked } of rows) {
      const hidden = hide(asked)
      const stored =
        typeof hidden === 'string' ? sql`${hidden}` : sql`${JSON.stringify(hidden)}::jsonb`
      await sql`update ${sql.table(table)} set ${value} = ${stored} where id = ${id}`.execute(
        database,
      )
    }
    if (table !== 'saved_views') continue
    const ids = rows.map(({ id }) => id)
    await sql`select forget_values(${table}, ${ids}::bigint[], ${reported}::text[])`.execute(
      database,
    )
  }
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
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hide(one)]))
  }
  return hide
}
