import { z } from 'zod'

import { ValueError, type Field, type FieldOptions, type Kind } from '../field.ts'

export type BooleanField<Options extends FieldOptions<boolean> = FieldOptions<boolean>> = Field<
  'boolean',
  boolean,
  Options
>

export function boolean<const Options extends FieldOptions<boolean>>(
  options = {} as Options,
): BooleanField<Options> {
  return { kind: 'boolean', options }
}

const message = 'Enter yes or no'

const words: Record<string, boolean> = {
  true: true,
  yes: true,
  y: true,
  1: true,
  on: true,
  false: false,
  no: false,
  n: false,
  0: false,
  off: false,
}

export const booleanKind: Kind<BooleanField> = {
  name: 'boolean',
  column: () => 'boolean',
  schema: () => z.union([z.boolean(), z.literal([0, 1]).transform(Boolean)], { error: message }),
  operators: ['equals', 'empty'],
  sortable: true,
  values: () => [false, true],
  search: false,
  operand: truth,
  importText: (text) => truth(text.trim()),
  exportText: (value) => (value ? 'yes' : 'no'),
}

/** Yes or no, as people and programs write it. Throws ValueError. */
export function truth(text: string): boolean {
  const key = text.toLowerCase()
  if (!Object.hasOwn(words, key)) throw new ValueError('bad_boolean', message)
  return words[key] === true
}
