import { sql } from 'kysely'

import { matches, namesInRule, reachedOf, type Filter, type Resource } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import { columnOf } from '../../database/names.ts'
import type { Row } from './select.ts'
import { sourceOf } from './source.ts'

/** Whether the answer of a rule lets a stored record in. */
export async function letsIn(
  resource: Resource,
  rule: boolean | Filter,
  record: Row,
  database: Sql,
): Promise<boolean> {
  if (typeof rule === 'boolean') return rule
  return matches(rule, await withReached(resource, rule, record, database))
}

/** A stored record with what its references lead to, as far as a rule asks for it. */
export async function withReached(
  resource: Resource,
  rule: boolean | Filter,
  record: Row,
  database: Sql,
): Promise<Row> {
  const values: Row = {}
  for (const path of namesInRule(rule)) {
    const reached = reachedOf(resource, path)
    if (!reached) continue
    const { by, name, target } = reached
    const { rows } = await sql<{ value: unknown }>`
      select ${columnOf(name)} as value from ${sourceOf(target)} t
      where t.id = ${record[by] ?? null}::bigint`.execute(database)
    values[path] = rows[0]?.value ?? null
  }
  return { ...record, ...values }
}
