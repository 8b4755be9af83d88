import {
  isMask,
  isMasked,
  kindOf,
  phonePlaces,
  targetOf,
  ValueError,
  type Field,
  type ImportContext,
} from '#schema'

import { importText } from '../../../kinds/kinds.server.ts'
import { unguarded } from '../../files/formulas.ts'
import type { Row as Values } from '../../records/read/select.ts'
import { UnknownName, type Names } from './names/names.ts'
import type { Column, Conversion } from './conversion.ts'
import { isBlank, type Row } from '../../../csv/csvRows.ts'
import { msg } from '../../../texts/serverMsg.ts'
import { longestPhone, regionOf, validPhone, type Phone } from '../../kernel/phones/phones.ts'
import { type CellProblem, type Problem, tooWide, problemOf } from '../write/refusal.ts'
import { createRowCountry } from './rowCountry.ts'

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

type ReadBy = Pick<Conversion, 'columns' | 'options' | 'resource' | 'country' | 'regions'>

interface Read {
  readonly problems: readonly CellProblem[]
  readonly remarks?: readonly Problem[]
}

/** A cell that gave no value. */
interface NotTaken {
  readonly problem: CellProblem
  /** What is told of the row where it is taken all the same, without the value. */
  readonly remark?: Problem
}

/** Reads the cells of a row into values; answers what is wrong with them, and what is to be noticed. */
export function createReader(conversion: ReadBy, names: Names) {
  const { columns, options, resource, country: standard } = conversion
  const width = options.mapping.length
  const places = phonePlaces(resource)
  const country = createRowCountry(conversion)
  let current = ''
  const context: ImportContext = {
    dateOrder: options.date_order,
    decimalSign: options.decimal_sign,
    reference: names.find,
    phone(text) {
      const phone = toE164(text, country.place() ?? standard)
      country.noteNumber(current, phone)
      return phone.e164
    },
  }

  /** Whether it is a national number of a record that is there, whose own country completes it where it is changed. */
  function isOfRecord(field: Field, text: string): boolean {
    if (options.mode !== 'update' || places.length === 0 || country.place() || standard)
      return false
    return kindOf(field).isNational?.(text) === true && !isDamaged(text.trim())
  }

  function take(column: Column, cells: readonly string[], values: Values): NotTaken | undefined {
    const { name, field, label } = column
    const text = textIn(column, cells, options.reading)
    if (text === undefined) return undefined
    current = name
    // As an export writes what its reader may not have; a new record has nothing that could stay.
    if (options.mode === 'update' && isMasked(field) && isMask(text)) return masked(column)
    if (isOfRecord(field, text)) {
      values[name] = text
      return undefined
    }
    try {
      values[name] = importText(text, field, context)
      if (places.includes(name)) country.notePlace(name, placeOf(field, values[name], names))
      return undefined
    } catch (error) {
      const { code, message } = problemOf(error, resource)
      const inPart = msg('of_part', { part: label, problem: message })
      const problem = { code, message: inPart, field: name, plain: message }
      const isLeft = error instanceof UnknownName && kindOf(field).unknown?.(field) !== undefined
      return { problem, ...(isLeft && { remark: leftOut(problem, column) }) }
    }
  }

  return (cells: readonly string[], values: Values): Read => {
    if (cells.length > width) {
      const wide = tooWide(cells.length, width)
      return { problems: [{ ...wide, field: '', plain: wide.message }] }
    }
    country.begin()
    const problems: CellProblem[] = []
    const remarks: Problem[] = []
    let unknown: CellProblem | undefined
    for (const column of columns) {
      const { problem, remark } = take(column, cells, values) ?? {}
      if (!problem) continue
      if (!remark) problems.push(problem)
      else if (problem.field === country.name) unknown = problem
      else remarks.push(remark)
    }
    const settled = country.settle(values, unknown)
    if (settled.problem) problems.push(settled.problem)
    if (settled.remark) remarks.push(settled.remark)
    return { problems, ...(remarks.length > 0 && { remarks }) }
  }
}

function masked({ name, label }: Column): NotTaken {
  const plain = msg('is_masked_and_was_left_as_it_is')
  const message = msg('of_part', { part: label, problem: plain })
  const problem = { code: 'masked', message, field: name, plain }
  return { problem, remark: problem }
}

const leftOut = ({ code }: Problem, { label }: Column): Problem => ({
  code,
  message: msg('of_part', { part: label, problem: msg('is_none_of_ours_and_was_left_out') }),
})

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
function toE164(text: string, place: string | undefined): Phone {
  const plain = text.trim()
  if (plain.length > longestPhone) {
    throw new ValueError('too_long', msg('use_at_most_characters', { max: longestPhone }))
  }
  if (isDamaged(plain)) {
    throw new ValueError('phone_damaged', msg('a_spreadsheet_has_cut_digits_off_this'))
  }
  const international = plain.replace(/^00/, '+')
  const region = regionOf(place)
  if (!region && !international.startsWith('+')) {
    throw new ValueError('bad_phone', msg('without_a_country_the_number_needs_its'))
  }
  const phone = validPhone(international, region)
  if (!phone) throw new ValueError('bad_phone', msg('there_is_no_such_phone_number'))
  return phone
}
