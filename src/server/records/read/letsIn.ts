import { sql } from 'kysely'

import { asCondition, hasPaths, matches, reachedOf, type Filter, type Resource } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import type { Row } from './select.ts'
import { sourceOf } from './source.ts'
import { filterCondition } from './where.ts'

/** Whether the answer of a rule lets a stored record in. */
export async function letsIn(
  resource: Resource,
  rule: boolean | Filter,
  record: Readonly<Row>,
  database: Sql,
): Promise<boolean> {
  const plain = await plainRule(resource, rule, [record], database)
  return typeof plain === 'boolean' ? plain : matches(plain, record)
}

/**
 * Returns a rule that asks the same of these records by their own fields alone: a condition on what a reference points at
 * becomes one on the reference, by asking the database which of those that the records point at it holds for.
 */
export async function plainRule(
  resource: Resource,
  rule: boolean | Filter,
  records: readonly Readonly<Row>[],
  database: Sql,
): Promise<boolean | Filter> {
  if (typeof rule === 'boolean' || !hasPaths(rule)) return rule
  const parts = Object.entries(rule).map(async ([key, one]): Promise<Filter> => {
    if (key === 'all' || key === 'any') {
      const inner = (one as Filter[]).map((part) => plainRule(resource, part, records, database))
      return { [key]: await Promise.all(inner) } as Filter
    }
    const reached = reachedOf(resource, key)
    if (!reached) return { [key]: one }
    const { by, name, target } = reached
    const ids = [...new Set(records.flatMap((record) => record[by] ?? []))]
    const { rows } = await sql<{ id: number }>`
      select t.id from ${sourceOf(target)} t where t.id = any(${ids}::bigint[])
        and ${filterCondition(target, { [name]: asCondition(one) })}`.execute(database)
    const some: Filter = { [by]: { in: rows.map(({ id }) => id) } }
    // What points nowhere has no value there.
    return matches({ [name]: one }, {}) ? { any: [some, { [by]: null }] } : some
  })
  return { all: await Promise.all(parts) }
}
