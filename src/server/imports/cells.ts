import { phonePlaces, ValueError, type Field, type ImportContext, targetOf } from '#schema'

import { importText } from '../../kinds/kinds.server.ts'
import { unguarded } from '../files/formulas.ts'
import type { Row as Values } from '../records/read/select.ts'
import type { Names } from './names.ts'
import type { Column, Conversion } from './conversion.ts'
import { isBlank, type Row } from '../../csv/csvRows.ts'
import { msg } from '../../texts/serverMsg.ts'
import { longestPhone, regionOf, validPhone } from '../kernel/phones.ts'
import { type Problem, tooWide, problemOf } from './refusal.ts'

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
  for (const column of columns.filter(({ field }) => targetOf(field))) {
    const texts = new Set(rows.map(({ cells }) => textIn(column, cells, options.reading)))
    for (const text of texts) {
      if (text === undefined) continue
      try {
        importText(text, column.field, context)
      } catch (error) {
        // What is no list of names at all refuses its row when that is read.
        if (!(error instanceof ValueError)) throw error
      }
    }
  }
  return names
}

/** What a row says of a field: its cell, or those that make one value in their order. Undefined where it says nothing. */
function textIn(
  { indexes }: Column,
  cells: readonly string[],
  reading: Conversion['options']['reading'],
): string | undefined {
  const texts = indexes.flatMap((index) => {
    const cell = cells[index]
    return cell === undefined || isBlank(cell, reading) ? [] : [unguarded(cell)]
  })
  return texts.length > 1 ? texts.map((text) => text.trim()).join(' ') : texts[0]
}

/** What is wrong with one cell. */
interface CellProblem extends Problem {
  /** The name of its field, and the reason without that. */
  readonly field: string
  readonly plain: string
}

/** Reads the cells of a row into values; answers what is wrong with them. */
export function createReader(
  {
    columns,
    options,
    resource,
    country: standard,
  }: Pick<Conversion, 'columns' | 'options' | 'resource' | 'country'>,
  names: Names,
) {
  const width = options.mapping.length
  const places = phonePlaces(resource)
  /** Where the row at hand says that its numbers are dialled. */
  let place: string | undefined
  const context: ImportContext = {
    dateOrder: options.date_order,
    decimalSign: options.decimal_sign,
    phone: (text) => toE164(text, place ?? standard),
    reference: names.find,
  }

  function take(column: Column, cells: readonly string[], values: Values) {
    const { name, field, label } = column
    const text = textIn(column, cells, options.reading)
    if (text === undefined) return undefined
    try {
      values[name] = importText(text, field, context)
      if (places.includes(name)) place ??= placeOf(field, values[name], names)
      return undefined
    } catch (error) {
      const { code, message } = problemOf(error, resource)
      const said = msg('of_part', { part: label, problem: message })
      return { code, message: said, field: name, plain: message }
    }
  }

  return (cells: readonly string[], values: Values): CellProblem[] => {
    if (cells.length > width) {
      const wide = tooWide(cells.length, width)
      return [{ ...wide, field: '', plain: wide.message }]
    }
    place = undefined
    const problems: CellProblem[] = []
    for (const column of columns) {
      const problem = take(column, cells, values)
      if (problem) problems.push(problem)
    }
    return problems
  }
}

/** The country of two letters that a field's value stands for, or the calling code that it is. */
function placeOf(field: Field, value: unknown, names: Names): string | undefined {
  const target = targetOf(field)
  if (!target) return typeof value === 'string' ? value : undefined
  return names.code(target, Number(value))
}

/** What a spreadsheet makes of a long number: `1.23E+11`, or its last digits as zeros. */
const scientific = /^\+?\d+(?:[.,]\d+)?[eE]\+?\d+$/
const longNumber = /^(\d{9,})(?:[.,]0+)?$/
const isDamaged = (text: string) =>
  scientific.test(text) || longNumber.exec(text)?.[1]?.endsWith('000000') === true

/** A number in E.164 that can exist. A national number is completed only by a country, or a calling code, that is given. */
function toE164(text: string, place: string | undefined): string {
  const plain = text.trim()
  if (plain.length > longestPhone) {
    throw new ValueError('too_long', msg('use_at_most_characters', { max: longestPhone }))
  }
  if (isDamaged(plain)) {
    throw new ValueError('phone_damaged', 'A spreadsheet has cut digits off this number')
  }
  const international = plain.replace(/^00/, '+')
  const region = regionOf(place)
  if (!region && !international.startsWith('+')) {
    throw new ValueError('bad_phone', msg('without_a_country_the_number_needs_its'))
  }
  const phone = validPhone(international, region)
  if (!phone) throw new ValueError('bad_phone', msg('there_is_no_such_phone_number'))
  return phone.e164
}
