import * as z from 'zod/mini'

import type { Field, FieldOptions } from '../field.ts'
import { defineKind } from '../kind.ts'
import { betweenNumbers, recordId } from '../integer/integer.ts'
import type { Target } from '../reference/reference.ts'
import { msg } from '../../texts/msg.ts'

export type ReferencesField<
  Name extends string = string,
  Options extends FieldOptions<number[]> = FieldOptions<number[]>,
> = Field<'references', number[], Options> & Target<Name>

/** Points at any number of records of another resource, through a join table. Empty by default. */
function references<const Name extends string, const Options extends FieldOptions<number[]>>(
  target: Name,
  options = {} as Options,
): ReferencesField<Name, Options & { default: number[] }> {
  return { kind: 'references', options: { ...options, default: [] }, target }
}

export const maxReferences = 1000
export const tooMany = msg('choose_at_most', { max: maxReferences })
const message = msg('choose_from_the_list')

export const referencesKind = defineKind(references, {
  target: ({ target }) => target,
  column: () => null,
  schema: () =>
    z.array(z.int(message).check(z.positive(message)), message).check(
      z.maxLength(maxReferences, tooMany),
      z.overwrite((ids) => [...new Set(ids)]),
    ),
  longest: () => 100_000,
  operators: ['equals', 'empty'],
  sortable: true,
  search: false,
  operand: recordId,
  between: betweenNumbers,
})
