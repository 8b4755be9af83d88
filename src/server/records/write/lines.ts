import { childRows, type ChildRows, type Field, type FieldErrors, type Resource } from '#schema'

import { invalid, RequestError } from '../../kernel/errors.ts'
import { findStored, type Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import { removeRecord } from './remove.ts'
import type { Scope } from './transact.ts'
import { changeRecord, createRecord } from './write.ts'

/**
 * Makes the lines of a record that has just been written what its fields say: with the permissions, checks, hooks and
 * audit rows of their own resource. What is wrong with one is said at its place: `lines.2.quantity`.
 */
export async function saveLines<Saved extends Stored | undefined>(
  resource: Resource,
  record: Saved,
  scope: Scope,
): Promise<Saved> {
  if (!record) return record
  for (const [name, field] of Object.entries<Field>(resource.fields)) {
    const lines = childRows(field)
    if (lines) await saveField(name, lines, record, scope)
  }
  return record
}

async function saveField(
  name: string,
  lines: ChildRows,
  record: Stored,
  scope: Scope,
): Promise<void> {
  const target = scope.backend.resource(lines.rows)
  const { by, position } = lines
  const given = (Array.isArray(record[name]) ? record[name] : []) as Row[]
  const wanted = given.map((row, at) => ({ ...row, ...(position && { [position]: at + 1 }) }))
  const stored = await findStored(target, { [by]: record.id }, scope.sql)
  const sorted = position
    ? stored.toSorted((one, other) => Number(one[position]) - Number(other[position]))
    : stored
  const plan = planOf(lines, wanted, sorted)
  for (const { id } of plan.gone) await removeRecord(target, id, scope)
  for (const [at, row] of wanted.entries()) {
    const known = plan.known[at]
    if (known === 'same') continue
    await inPlace(`${name}.${at}`, async () => {
      if (known) await changeRecord(target, known.id, row, scope)
      else await createRecord(target, { ...row, [by]: record.id }, scope)
    })
  }
}

interface Plan {
  /** For each wanted line the record that it becomes; the same where nothing changes, undefined for a new one. */
  readonly known: readonly (Stored | 'same' | undefined)[]
  readonly gone: readonly Stored[]
}

/** A line that equals a stored one is that one; of the others the first is the first of those that are left. */
function planOf(
  { fields, position }: ChildRows,
  wanted: readonly Row[],
  stored: readonly Stored[],
): Plan {
  const left = [...stored]
  const textOf = (row: Row, names: readonly string[]) =>
    JSON.stringify(names.map((name) => row[name] ?? null))
  const take = (row: Row, names: readonly string[]) => {
    const at = left.findIndex((one) => textOf(one, names) === textOf(row, names))
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  const equal = wanted.map((row) => take(row, fields))
  const known = wanted.map((row, at) => {
    const same = equal[at]
    // A line of which something is still to be taken from another record is a new one.
    if (!same) return fields.every((name) => name in row) ? left.shift() : undefined
    return position === undefined || same[position] === row[position] ? 'same' : same
  })
  return { known, gone: left }
}

async function inPlace(place: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 422 || !error.errors) throw error
    const errors: FieldErrors = Object.fromEntries(
      Object.entries(error.errors).map(([name, messages]) => [`${place}.${name}`, messages]),
    )
    throw invalid(errors)
  }
}
