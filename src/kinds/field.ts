import type { z } from 'zod'

import type { KindName } from './kinds.ts'
import type { Clock } from './date/zone.ts'

/** One declared field: data only. What its kind does with it stands in `fields/`. */
export interface Field<Name extends string = string, Value = any, Options extends object = object> {
  readonly kind: Name
  readonly options: Options & FieldOptions
  /** Exists in types only: the type of a value that is not empty. */
  readonly value?: Value
}

export interface FieldOptions<Value = any> {
  /** The name shown to people; by default made from the field's own name. */
  label?: string
  /** A sentence under the input. */
  help?: string
  /** May be empty. Every other field is required. */
  optional?: true
  /** The value of a new record that does not give one. */
  default?: Value
  /** No two records share a value. */
  unique?: true
  /**
   * Filtered or sorted often: the migration makes an index. Needed for both on a `size: 'large'` resource, where
   * `sparse` leaves out the records without a value (of yes and no: the noes), which are most of them, and `lookup`
   * finds values but has no order: it costs an import least.
   */
  index?: true | 'sparse' | 'lookup'
  /**
   * Other fields that stand in the index of this reference: a filter by both reads no record that only one of them
   * matches. Each costs an import and the disk some bytes a record, so name those that people filter by together.
   */
  covers?: readonly string[]
  /** Found by the search box. */
  search?: true
  /** Set by the server; never accepted from a client. */
  computed?: true
  /** The permission that shows the field; without it the field does not exist for the user. */
  readBy?: string
  /** The permission that lets a user set the field. */
  writeBy?: string
  /**
   * Values are shown masked to everybody. Holders of this permission reveal them, one record or one page of a list at a
   * time, each counted and audited, and search and filter by them freely. Others find a record by one whole value at a
   * time, counted like a reveal (`docs/operating.md`, "Contacts").
   */
  unmaskBy?: string
  /** The permission that, with `unmaskBy`, writes the value into files in the clear; without it they hold it masked. */
  exportBy?: string
  /** Setting it asks for the password again when that was entered more than 15 minutes ago. */
  reauthenticate?: true
  /** Holds the server's own words: readers get them in their language. */
  translated?: true
  /** The column's name before this release; the migration renames instead of dropping. */
  renamedFrom?: string
  /** Header names, besides the field's own, that an import takes for this field. */
  headers?: readonly string[]
}

export type Fields = Record<string, Field>

export type ValueOf<F extends Field> = F['options'] extends { optional: true }
  ? NonNullable<F['value']> | null
  : NonNullable<F['value']>

/** How a filter may compare: `equals` also covers "one of" and "none of". */
export type Operator = 'equals' | 'range' | 'contains' | 'empty'

/** What stands beside a cell while a file is read. */
export interface ImportContext {
  /** How dates are written in the file. */
  dateOrder: 'ymd' | 'dmy' | 'mdy'
  decimalSign: '.' | ','
  /** Brings a phone number into E.164. Throws ValueError. */
  phone(text: string): string
  /** The id of the record of `target` that a text names. Throws ValueError. */
  reference(target: string, text: string): number
}

/** Thrown by a kind for a value it cannot take. `code` is stable and machine readable. */
export class ValueError extends Error {
  readonly code: string
  /** The field it is about, where the thrower knows more than one. */
  readonly field: string
  /** What else is wrong with the same record. */
  readonly more: readonly ValueError[]

  constructor(code: string, message: string, field = '', more: readonly ValueError[] = []) {
    super(message)
    this.more = more
    this.code = code
    this.field = field
  }
}

/** Runs every check. Throws the first ValueError with what the other checks have found besides. */
export function checkAll(...checks: readonly (() => void)[]): void {
  const found: ValueError[] = []
  for (const check of checks) {
    try {
      check()
    } catch (error) {
      if (!(error instanceof ValueError)) throw error
      found.push(error)
    }
  }
  const [first, ...more] = found
  if (first) throw new ValueError(first.code, first.message, first.field, more)
}

/** What every kind of field answers for itself. No code outside a kind's own files branches on `kind`. */
export interface Kind<F extends Field = Field> {
  readonly name: KindName
  /** PostgreSQL type of the column; null when the values stand in a table of their own. */
  column(field: F): string | null
  /** Body of a CHECK constraint. `column` arrives quoted. */
  check?(field: F, column: string): string
  /** What contradicts itself in the field's own declaration. */
  fault?(field: F): string | undefined
  /** Takes one value from the wire, refuses or normalises it. Emptiness is handled around it. */
  schema(field: F): z.ZodType
  readonly operators: readonly Operator[]
  readonly sortable: boolean
  /** Texts that people read are sorted as they expect it, in any language; other texts by their characters. */
  readonly isWritten?: true
  /** The few values there can be, in the order in which a list sorts them. */
  values?(field: F): readonly unknown[]
  /** Whether the search box looks for a fragment, for the exact value, or not at all. */
  readonly search: 'fragment' | 'exact' | false
  /** Most characters of one value as people write it, 200 unless said: no pattern ever meets a longer text. */
  longest?(field: F): number
  /** Whether a value may be written on several lines. */
  multiline?(field: F): boolean
  /** One operand of a query string, also a fragment to look for. Throws ValueError. */
  operand(text: string, field: F): unknown
  /** An operand that is only a part of a value: filters by it look for the values that contain it. */
  isFragment?(operand: NonNullable<ValueOf<F>>): boolean
  /** A value as people write it within their country; the record's country completes it (`phoneCountry`). */
  isNational?(value: unknown): boolean
  /** What stands between the operands of a list in one text; a comma where nothing is said. */
  readonly between?: RegExp
  /** The first and the last value of a stretch of days that a text names: `last_7_days`, and a day of a moment. */
  period?(text: string, clock: Clock): { from: string; to: string } | undefined
  /** One cell of an imported file that is not blank, in the form that `schema` answers. Throws ValueError. */
  importText(text: string, field: F, context: ImportContext): unknown
  /** One cell of an exported file. Undefined for kinds that are never exported. */
  exportText?(value: NonNullable<ValueOf<F>>, field: F): string
  /** What is shown of a field with `unmaskBy`. Holds a `•`, which tells a mask from a value. */
  mask?(value: NonNullable<ValueOf<F>>): string
  /** A whole value is known by its form, so that the search box may compare it with masked ones. */
  readonly hasForm?: true
  /** Holds whatever people write, so that the business may forbid what no text may hold. */
  readonly isFreeText?: true
  /** Accepted but never shown; readers learn only whether it is set. */
  readonly writeOnly?: true
  /** Every value has a day. */
  readonly dated?: 'day' | 'moment'
}
