import { z } from 'zod'

import { type Field, type FieldOptions, type Kind } from '../field.ts'
import { wholeNumber } from './integer.ts'
import type { Target } from './reference.ts'

export type ReferencesField<
  Name extends string = string,
  Options extends FieldOptions<number[]> = FieldOptions<number[]>,
> = Field<'references', number[], Options> & Target<Name>

/** Points at any number of records of another resource, through a join table. Empty by default. */
export function references<const Name extends string, const Options extends FieldOptions<number[]>>(
  target: Name,
  options = {} as Options,
): ReferencesField<Name, Options & { default: number[] }> {
  return { kind: 'references', options: { ...options, default: [] }, target }
}

export const referencesKind: Kind<ReferencesField> = {
  name: 'references',
  column: () => null,
  schema: () =>
    z
      .array(z.int().positive())
      .max(1000)
      .transform((ids) => [...new Set(ids)]),
  operators: ['equals', 'empty'],
  sortable: false,
  search: false,
  operand: wholeNumber,
  importText: (text, { target }, context) => [
    ...new Set(
      text
        .split(/[|,;]/)
        .map((part) => part.trim())
        .filter(Boolean)
        .map((part) => context.reference(target, part)),
    ),
  ],
  exportText: (value) => value.join(', '),
}
