import * as z from 'zod/mini'

import type { Field, FieldOptions, OnlyKnown } from '../field.ts'
import { defineKind } from '../kind.ts'
import { ValueError } from '../valueError.ts'
import { msg } from '../../texts/msg.ts'

interface JsonOptions<Value = any> extends FieldOptions<Value> {
  /** Most characters of a value as JSON; 65,536 unless said. */
  max?: number
}

export type JsonField<
  Value = unknown,
  Options extends JsonOptions<Value> = JsonOptions<Value>,
> = Field<'json', Value, Options> & { readonly shape?: z.core.$ZodType<Value> }

/** A structured value; `shape` says which. Without a shape any JSON is taken. */
function json<const Options extends JsonOptions, Value = unknown>(
  options = {} as OnlyKnown<Options, JsonOptions>,
  shape?: z.core.$ZodType<Value>,
): JsonField<Value, Options> {
  return shape ? { kind: 'json', options, shape } : { kind: 'json', options }
}

const maxOf = ({ options }: JsonField): number => options.max ?? 65_536

/** Most levels of arrays and objects in one another. */
const deepest = 32

export const message = msg('enter_valid_json')

export const jsonKind = defineKind(json, {
  isFreeText: true,
  isNested: true,
  column: () => 'jsonb',
  schema: schemaOf,
  // With the blanks that people indent it with.
  longest: (field) => 4 * maxOf(field),
  multiline: () => true,
  operators: ['empty'],
  sortable: false,
  operand: parse,
  // Names within it may be as personal as values: those of columns that a file brought are anything.
  mask: () => '•••',
})

function schemaOf({ shape, ...field }: JsonField): z.ZodMiniType {
  const storable = z.unknown().check(
    z.refine((value) => value !== null && isStorable(value), { error: message, abort: true }),
    z.refine((value) => JSON.stringify(value).length <= maxOf(field), {
      error: msg('too_large_at_most_kb', { max: maxOf(field) / 1024 }),
      abort: true,
    }),
  )
  return z.pipe(storable, shape ?? z.unknown())
}

/** Whether a value is JSON that PostgreSQL keeps and that no later copy can turn into a prototype. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !/[\0\p{Cs}]/u.test(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'boolean' || value === null) return true
  if (typeof value !== 'object') return false
  if (depth >= deepest) return false
  if (Array.isArray(value)) return value.every((one) => isStorable(one, depth + 1))
  return Object.entries(value).every(
    ([name, one]) => name !== '__proto__' && isStorable(name) && isStorable(one, depth + 1),
  )
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ValueError('bad_json', message)
  }
}
