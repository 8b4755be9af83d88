import * as z from 'zod/mini'

import type { Field, FieldOptions, OnlyKnown } from '../field.ts'
import { defineKind } from '../kind.ts'
import { betweenNumbers } from '../integer/integer.ts'
import { recordId } from '../integer/wholeNumber.ts'
import type { Target } from '../reference/reference.ts'
import { msg } from '../../texts/msg.ts'

interface ReferencesOptions extends FieldOptions<number[]> {
  /** At least one is chosen: `field.references('tutors', { required: true })`. */
  required?: true
  /**
   * What becomes of the list when one of the records that it names is deleted: `refuse`, unless said, keeps that one from
   * being deleted, so that no list becomes empty unseen; `empty` takes it off the list, which no history tells:
   * `field.references('marks', { onDelete: 'empty' })`.
   */
  onDelete?: 'refuse' | 'empty'
}

export type ReferencesField<
  Name extends string = string,
  Options extends ReferencesOptions = ReferencesOptions,
> = Field<'references', number[], Options> & Target<Name>

type Begun<Options extends ReferencesOptions> = Options extends { required: true }
  ? Options
  : Options & { default: number[] }

/** Points at any number of records of another resource, through a join table. Empty by default, unless `required`. */
function references<const Name extends string, const Options extends ReferencesOptions>(
  target: Name,
  options = {} as OnlyKnown<Options, ReferencesOptions>,
): ReferencesField<Name, Begun<Options>> {
  const begun = options.required ? options : { ...options, default: [] }
  return { kind: 'references', options: begun as Begun<Options>, target }
}

export const maxReferences = 1000
export const tooMany = msg('choose_at_most', { max: maxReferences })
const message = msg('choose_from_the_list')

export const referencesKind = defineKind(references, {
  target: ({ target }) => target,
  onDelete: ({ options }: ReferencesField) => options.onDelete ?? 'refuse',
  column: () => null,
  schema: ({ options }) =>
    z.array(z.int(message).check(z.positive(message)), message).check(
      z.minLength(options.required ? 1 : 0, msg('choose_at_least_one')),
      z.maxLength(maxReferences, tooMany),
      z.overwrite((ids) => [...new Set(ids)]),
    ),
  longest: () => 100_000,
  operators: ['equals', 'empty'],
  operand: recordId,
  between: betweenNumbers,
})
