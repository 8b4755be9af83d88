import { sql } from 'kysely'

import { type Field, type FieldErrors, type Resource, type User, targetOf } from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { prepared } from '../../database/prepared.ts'
import { invalid } from '../../kernel/errors.ts'
import { tableOf } from '../../database/names.ts'
import { isJoin } from '../read/record.ts'
import { mayUseOptions } from '../read/select.ts'
import { ruleCondition } from '../read/where.ts'
import type { Row } from '../read/select.ts'

interface Wanted {
  readonly name: string
  readonly target: Resource
  readonly ids: readonly unknown[]
}

/**
 * Refuses ids of records that are not there for this user: unknown, deleted or unseen give the same answer.
 * One statement for all fields. Before a write of the same values, those that its foreign keys refuse alike are left to it.
 */
export async function checkReferences(
  backend: Backend,
  resource: Resource,
  user: User,
  values: Row,
  database: Sql,
  { before = 'anything' }: { before?: 'anything' | 'write' } = {},
): Promise<void> {
  const wanted = Object.entries<Field>(resource.fields).flatMap(([name, field]) => {
    const target = targetOf(field)
    const ids = [values[name] ?? []].flat()
    if (!target || ids.length === 0) return []
    const one = { name, target: backend.resource(target), ids }
    return before === 'write' && isKeyEnough(resource, user, one) ? [] : [one]
  })
  if (wanted.length === 0) return
  const found = wanted.map(
    ({ name, target, ids }) => sql`
      select ${sql.lit(name)} as name, count(*) as found from ${tableOf(target)} t
      where t.id = any(${ids}::bigint[]) and ${reachable(target, user)}`,
  )
  const { rows } = await sql<{ name: string; found: number }>`${prepared}
    ${sql.join(found, sql` union all `)}`.execute(database)
  const errors: FieldErrors = {}
  for (const { name, ids } of wanted) {
    const count = rows.find((row) => row.name === name)?.found
    if (count !== new Set(ids).size) errors[name] = ['Not found. Choose one from the list']
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** Whether the foreign key alone refuses what this would: every record of the target is there for the user. */
function isKeyEnough(resource: Resource, user: User, { name, target }: Wanted): boolean {
  const isAll = mayUseOptions(target, user) || target.access.list(user) === true
  return isAll && !target.softDelete && !isJoin(resource, name)
}

/** The records of a target that a user may point at: those he may choose from or list. */
function reachable(target: Resource, user: User) {
  return ruleCondition(target, mayUseOptions(target, user) || target.access.list(user))
}
