import { sql } from 'kysely'

import type { FieldErrors, Resource } from '#schema'

import { RequestError } from '../../../kernel/errors.ts'
import type { Stored } from '../../read/record.ts'
import type { Scope } from '../transact.ts'
import { eachLines, throughGate } from './lines.ts'

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
