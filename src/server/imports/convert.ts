import {
  kindOf,
  ValueError,
  type Field,
  type ImportContext,
  type Resource,
  targetOf,
} from '#schema'

import { importText } from '../../kinds/kinds.server.ts'
import type { Business } from '../kernel/backend.ts'
import { RequestError } from '../kernel/errors.ts'
import { unguarded } from '../files/formulas.ts'
import { refuseForbidden } from '../records/write/validateWrite.ts'
import type { Row as Values } from '../records/read/select.ts'
import { labelOf } from './columns.ts'
import type { Names } from './lookups.ts'
import type { KeptOptions, Column } from './task.ts'
import { isBlank, type Row } from './reading.ts'
import { msg } from '../../texts/serverMsg.ts'
import { longestPhone, regionOf, validPhone } from '../kernel/phones.ts'

/** A row that may become a record. */
export interface Candidate {
  readonly row: Row
  readonly values: Values
}

/** A row that became none, with a stable code and the reason in words. */
export interface Refusal {
  readonly row: Row
  readonly code: string
  readonly reason: string
}

/** The rows of one range, each a candidate or refused. */
export interface Batch {
  readonly candidates: readonly Candidate[]
  readonly refusals: readonly Refusal[]
}

interface Problem {
  readonly code: string
  readonly message: string
}

/** Everything that makes records of rows, without a database. */
export interface Conversion {
  readonly resource: Resource
  readonly options: KeptOptions
  /** In the order in which they are read: the country before the phone numbers. */
  readonly columns: readonly Column[]
  /** What a record has before its row is read. */
  readonly base: Values
  /** The country of two letters of phone numbers whose row names none. */
  readonly country: string | undefined
  /** The business's own form of a new record. */
  readonly prepare: ((values: Values, previous: undefined) => Values) | undefined
  /** What no text may hold. */
  readonly rules: Pick<Business, 'forbiddenText'>
  /** Whether the user may import such a record. */
  allows(values: Values): boolean
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
    const values: Values = { ...base }
    const problems = read(row.cells, values)
    if (problems.length > 0) return refusal(row, problems)
    try {
      const prepared: Values = prepare ? prepare(values, undefined) : values
      refuseForbidden(rules, prepared, resource.fields)
      const missing = needed.filter(({ name }) => isMissing(prepared[name]))
      if (missing.length > 0) return refusal(row, missing.map(missed))
      if (!allows(prepared)) return refusal(row, [notPermitted])
      return { row, values: prepared }
    } catch (error) {
      return refusal(row, [problemOf(error, resource)])
    }
  }
}

/** The texts in which rows name records of other resources, by resource. */
export function namesIn(
  rows: readonly Row[],
  { columns, options }: Pick<Conversion, 'columns' | 'options'>,
): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  const context: ImportContext = {
    dateOrder: options.date_order,
    decimalSign: options.decimal_sign,
    phone: (text) => text,
    reference(target, text) {
      const texts = names.get(target) ?? new Set()
      names.set(target, texts.add(text))
      return 0
    },
  }
  for (const { index, field } of columns.filter((column) => targetOf(column.field))) {
    const cells = new Set(rows.map(({ cells }) => cells[index]))
    for (const cell of cells) {
      if (cell === undefined || isBlank(cell)) continue
      try {
        importText(unguarded(cell), field, context)
      } catch (error) {
        // What is no list of names at all refuses its row when that is read.
        if (!(error instanceof ValueError)) throw error
      }
    }
  }
  return names
}

/** Reads the cells of a row into values; answers what is wrong with them. */
function createReader({ columns, options, resource, country: standard }: Conversion, names: Names) {
  const width = options.mapping.length
  const countryName = resource.phoneCountry
  let country: string | undefined
  const context: ImportContext = {
    dateOrder: options.date_order,
    decimalSign: options.decimal_sign,
    phone: (text) => toE164(text, country),
    reference: names.find,
  }

  function take({ index, name, field, label }: Column, cells: readonly string[], values: Values) {
    const cell = cells[index]
    if (cell === undefined || isBlank(cell)) return undefined
    try {
      values[name] = importText(unguarded(cell), field, context)
      if (name === countryName) country = countryOf(field, values[name], names)
      return undefined
    } catch (error) {
      const { code, message } = problemOf(error, resource)
      return { code, message: `${label}: ${message}` }
    }
  }

  return (cells: readonly string[], values: Values): Problem[] => {
    if (cells.length > width) return [tooWide(cells.length, width)]
    country = standard
    const problems: Problem[] = []
    for (const column of columns) {
      const problem = take(column, cells, values)
      if (problem) problems.push(problem)
    }
    return problems
  }
}

