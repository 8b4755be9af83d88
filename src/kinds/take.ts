import type * as z from 'zod/mini'

import type { Field } from './field.ts'
import { kindOf } from './kind.ts'
import { msg } from '../texts/msg.ts'

/** What is wrong with a value, and where within it. */
export interface Problem {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

export type Taken = { readonly value: unknown } | { readonly problems: readonly Problem[] }

/** A problem as one message, with its place within the value. */
export const withPlace = ({ path, message }: Problem): string =>
  path.length > 0 ? msg('of_part', { part: path.join('.'), problem: message }) : message

const required = msg('fill_in_this_field')

/**
 * The value a field takes, undefined to leave it alone. A blank text and null both mean "no value"; of a new record
 * `beginning` holds the value that it begins with.
 */
export function takeValue(
  field: Field,
  given: unknown,
  beginning: { readonly initial: unknown } | undefined,
): Taken {
  const { optional } = field.options
  if (isBlank(given)) {
    if (!beginning && given === undefined) return { value: undefined }
    const { initial } = beginning ?? {}
    if (initial !== undefined && (given === undefined || !optional)) return { value: initial }
    return optional ? { value: null } : { problems: [{ path: [], message: required }] }
  }
  const schema = valueSchema(field)
  const { success, data, error } = schema.safeParse(given, { error: typeMessage })
  if (success) return { value: data }
  const isQuoted = typeof given === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(given)
  return isQuoted && schema.safeParse(Number(given)).success
    ? { problems: [{ path: [], message: msg('send_a_json_number') }] }
    : { problems: error.issues }
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && cleanLine(value) === '')

const schemas = new WeakMap<Field, z.ZodMiniType>()

/** The kind's own schema of a value that is there, made once. */
export function valueSchema(field: Field): z.ZodMiniType {
  const schema = schemas.get(field) ?? kindOf(field).schema(field)
  schemas.set(field, schema)
  return schema
}

/** What a schema says of a value's type where it has no words of its own. */
export const typeMessage = ({
  code,
  input,
  expected,
}: z.core.$ZodRawIssue & { expected?: string }) => {
  if (code !== 'invalid_type') return unfit
  return input === undefined ? required : (types[expected ?? ''] ?? unfit)
}

const unfit = msg('this_value_does_not_fit_here')

const types: Readonly<Record<string, string>> = {
  array: msg('send_a_list'),
  object: msg('send_a_json_object'),
  record: msg('send_a_json_object'),
  string: msg('enter_text'),
  number: msg('enter_a_number'),
  int: msg('enter_a_whole_number'),
  boolean: msg('enter_yes_or_no'),
}

/** Control characters, halves of surrogate pairs, byte order marks, and marks that turn the direction of what follows. */
const unwanted = /\ufeff|(?!\s)[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu
const notPlain = /[^ -~]|^ | $| {2}/

/** Without control characters and halves of others: what a database keeps and a page shows as text. */
export const plainText = (text: string): string => text.replace(unwanted, '')

/** Trimmed, in Unicode NFC, without control characters, runs of spaces as one. */
export function cleanLine(text: string): string {
  if (!notPlain.test(text)) return text
  return plainText(text).normalize('NFC').replace(/\s+/g, ' ').trim()
}

/** The same of text on several lines, each of which stays. */
export function cleanLines(text: string): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/[\v\f]/g, ' ')
  return plainText(lines).normalize('NFC').trim()
}
