import { sql } from 'kysely'

import { hiddenOperand, isObject } from '#schema'
import type { Sql } from '#server'

/** What people asked for stands in the filters of their saved views, and of the jobs that they started. */
const places = [
  { table: 'saved_views', column: 'settings', where: sql`true` },
  { table: 'jobs', column: 'parameters', where: sql`finished_at is not null` },
] as const

/** What may stand in the log of a saved view: nothing of its filters. */
const reported = ['name', 'resource', 'user', 'visibility', 'role']

/** Hides contacts in what people asked for, and in what the audit log holds of that. A job that still runs needs its own. */
export async function forgetAsked(contacts: readonly string[], database: Sql): Promise<void> {
  if (contacts.length === 0) return
  const hide = hiderOf(contacts)
  for (const { table, column, where } of places) {
    const value = sql.ref(column)
    const { rows } = await sql<{ id: number; value: unknown }>`
      select id, ${value} as value from ${sql.table(table)}
      where ${where} and exists (
        select from unnest(${[...contacts]}::text[]) contact
        where strpos(lower(${value}::text), lower(contact)) > 0
      )`.execute(database)
    for (const { id, value: asked } of rows) {
      await sql`
        update ${sql.table(table)} set ${value} = ${JSON.stringify(hide(asked))}::jsonb
        where id = ${id}`.execute(database)
    }
    if (table !== 'saved_views') continue
    const ids = rows.map(({ id }) => id)
    await sql`select forget_values(${table}, ${ids}::bigint[], ${reported}::text[])`.execute(
      database,
    )
  }
}

/** Returns what hides the contacts within any value, each as a whole. */
function hiderOf(contacts: readonly string[]): (value: unknown) => unknown {
  const longestFirst = contacts.toSorted((one, other) => other.length - one.length)
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
