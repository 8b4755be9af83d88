import { sql } from 'kysely'

import { recordAudit } from '../audit/audit.ts'
import type { Sql } from '../database/database.ts'
import { readFile } from '../files/store.ts'
import { createConverter, namesIn, type Candidate, type Refusal } from './convert.ts'
import { createdBefore } from './created.ts'
import { lockKeys, partDuplicates } from './duplicates.ts'
import { insertAll } from './insert.ts'
import { createLookups, type Lookups } from './lookups.ts'
import { isBlankRow, parseRows, type Row } from './reading.ts'
import type { Range } from './scan.ts'
import type { Task } from './task.ts'
import { targetOf } from '../records/names.ts'

/** A part of the text of a file: `text` is the stored file, in UTF-8. */
export interface RowsStep extends Range {
  readonly step: 'rows'
  readonly text: string
}

/** Imports the rows of one range: each becomes a record or a refusal with its reason. */
export async function importRows(
  step: RowsStep,
  task: Task,
  database: Sql,
): Promise<{ processed: number; failed: number }> {
  const rows = await rowsOf(step, task, database)
  const { candidates, refusals } = await convert(rows, task, database)
  const created = await createdBefore(
    { job: task.job, user: task.user.id, chunk: task.chunk },
    database,
  )
  await lockKeys(task.resource, database)
  const { fresh, refused } = await partDuplicates(
    task,
    candidates,
    (id) => created.has(id),
    database,
  )
  const stored = await insertAll(task.resource, fresh, database)
  for (const id of stored.ids) created.add(id)
  const failed = [...refusals, ...refused, ...stored.refused]
  await record(task, stored.ids, failed, database)
  return { processed: rows.length, failed: failed.length }
}

async function rowsOf(step: RowsStep, { options }: Task, database: Sql): Promise<Row[]> {
  const pieces: Uint8Array[] = []
  for await (const piece of readFile(database, step.text, step)) pieces.push(piece)
  const rows = parseRows(Buffer.concat(pieces), options.reading, step.row)
  return rows.filter(({ cells }) => !isBlankRow(cells))
}

async function convert(
  rows: readonly Row[],
  task: Task,
  database: Sql,
): Promise<{ candidates: Candidate[]; refusals: Refusal[] }> {
  const lookups = createLookups(task.backend, task.user)
  for (const [target, texts] of namesIn(rows, task)) await lookups.load(database, target, texts)
  const toRecord = createConverter(task, lookups, await standardCountry(task, lookups, database))
  const results = rows.map(toRecord)
  return {
    candidates: results.filter((one) => 'values' in one),
    refusals: results.filter((one) => 'code' in one),
  }
}

/** The country of phone numbers whose row names none: that of the settings. */
async function standardCountry(
  { resource, base }: Task,
  lookups: Lookups,
  database: Sql,
): Promise<string | undefined> {
  const name = resource.import?.phoneCountry
  const value = name && base[name]
  if (!name || !value) return undefined
  const target = targetOf(resource.fields[name])
  return target ? lookups.code(database, target, Number(value)) : String(value)
}

/** What happened, in the same transaction: refused rows, one audit row, the totals. */
async function record(
  { id, job, user, resource }: Task,
  ids: readonly number[],
  refusals: readonly Refusal[],
  database: Sql,
): Promise<void> {
  if (refusals.length > 0) {
    const failures = refusals.map(({ row, code, reason }) => {
      return { import_id: id, row_number: row.number, code, reason, cells: row.cells }
    })
    await sql`
      insert into import_failures (import_id, row_number, code, reason, cells)
      select import_id, row_number, code, reason, cells
      from jsonb_populate_recordset(null::import_failures, ${JSON.stringify(failures)}::jsonb)
    `.execute(database)
  }
  if (ids.length > 0) {
    await recordAudit(database, {
      user_id: user.id,
      action: 'import',
      resource: resource.name,
      job_id: job,
      detail: { import: id, ids },
    })
  }
  await sql`
    update imports set created = created + ${ids.length}::integer,
      refused = refused + ${refusals.length}::integer, updated_at = now()
    where id = ${id}`.execute(database)
}
