import { presetFrom, type Field } from '#schema'

import type { Sql } from '../kernel/database.ts'
import { presetsOf } from '../records/write/presets.ts'
import type { Batch, Candidate } from './convert.ts'
import { labelOf } from './columns.ts'
import { missed, refusal, type Refusal } from './refusal.ts'
import type { Task } from './task.ts'

/** The rows of a batch with what they take from the records that they point at; one that lacks it still is refused. */
export async function completed(batch: Batch, task: Task, database: Sql): Promise<Batch> {
  const { resource, user, backend } = task
  const fields = Object.entries<Field>(resource.fields).filter(([, field]) => presetFrom(field))
  if (fields.length === 0) return batch
  const records = batch.candidates.map(({ values }) => values)
  const presets = await presetsOf(resource, records, { backend, user, sql: database })
  const candidates: Candidate[] = []
  const refusals: Refusal[] = [...batch.refusals]
  batch.candidates.forEach(({ row, values }, at) => {
    const whole = { ...values, ...presets[at] }
    const missing = fields
      .filter(([name, { options }]) => !options.optional && (whole[name] ?? null) === null)
      .map(([name]) => missed({ label: labelOf(resource, name) }))
    if (missing.length > 0) refusals.push(refusal(row, missing))
    else candidates.push({ row, values: whole })
  })
  return { candidates, refusals }
}
