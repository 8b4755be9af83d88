import { sql } from 'kysely'

import type { FieldErrors, Resource } from '#schema'

import { partsOf } from '../../database/parts.ts'
import { invalid, RequestError } from '../../kernel/errors.ts'
import type { Stored } from '../read/record.ts'
import { writeLines, type LineWrites } from './linePlan.ts'
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
  if (record) await eachLines(resource, record, scope, throughGate(scope))
  return record
}

async function eachLines(
  { fields }: Resource,
  record: Stored,
  scope: Scope,
  writes: LineWrites,
): Promise<void> {
  for (const [name, lines] of partsOf(fields).lines) {
    await writeLines(name, lines, record, scope, writes)
  }
}

const throughGate = (scope: Scope): LineWrites => ({
  create: (target, row, place) => inPlace(place, () => createRecord(target, row, scope)),
  change: (target, { id }, row, place) =>
    inPlace(place, () => changeRecord(target, id, row, scope)),
  remove: (target, { id }) => removeRecord(target, id, scope),
})

/** Returns what is refused of the lines of such a record: a line that is refused stops none after it. */
export async function refusedLines(
  resource: Resource,
  record: Stored,
  scope: Scope,
): Promise<FieldErrors> {
  const found: FieldErrors = {}
  const { create, change, remove } = throughGate(scope)
  const noting = async (work: () => Promise<unknown>) => {
    await sql`savepoint one_line`.execute(scope.sql)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 422) throw error
      await sql`rollback to savepoint one_line`.execute(scope.sql)
      Object.assign(found, error.errors)
    }
  }
  await eachLines(resource, record, scope, {
    create: (...line) => noting(() => create(...line)),
    change: (...line) => noting(() => change(...line)),
    remove,
  })
  return found
}

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
