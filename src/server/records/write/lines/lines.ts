import type { FieldErrors, Resource } from '#schema'

import { partsOf } from '../../../database/parts.ts'
import { invalid, RequestError } from '../../../kernel/errors.ts'
import type { Stored } from '../../read/record.ts'
import { writeLines, type LineWrites } from './writeLines.ts'
import { removeRecord } from '../remove.ts'
import type { Scope } from '../transact.ts'
import { changeRecord, createRecord } from '../write.ts'

/**
 * Makes the lines of a record that has just been written what its fields say: with the permissions, checks, hooks and
 * audit rows of their own resource. What is wrong with one is said at its place: `lines.2.quantity`.
 */
export async function saveLines<Saved extends Stored | undefined>(
  resource: Resource,
  record: Saved,
  scope: Scope,
): Promise<Saved> {
  if (record) await eachLines(resource, record, scope, throughGate(scope))
  return record
}

export async function eachLines(
  { fields }: Resource,
  record: Stored,
  scope: Scope,
  writes: LineWrites,
): Promise<void> {
  for (const [name, lines] of partsOf(fields).lines) {
    await writeLines(name, lines, record, scope, writes)
  }
}

export const throughGate = (scope: Scope): LineWrites => ({
  create: (target, row, place) => inPlace(place, () => createRecord(target, row, scope)),
  change: (target, { id }, row, place) =>
    inPlace(place, () => changeRecord(target, id, row, scope)),
  remove: (target, { id }) => removeRecord(target, id, scope),
})

async function inPlace(place: string, work: () => Promise<unknown>): Promise<void> {
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
