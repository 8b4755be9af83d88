import { z } from 'zod'

import { ValueError, type Field, type FieldOptions, type Kind } from '../field.ts'

export type JsonField<
  Value = unknown,
  Options extends FieldOptions<Value> = FieldOptions<Value>,
> = Field<'json', Value, Options> & { readonly shape?: z.ZodType<Value> }

/** A structured value; `shape` says which. Without a shape any JSON up to 64 KB is taken. */
export function json<const Options extends FieldOptions, Value = unknown>(
  options = {} as Options,
  shape?: z.ZodType<Value>,
): JsonField<Value, Options> {
  return shape ? { kind: 'json', options, shape } : { kind: 'json', options }
}

const limit = 65_536

export const jsonKind: Kind<JsonField> = {
  name: 'json',
  column: () => 'jsonb',
  schema: ({ shape }) =>
    (shape ?? z.json()).refine(
      (value) => JSON.stringify(value).length <= limit,
      'Too large: at most 64 KB',
    ),
  operators: ['empty'],
  sortable: false,
  search: false,
  operand: parse,
  importText: parse,
  exportText: (value) => JSON.stringify(value),
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ValueError('bad_json', 'Enter valid JSON')
  }
}