/** The country of two letters that a field's value stands for. */
function countryOf(field: Field, value: unknown, names: Names): string | undefined {
  const target = targetOf(field)
  if (!target) return typeof value === 'string' ? value : undefined
  return names.code(target, Number(value))
}

function requiredFields(resource: Resource) {
  return Object.entries<Field>(resource.fields)
    .filter(([, { options }]) => {
      return !options.optional && !options.computed && options.default === undefined
    })
    .map(([name]) => ({ name, label: labelOf(resource, name) }))
}

const isMissing = (value: unknown) => value === undefined || value === null || value === ''

const missed = ({ label }: { label: string }): Problem => ({
  code: 'missing',
  message: msg('field_fill_in_this_field', { field: label }),
})

const notPermitted: Problem = {
  code: 'not_permitted',
  message: msg('you_may_not_import_a_record_with'),
}

/** A row whose cells cannot be told from its text. */
export const unreadable = (message: string): Problem => ({ code: 'row_unreadable', message })

const tooWide = (cells: number, columns: number): Problem =>
  unreadable(msg('the_row_has_cells_the_file_columns', { cells, columns }))

export function refusal(row: Row, problems: readonly Problem[]): Refusal {
  const reason = problems.map(({ message }) => message).join('; ')
  return { row, code: problems[0]?.code ?? 'refused', reason }
}

/** What the engine or the business has against a value; anything else is a bug and stops the job. */
function problemOf(error: unknown, resource: Resource): Problem {
  if (error instanceof ValueError) {
    return { code: error.code, message: labelled(resource, error.field, error.message) }
  }
  if (error instanceof RequestError) {
    const [field = '', messages] = Object.entries(error.errors ?? {})[0] ?? []
    return { code: 'refused', message: labelled(resource, field, messages?.[0] ?? error.message) }
  }
  throw error
}

function labelled(resource: Resource, field: string, message: string): string {
  return field in resource.fields ? `${labelOf(resource, field)}: ${message}` : message
}

const lineBreak = /\r\n?|\n/

/** In files of so many columns a line with as many delimiters stands in no text by chance. */
const manyColumns = 6

/**
 * Says, in words, when a quote that was left open has made cells of what were lines of the file: a value of one line has
 * several, or the lines within a cell look like rows. Undefined for a row that may be taken as it is.
 */
function swallowed(
  { cells, line }: Row,
  { columns, options }: Pick<Conversion, 'columns' | 'options'>,
): string | undefined {
  const broken = cells.findIndex((cell) => lineBreak.test(cell))
  if (broken < 0) return undefined
  for (const { index, field, label } of columns) {
    const cell = cells[index]?.trim() ?? ''
    if (lineBreak.test(cell) && kindOf(field).multiline?.(field) !== true) {
      return msg('quote_takes_in_lines', { line, label })
    }
  }
  const width = options.mapping.length
  const isUsual = cells.length === width && width < manyColumns
  if (isUsual || width < 3) return undefined
  const { delimiter } = options.reading
  const looksLikeRow = (text: string) => text.split(delimiter).length >= width
  const hasRows = cells.slice(broken).some((cell) => cell.split(lineBreak).some(looksLikeRow))
  return hasRows ? msg('quote_takes_in_rows', { line }) : undefined
}

/** What a spreadsheet makes of a long number: `1.23E+11`, or its last digits as zeros (product.md 10.2). */
const scientific = /^\+?\d+(?:[.,]\d+)?[eE]\+?\d+$/
const longNumber = /^(\d{9,})(?:[.,]0+)?$/
const isDamaged = (text: string) =>
  scientific.test(text) || longNumber.exec(text)?.[1]?.endsWith('000000') === true

/**
 * A number in E.164 that can exist. A national number is completed only by a country that is given.
 * @param country two letters of ISO 3166-1
 */
function toE164(text: string, country: string | undefined): string {
  const plain = text.trim()
  if (plain.length > longestPhone) {
    throw new ValueError('too_long', msg('use_at_most_characters', { max: longestPhone }))
  }
  if (isDamaged(plain)) {
    throw new ValueError('phone_damaged', 'A spreadsheet has cut digits off this number')
  }
  const international = plain.replace(/^00/, '+')
  const region = regionOf(country)
  if (!region && !international.startsWith('+')) {
    throw new ValueError('bad_phone', msg('without_a_country_the_number_needs_its'))
  }
  const phone = validPhone(international, region)
  if (!phone) throw new ValueError('bad_phone', msg('there_is_no_such_phone_number'))
  return phone.e164
}
