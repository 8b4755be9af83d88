import { lineKey, type ChildRows, type Resource } from '#schema'

import { findStored, type Stored } from '../../read/record.ts'
import type { Row } from '../../read/select.ts'
import type { Scope } from '../transact.ts'
import { planOf } from './linePlan.ts'

/** How single lines are written; `place` is where one stands in its record: `lines.2`. */
export interface LineWrites {
  create(target: Resource, row: Row, place: string): Promise<unknown>
  change(target: Resource, line: Stored, row: Row, place: string): Promise<unknown>
  remove(target: Resource, line: Stored): Promise<unknown>
}

/** Makes the stored lines of one field of a record what the record says. */
export async function writeLines(
  name: string,
  lines: ChildRows,
  record: Stored,
  { backend, sql }: Pick<Scope, 'backend' | 'sql'>,
  { create, change, remove }: LineWrites,
): Promise<void> {
  const target = backend.resource(lines.rows)
  const { by, position } = lines
  const given = (Array.isArray(record[name]) ? record[name] : []) as Row[]
  const wanted = given.map((row, at) => ({ ...row, ...(position && { [position]: at + 1 }) }))
  const stored = await findStored(target, { [by]: record.id }, sql)
  const sorted = position
    ? stored.toSorted((one, other) => Number(one[position]) - Number(other[position]))
    : stored
  const plan = planOf(lines, wanted, sorted, lineKey(target.unique ?? [], by)?.names ?? [])
  for (const line of plan.gone) await remove(target, line)
  for (const [at, row] of wanted.entries()) {
    const known = plan.known[at]
    if (known === 'same') continue
    const place = `${name}.${at}`
    if (known) await change(target, known, row, place)
    else await create(target, { ...row, [by]: record.id }, place)
  }
}
