import { setImmediate } from 'node:timers/promises'

import type { Sql } from '../database/database.ts'
import { readFile } from '../files/store.ts'
import { targetOf } from '../records/names.ts'
import { badFile } from './badFile.ts'
import { createConverter, namesIn, type Candidate, type Refusal } from './convert.ts'
import { createLookups, type Lookups } from './lookups.ts'
import { parseRows, type Row } from './reading.ts'
import type { Range } from './scan.ts'
import type { Task } from './task.ts'

/** A part of the text of a file: `text` is the stored file, in UTF-8. */
export interface RowsStep extends Range {
  readonly step: 'rows'
  readonly text: string
}

/** The rows of one range, each a candidate or refused. */
export interface Batch {
  readonly candidates: readonly Candidate[]
  readonly refusals: readonly Refusal[]
}

/** Rows that are converted without a pause; requests wait some milliseconds at most. */
const atOnce = 100

/** Reads the rows of a range and what their names mean. What is left, `convert`, needs no database. */
export async function loadBatch(
  step: RowsStep,
  task: Task,
  database: Sql,
): Promise<() => Promise<Batch>> {
  const rows = await rowsOf(step, task, database)
  const lookups = createLookups(task.backend, task.user)
  for (const [target, texts] of namesIn(rows, task)) await lookups.load(database, target, texts)
  const toRecord = createConverter(task, lookups, await standardCountry(task, lookups, database))
  return async () => {
    const candidates: Candidate[] = []
    const refusals: Refusal[] = []
    for (const [index, row] of rows.entries()) {
      if (index % atOnce === atOnce - 1) await setImmediate()
      const result = toRecord(row)
      if ('values' in result) candidates.push(result)
      else refusals.push(result)
    }
    return { candidates, refusals }
  }
}

async function rowsOf(step: RowsStep, { options }: Task, database: Sql): Promise<Row[]> {
  const pieces: Uint8Array[] = []
  for await (const piece of readFile(database, step.text, step)) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  if (bytes.length !== step.to - step.from) throw badFile('The uploaded file is gone.')
  return parseRows(bytes, options.reading, step.row)
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
