import { sql } from 'kysely'

import {
  initialValue,
  isMasked,
  isPreset,
  mayRead,
  mayWrite,
  presetFrom,
  targetOf,
  type Field,
  type Resource,
  type User,
} from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { columnOf } from '../../database/names.ts'
import type { Row } from '../read/select.ts'
import { ruleCondition } from '../read/where.ts'
import { sourceOf } from '../read/source.ts'

/**
 * Returns, for each new record, the defaults that it takes from what its references point at: of records and fields that
 * the user may read.
 */
export async function presetsOf(
  resource: Resource,
  records: readonly Row[],
  { backend, user, sql: database }: { backend: Backend; user: User; sql: Sql },
): Promise<Row[]> {
  const found = records.map((): Row => ({}))
  for (const [name, field] of Object.entries<Field>(resource.fields)) {
    const source = presetFrom(field)
    if (!source) continue
    const { reference } = source
    const lacking = records.filter((record) => isLacking(record[name], field))
    const ids = lacking.map((record) => record[reference]).filter(Number.isSafeInteger)
    const target = targetOf(resource.fields[reference])
    if (ids.length === 0 || target === undefined) continue
    const from = backend.resource(target)
    const values = await valuesOf(from, source.name, { ids, user, database })
    records.forEach((record, at) => {
      const value = values.get(Number(record[reference]))
      const isTaken = value !== undefined && isLacking(record[name], field)
      if (found[at] && isTaken) found[at][name] = value
    })
  }
  return found
}

const isLacking = (value: unknown, { options }: Field) =>
  value === undefined || (!options.optional && (value === null || value === ''))

async function valuesOf(
  target: Resource,
  name: string,
  { ids, user, database }: { ids: readonly unknown[]; user: User; database: Sql },
): Promise<Map<number, unknown>> {
  const field: Field = target.fields[name]
  const rule = target.access.show(user)
  if (rule === false || !mayRead(user, field) || isMasked(field)) return new Map()
  const { rows } = await sql<{ id: number; value: unknown }>`
    select t.id, ${columnOf(name)} as value from ${sourceOf(target)} t
    where t.id = any(${[...new Set(ids)]}::bigint[]) and ${columnOf(name)} is not null
      and ${ruleCondition(target, rule)}`.execute(database)
  return new Map(rows.map(({ id, value }) => [id, value]))
}

/** What a form would fill in by itself. Empty fields are left out: a file has many rows. */
export function defaultsOf(resource: Resource, user: User): Row {
  const values = Object.entries<Field>(resource.fields)
    .filter(([, field]) => mayWrite(user, field) || isPreset(field))
    .map(([name, field]) => [name, initialValue(field, user)])
    .filter(([, value]) => value !== undefined)
  return Object.fromEntries(values)
}
