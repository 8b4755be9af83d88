import { sql } from 'kysely'

import type { FieldChange } from '#contract'
import {
  childRows,
  isObject,
  kindOf,
  type Resource,
  type User,
  type Field,
  targetOf,
} from '#schema'

import type { Backend } from '../../../kernel/backend.ts'
import type { Sql } from '../../../kernel/database.ts'
import { pathSql, visibleTitles } from '../titles.ts'
import { tableOf } from '../../../database/names.ts'

/** Titles by field, then by id. What the user may not learn, or is gone, is absent. */
export type Labels = Readonly<Record<string, Readonly<Record<number, string>>>>

/** The titles of all records that the changes point at, one statement for each field that does. */
export async function labelsOf(
  backend: Backend,
  resource: Resource,
  user: User,
  entries: readonly { readonly changes: readonly FieldChange[] }[],
): Promise<Labels> {
  const found: Record<string, Record<number, string>> = {}
  for (const [name, field] of pointing(resource)) {
    const target = targetOf(field)
    const ids = entries.flatMap(({ changes }) => changes.flatMap((one) => idsOf(one, name)))
    if (!target || ids.length === 0) continue
    const titles = await titlesOf(backend.database.sql, backend.resource(target), user, [
      ...new Set(ids),
    ])
    if (titles) found[name] = titles
  }
  return found
}

/** The fields that may point somewhere, those of lines as `lines.product`. */
const pointing = ({ fields }: Resource): [string, Field][] =>
  Object.entries<Field>(fields).flatMap(([name, field]): [string, Field][] => {
    const cells = childRows(field) ? Object.entries(kindOf(field).cells?.(field) ?? {}) : []
    return [[name, field], ...cells.map(([one, cell]): [string, Field] => [`${name}.${one}`, cell])]
  })

function idsOf({ field, before, after }: FieldChange, path: string): number[] {
  const [name, cell] = path.split('.')
  if (field !== name) return []
  const values = [before, after].flat()
  const all = cell ? values.map((row) => (isObject(row) ? row[cell] : undefined)) : values
  return all.filter((one) => typeof one === 'number')
}

/** What records are called; undefined where the user may not know it. */
export async function titlesOf(
  database: Sql,
  target: Resource,
  user: User,
  ids: readonly number[],
): Promise<Record<number, string> | undefined> {
  const open = visibleTitles(target, user)
  if (!open) return undefined
  const { rows } = await sql<{ id: number; label: string | null }>`
    select t.id, ${sql.raw(pathSql(target, open, 't'))} as label from ${tableOf(target)} t
    where t.id = any(${ids}::bigint[])`.execute(database)
  return Object.fromEntries(rows.map(({ id, label }) => [id, label ?? `#${id}`]))
}
