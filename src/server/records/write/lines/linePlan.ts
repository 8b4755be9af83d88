import type { ChildRows } from '#schema'

import type { Stored } from '../../read/record.ts'
import type { Row } from '../../read/select.ts'

interface Plan {
  /** For each wanted line the record that it becomes; the same where nothing changes, undefined for a new one. */
  readonly known: readonly (Stored | 'same' | undefined)[]
  readonly gone: readonly Stored[]
}

/**
 * A line that equals a stored one is that one, then one with the same key, so that no line takes the key of another that is still
 * to change; of the others the first is the first of those that are left.
 */
export function planOf(
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
