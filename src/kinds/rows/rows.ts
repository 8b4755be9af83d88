import * as z from 'zod/mini'

import type { Field, FieldOptions, Fields, ValueOf, OnlyKnown } from '../field.ts'
import { defineKind, kindOf } from '../kind.ts'
import { ValueError } from '../valueError.ts'
import { takeValue } from '../take.ts'
import { msg } from '../../texts/msg.ts'

/** A row as the types of its cells say. */
type RowOf<Cells extends Fields> = { -readonly [Name in keyof Cells]: ValueOf<Cells[Name]> }

interface RowsOptions<Row = any, Name extends string = string> extends Omit<
  FieldOptions<Row[]>,
  'unique'
> {
  /** Least rows; one unless said, of an optional field none. */
  min?: number
  /** Most rows; 100 unless said. */
  max?: number
  /** The cells that no two rows have alike: `unique: ['day', 'from']`. */
  unique?: readonly Name[]
}

type Rows = Readonly<Record<string, unknown>>[]

export interface RowsField<
  Cells extends Fields = any,
  Options extends object = object,
> extends Field<'rows', RowOf<Cells>[], Options & Pick<RowsOptions, 'min' | 'max'>> {
  readonly cells: Cells
  readonly distinct: readonly string[]
}

/**
 * A short list of rows within the record, each with the same cells, which are declared like fields. A list of its own
 * that is filtered and sorted is a resource.
 *
 * ```ts
 * hours: field.rows(
 *   { day: field.choice(days), from: field.time(), to: field.time() },
 *   { max: 21, unique: ['day', 'from'] },
 * )
 * ```
 */
function rows<
  const Cells extends Fields,
  const Options extends RowsOptions<RowOf<Cells>, keyof Cells & string>,
>(
  cells: Cells,
  given = {} as OnlyKnown<Options, RowsOptions>,
): RowsField<Cells, Omit<Options, 'unique'>> {
  const { unique: distinct = [], ...options } = given
  return { kind: 'rows', options, cells, distinct }
}

type Bounds = FieldOptions & Pick<RowsOptions, 'min' | 'max'>

export const minRowsOf = ({ min = 1 }: Bounds) => min
export const maxRowsOf = ({ max = 100 }: Bounds) => max

export const rowsKind = defineKind(rows, {
  isFreeText: true,
  column: () => 'jsonb',
  cells: ({ cells }) => cells,
  withCells: (field, cells) => ({ ...field, cells }),
  schema: schemaOf,
  longest: ({ cells, options }) =>
    maxRowsOf(options) *
    Object.values<Field>(cells).reduce(
      (sum, cell) => sum + (kindOf(cell).longest?.(cell) ?? 200),
      2,
    ),
  multiline: () => true,
  operators: ['empty'],
  sortable: false,
  operand() {
    throw new ValueError('bad_rows', msg('send_a_list'))
  },
})

function schemaOf({ cells, distinct, options }: RowsField): z.ZodMiniType {
  const { optional, default: initial } = options
  const min = minRowsOf(options)
  const max = maxRowsOf(options)
  const tooFew = min > 1 ? msg('enter_at_least', { min }) : msg('fill_in_this_field')
  const mayBeNone = optional || Array.isArray(initial)
  const least = mayBeNone
    ? z.refine<unknown[]>(({ length }) => length === 0 || length >= min, tooFew)
    : z.minLength(min, tooFew)
  return z.pipe(
    z
      .array(z.unknown(), msg('send_a_list'))
      .check(least, z.maxLength(max, msg('enter_at_most', { max }))),
    z.transform((given, { issues }) => {
      const taken = given.map((row, at) =>
        takeRow(cells, row, (path, message) =>
          issues.push({ code: 'custom', path: [at, ...path], message, input: row }),
        ),
      )
      for (const [at, first] of repeated(taken, distinct)) {
        const message = msg('row_is_there_already', { row: first + 1 })
        issues.push({ code: 'custom', path: [at, distinct[0] ?? ''], message, input: taken })
      }

      return optional && taken.length === 0 ? null : taken
    }),
  )
}

type Tell = (path: readonly string[], message: string) => void

function takeRow(cells: Fields, given: unknown, tell: Tell): Record<string, unknown> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    tell([], msg('send_a_json_object'))
    return {}
  }
  const row = new Map(Object.entries(given))
  const stranger = [...row.keys()].find((name) => !Object.hasOwn(cells, name))
  if (stranger !== undefined) tell([stranger], msg('this_field_cannot_be_set_here'))
  return Object.fromEntries(
    Object.entries(cells).flatMap(([name, cell]): [string, unknown][] => {
      const given = row.get(name)
      const initial = cell.options.default
      // Of lines: the record that the line becomes takes it from where its field says.
      if (typeof initial === 'function' && (given ?? '') === '') return []
      const taken = takeValue(cell, given, { initial })
      if ('value' in taken) return [[name, taken.value]]
      tell([name], taken.problems[0]?.message ?? '')
      return [[name, null]]
    }),
  )
}

/** The rows that are alike in some cells, each with the first that is like it. */
function repeated(taken: Rows, names: readonly string[]): [at: number, first: number][] {
  if (names.length === 0) return []
  const seen = new Map<string, number>()
  return taken.flatMap((row, at): [number, number][] => {
    const key = JSON.stringify(names.map((name) => row[name]))
    const first = seen.get(key)
    if (first === undefined) seen.set(key, at)
    return first === undefined ? [] : [[at, first]]
  })
}
