import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import { trying } from '../records/bulk/bulkRun.ts'
import { lockRecord, type Stored } from '../records/read/record.ts'
import type { Row } from '../records/read/select.ts'
import { createUnitOfWork, type Scope } from '../records/write/transact.ts'
import { changeStored } from '../records/write/write.ts'
import type { Candidate } from './convert.ts'
import type { Refusal } from './refusal.ts'
import type { Task } from './task.ts'
import type { Updated } from './updated.ts'

interface Filled {
  readonly updated: readonly Updated[]
  readonly refused: readonly Refusal[]
}

/**
 * Fills what is empty in the records that rows were refused for, where the import was ordered so and its user may change
 * them: like any change, with validation, hooks and history. A check takes all of it back.
 */
export async function filled(
  refused: readonly Refusal[],
  candidates: readonly Candidate[],
  task: Task,
  database: Sql,
): Promise<Filled> {
  const { backend, resource, user, job, options, isCheck } = task
  if (options.mode !== 'fill' || resource.access.edit(user) === false) {
    return { updated: [], refused }
  }
  const byRow = new Map(candidates.map(({ row, values }) => [row.number, values]))
  const names = [...options.mapping, ...Object.keys(options.settings)].filter(isText)
  const unitOfWork = createUnitOfWork(database, { backend })
  const author = { user_id: user.id, job_id: job }
  const scope = { backend, user, author, isConfirmed: true, sql: database, unitOfWork }
  const updated: Updated[] = []
  const left: Refusal[] = []
  if (isCheck) await sql`savepoint checked`.execute(database)
  for (const refusal of refused) {
    const values = byRow.get(refusal.row.number)
    const isKnown = refusal.code === 'duplicate' && refusal.match !== undefined
    const change = isKnown && values && (await fill(refusal.match ?? 0, values, names, scope, task))
    if (change) updated.push(change)
    else left.push(refusal)
  }
  if (isCheck) await sql`rollback to savepoint checked`.execute(database)
  else await unitOfWork.flush()
  return { updated, refused: left }
}

/** Undefined when the record has nothing to fill, or may not be changed so. */
async function fill(
  id: number,
  values: Row,
  names: readonly string[],
  scope: Scope,
  { resource, user }: Task,
): Promise<Updated | undefined> {
  let before = 0
  const outcome = await trying({ id }, scope, async (nested) => {
    const record = await lockRecord(resource, user, id, 'edit', nested.sql)
    before = record.version
    const { version } = await changeStored(resource, record, missing(record, values, names), nested)
    return { id, version }
  })
  const version = 'code' in outcome ? undefined : outcome.version
  return version === undefined || version === before ? undefined : { id, version }
}

const missing = (record: Stored, values: Row, names: readonly string[]): Row =>
  Object.fromEntries(
    names
      .filter((name) => isEmpty(record[name]) && !isEmpty(values[name]))
      .map((name) => [name, values[name]]),
  )

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)

const isText = (value: unknown): value is string => typeof value === 'string'
