import type { Field, Resource } from '#schema'

import { refuseForbidden } from '../../records/write/validation/forbiddenText.ts'
import type { Row as Values } from '../../records/read/select.ts'
import { labelOf } from './columns.ts'
import type { Names } from './names/names.ts'
import type { Conversion } from './conversion.ts'
import { isBlank, type Row } from '../../../csv/csvRows.ts'
import { exampleEmail } from '../../../csv/exampleRow.ts'
import { unguarded } from '../../files/formulas.ts'
import {
  exampleRow,
  type Refusal,
  missed,
  notPermitted,
  unreadable,
  refusal,
  problemOf,
  type Problem,
  swallowed,
  unknownId,
} from '../write/refusal.ts'
import { createReader } from './cells.ts'
import { rawOf } from './raw.ts'

/** A row that may become a record. */
export interface Candidate {
  readonly row: Row
  readonly values: Values
  /** What was noticed of it, and keeps it from nothing. */
  readonly remarks?: readonly Problem[]
}

/** The rows of one range, each a candidate or refused. */
export interface Batch {
  readonly candidates: readonly Candidate[]
  readonly refusals: readonly Refusal[]
}

/** Makes records of rows: cells by the kinds of their fields, then defaults, settings and the business's own form. */
export function createConverter(
  conversion: Conversion,
  names: Names,
): (row: Row) => Candidate | Refusal {
  const { resource, base, prepare, allows, rules } = conversion
  const needed = requiredFields(resource)
  const read = createReader(conversion, names)

  return (row) => {
    const fault = row.fault ?? swallowed(row, conversion)
    if (fault) return refusal(row, [unreadable(fault)])
    if (row.cells.includes(exampleEmail)) return refusal(row, [exampleRow])
    const values: Values = { ...base }
    const { problems, ...noticed } = read(row.cells, values)
    if (problems.length > 0) return refusal(row, problems)
    if (conversion.options.mode === 'update') {
      return { ...ofRecord(row, values, conversion), ...noticed }
    }
    try {
      const prepared: Values = prepare ? prepare(values, undefined) : values
      refuseForbidden(rules, prepared, resource.fields)
      const missing = needed.filter(({ name }) => isMissing(prepared[name]))
      if (missing.length > 0) return refusal(row, missing.map(missed))
      if (!allows(prepared)) return refusal(row, [notPermitted])
      if (resource.raw) prepared[resource.raw] = rawOf(row.cells, prepared, conversion)
      return { row, values: prepared, ...noticed }
    } catch (error) {
      return refusal(row, [problemOf(error, resource)])
    }
  }
}

/** A change of the record whose id the row has. */
function ofRecord(row: Row, values: Values, { options }: Conversion): Candidate | Refusal {
  const cell = row.cells[options.mapping.indexOf('id')] ?? ''
  const id = isBlank(cell, options.reading) ? '' : unguarded(cell).trim()
  if (id === '') return refusal(row, [missed({ label: 'ID' })])
  if (!/^\d{1,15}$/.test(id)) return refusal(row, [unknownId])
  return { row, values: { ...values, id: Number(id) } }
}

function requiredFields(resource: Resource) {
  return Object.entries<Field>(resource.fields)
    .filter(([, { options }]) => {
      return !options.optional && !options.computed && options.default === undefined
    })
    .map(([name]) => ({ name, label: labelOf(resource, name) }))
}

const isMissing = (value: unknown) => value === undefined || value === null || value === ''
