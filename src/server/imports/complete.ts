import { hasPaths, matches, presetFrom, refusedBy, type Field } from '#schema'

import { invalid } from '../kernel/errors.ts'
import type { Sql } from '../kernel/database.ts'
import { plainRule } from '../records/read/record.ts'
import type { Row } from '../records/read/select.ts'
import { presetsOf } from '../records/write/presets.ts'
import type { Batch, Candidate } from './rows/convert.ts'
import { labelOf } from './rows/columns.ts'
import { missed, notPermitted, problemOf, refusal, type Refusal } from './write/refusal.ts'
import type { Task } from './rows/task.ts'

/**
 * The rows of a batch with what they take from the records that they point at. One that lacks it still, or that the checks
 * of the resource refuse, becomes a refusal.
 */
export async function completed(batch: Batch, task: Task, database: Sql): Promise<Batch> {
  const { resource, user, backend } = task
  const all = Object.entries<Field>(resource.fields)
  const fields = all.filter(([, field]) => presetFrom(field))
  const isChecked = resource.checks || all.some(([, { options }]) => options.requiredWhen)
  const rule = resource.access.import(user)
  if (fields.length === 0 && !isChecked && !hasPaths(rule)) return batch
  const records = batch.candidates.map(({ values }) => values)
  const presets = await presetsOf(resource, records, { backend, user, sql: database })
  const wholes = records.map((values, at): Row => ({ ...values, ...presets[at] }))
  const allowed = hasPaths(rule) && (await plainRule(resource, rule, wholes, database))
  const candidates: Candidate[] = []
  const refusals: Refusal[] = [...batch.refusals]
  batch.candidates.forEach(({ row }, at) => {
    const whole = wholes[at] ?? {}
    const missing = fields
      .filter(([name, { options }]) => !options.optional && (whole[name] ?? null) === null)
      .map(([name]) => missed({ label: labelOf(resource, name) }))
    const errors = isChecked && refusedBy(resource, whole, { isGiven: always, isKnown: always })
    if (missing.length > 0) refusals.push(refusal(row, missing))
    else if (errors) refusals.push(refusal(row, [problemOf(invalid(errors), resource)]))
    else if (typeof allowed === 'object' && !matches(allowed, whole)) {
      refusals.push(refusal(row, [notPermitted]))
    } else candidates.push({ row, values: whole })
  })
  return { candidates, refusals }
}

const always = () => true
