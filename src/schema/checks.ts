import type { Field, Fields } from '../kinds/field.ts'
import { messageOf } from './texts/message.ts'
import { messageName } from './texts/texts.ts'
import type { FieldErrors } from './validate.ts'
import { msg } from '../texts/msg.ts'

/** What must be so of the values of a record together. */
export interface Check<Shape = any, Name extends string = string> {
  /** The field, or fields, that the message stands at. */
  readonly on: Name | readonly Name[]
  /** Of a field of rows: the cell that the message stands at. Each row is asked about by itself then: `cell: 'to'`. */
  readonly cell?: undefined
  /** Whether all is well. Pure and quick: asked in the browser too. */
  unless(record: Shape): boolean
  /** Why not, as a whole sentence. */
  readonly message: string
}

/** What must be so of each row of a field of rows. */
export interface RowCheck<Name extends string = string> {
  /** The field of rows. */
  readonly on: Name
  /** The cell that the message stands at, in the row that it is about. */
  readonly cell: string
  /** Whether all is well with a row. Pure and quick: asked in the browser too. */
  unless(row: any): boolean
  readonly message: string
}

interface Checked {
  readonly name: string
  readonly fields: Fields
  readonly checks?: readonly (Check | RowCheck)[]
}

interface GivenValues {
  /** Whether the value of a field is given now: a value that is not touched is not checked again. */
  isGiven(name: string): boolean
  /** Whether the value of a field is known and valid: where a check looks at another, it is not made. */
  isKnown(name: string): boolean
}

type Values = Readonly<Record<string, unknown>>

/** What the checks of a resource, and the fields that are required at times, have against a record. */
export function refusedBy(
  { name, fields, checks = [] }: Checked,
  record: Values,
  known: GivenValues,
) {
  const errors: FieldErrors = {}
  const refuseUnless = (
    on: readonly string[],
    holds: (seen: Values) => boolean,
    message: string,
    places = on,
  ) => {
    const seen = new Set(on)
    const read = (one: string) => {
      seen.add(one)
      if (!known.isKnown(one)) throw new Unknown()
      return record[one]
    }
    try {
      if (!on.every(known.isKnown) || holds(watched(read))) return
    } catch (error) {
      if (error instanceof Unknown) return
      throw error
    }
    if ([...seen].some(known.isGiven)) for (const one of places) errors[one] ??= [message]
  }
  for (const [one, field] of Object.entries(fields)) {
    if (!field.options.requiredWhen || !isEmpty(record[one])) continue
    refuseUnless([one], (seen) => !isNeeded(field, seen), msg('fill_in_this_field'))
  }
  for (const { on, cell, unless, message } of checks) {
    const text = messageOf(checkKey(name, message), message)
    const names = [on].flat()
    if (cell === undefined) refuseUnless(names, unless, text)
    else {
      for (const [at, row] of rowsOf(record[names[0] ?? '']).entries()) {
        refuseUnless(names, () => unless(row), text, [`${names[0]}.${at}.${cell}`])
      }
    }
  }
  return Object.keys(errors).length > 0 ? errors : undefined
}

const rowsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The key of the text of a check. */
export const checkKey = (resource: string, message: string): string =>
  `resources.${resource}.checks.${messageName(message)}`

/** Whether a form asks for a field of a record as it is now, and shows it. */
export const isVisible = ({ options }: Field, record: Values): boolean =>
  options.visibleWhen?.(record) ?? true

/** Whether a field must have a value in a record as it is now. */
export const isNeeded = (field: Field, record: Values): boolean =>
  isVisible(field, record) && (field.options.requiredWhen?.(record) ?? !field.options.optional)

/** A record of which each value is asked for. */
export const watched = (valueOf: (name: string) => unknown): Values =>
  new Proxy({}, { get: (_, name) => (typeof name === 'string' ? (valueOf(name) ?? null) : null) })

/** A check looks at a value that is not there to be judged. */
class Unknown extends Error {}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)
