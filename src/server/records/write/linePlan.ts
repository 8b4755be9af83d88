import { lineKey, type ChildRows, type Resource } from '#schema'

import { findStored, type Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import type { Scope } from './transact.ts'

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

interface Plan {
  /** For each wanted line the record that it becomes; the same where nothing changes, undefined for a new one. */
  readonly known: readonly (Stored | 'same' | undefined)[]
  readonly gone: readonly Stored[]
}

/**
 * A line that equals a stored one is that one, then one with the same key, so that no line takes the key of another that is still
 * to change; of the others the first is the first of those that are left.
 */
function planOf(
  { fields, position }: ChildRows,
  wanted: readonly Row[],
  stored: readonly Stored[],
  key: readonly string[],
): Plan {
  const left = [...stored]
  const textOf = (row: Row, names: readonly string[]) =>
    JSON.stringify(names.map((name) => row[name] ?? null))
  const take = (row: Row, names: readonly string[]) => {
    const at = left.findIndex((one) => textOf(one, names) === textOf(row, names))
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  const equal = wanted.map((row) => take(row, fields))
  const isWhole = (row: Row) => fields.every((name) => name in row)
  const alike = wanted.map((row, at) =>
    equal[at] || !isWhole(row) || key.length === 0 ? undefined : take(row, key),
  )
  const known = wanted.map((row, at) => {
    const same = equal[at]
    if (alike[at]) return alike[at]
    // A line of which something is still to be taken from another record is a new one.
    if (!same) return isWhole(row) ? left.shift() : undefined
    return position === undefined || same[position] === row[position] ? 'same' : same
  })
  return { known, gone: left }
}
