import * as z from 'zod/mini'

import type { Field, FieldOptions } from '../field.ts'
import { defineKind } from '../kind.ts'
import { betweenNumbers, recordId } from '../integer/integer.ts'
import { msg } from '../../texts/msg.ts'

export interface Target<Name extends string = string> {
  /** Name of the resource pointed at. */
  readonly target: Name
}

export type ReferenceField<
  Name extends string = string,
  Options extends FieldOptions<number> = FieldOptions<number>,
> = Field<'reference', number, Options> & Target<Name>

/** Points at one record of another resource, by the resource's name. */
function reference<const Name extends string, const Options extends FieldOptions<number>>(
  target: Name,
  options = {} as Options,
): ReferenceField<Name, Options> {
  return { kind: 'reference', options, target }
}

const message = msg('choose_one_from_the_list')

export const referenceKind = defineKind(reference, {
  target: ({ target }) => target,
  column: () => 'bigint',
  schema: () => z.int(message).check(z.positive(message)),
  longest: () => 400,
  operators: ['equals', 'empty'],
  sortable: true,
  search: false,
  operand: recordId,
  between: betweenNumbers,
})
