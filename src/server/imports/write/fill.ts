import { sql } from 'kysely'

import type { Sql } from '../../kernel/database.ts'
import type { Row } from '../../records/read/select.ts'
import { fillAllEmpty } from '../../records/write/fillEmpty.ts'
import type { SameRule } from '../../records/write/validation/same.ts'
import { createUnitOfWork } from '../../records/write/transact.ts'
import type { Candidate } from '../rows/convert.ts'
import type { Refusal } from './refusal.ts'
import type { Task } from '../rows/task.ts'
import type { Updated } from './updated.ts'

interface Filled {
  readonly updated: readonly Updated[]
  /** The rows that filled a record. */
  readonly rows: readonly Refusal[]
  readonly refused: readonly Refusal[]
}

/**
 * Fills what is empty in the records that rows were refused for, where the rule for duplicates says so, or the import was
 * ordered so and its user may change them. A check takes all of it back.
 */
export async function filled(
  refused: readonly Refusal[],
  candidates: readonly Candidate[],
  task: Task & { readonly rule: SameRule },
  database: Sql,
): Promise<Filled> {
  const { backend, resource, user, job, options, isCheck, rule } = task
  const byRule = rule.fill === true
  if (!byRule && (options.mode !== 'fill' || resource.access.edit(user) === false)) {
    return { updated: [], rows: [], refused }
  }
  const byRow = new Map(candidates.map(({ row, values }) => [row.number, values]))
  const names = [...options.mapping, ...Object.keys(options.settings)].filter(isText)
  const unitOfWork = createUnitOfWork(database, { backend })
  const author = { user_id: user.id, job_id: job }
  const scope = { backend, user, author, isConfirmed: true, sql: database, unitOfWork }
  const matches = refused.map((one) => {
    const values = byRow.get(one.row.number)
    const id = one.code === 'duplicate_in_file' ? undefined : one.match
    return values && id ? { id, values: pick(values, names), byRule } : undefined
  })
  if (isCheck) await sql`savepoint checked`.execute(database)
  const fillings = matches.filter((one) => one !== undefined)
  const outcomes = await fillAllEmpty(resource, fillings, scope)
  if (isCheck) await sql`rollback to savepoint checked`.execute(database)
  else await unitOfWork.flush()
  const byFilling = new Map(fillings.map((one, place) => [one, outcomes[place]]))
  const changes = matches.map((one) => one && byFilling.get(one))
  return {
    updated: changes.filter((one) => one !== undefined),
    rows: refused.filter((_, place) => changes[place]),
    refused: refused.filter((_, place) => !changes[place]),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

const pick = (values: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, values[name]]))
