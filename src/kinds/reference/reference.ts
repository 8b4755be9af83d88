import * as z from 'zod/mini'

import type { Field, FieldOptions, OnlyKnown } from '../field.ts'
import { defineKind } from '../kind.ts'
import { betweenNumbers } from '../integer/integer.ts'
import { recordId } from '../integer/wholeNumber.ts'
import { msg } from '../../texts/msg.ts'

export interface Target<Name extends string = string> {
  /** Name of the resource pointed at. */
  readonly target: Name
}

interface ReferenceOptions extends FieldOptions<number> {
  /**
   * What becomes of this record when the one it points at is deleted: `refuse`, unless said, keeps the other from being
   * deleted; `empty` takes the reference away; `cascade` deletes this record too. Both are written in the history and
   * need no permission of their own. Of another that is only marked as deleted (`softDelete`), `empty` keeps the
   * reference, and what goes with it comes back with it.
   */
  onDelete?: 'refuse' | 'empty' | 'cascade'
  /**
   * What becomes of a text in a file that names no record: unless said, its row is refused. `leave` leaves it out; `phone`,
   * for `phoneCountry`, takes the country of the row's phone number, which stands also where a row names none, then what
   * rows have that say nothing. The import tells of such rows.
   */
  unknown?: 'leave' | 'phone'
}

export type ReferenceField<
  Name extends string = string,
  Options extends ReferenceOptions = ReferenceOptions,
> = Field<'reference', number, Options> & Target<Name>

/** Points at one record of another resource, by the resource's name. */
function reference<const Name extends string, const Options extends ReferenceOptions>(
  target: Name,
  options = {} as OnlyKnown<Options, ReferenceOptions>,
): ReferenceField<Name, Options> {
  return { kind: 'reference', options, target }
}

/** A reference to the record of the same resource above, which makes a tree of them. */
type ParentField<Options extends ReferenceOptions> = ReferenceField<
  string,
  Options & { optional: true }
> & { readonly isParent: true }

/**
 * Points at the record of the same resource above it: `parent: field.parent()` makes a tree. A record never stands below
 * itself; where others point at one, it is named with all above it, "Tools › Drills"; lists are filtered by one with
 * all below it (`category_below`).
 */
export const parent = <const Options extends ReferenceOptions>(
  options = {} as OnlyKnown<Options, ReferenceOptions>,
): ParentField<Options> => ({
  kind: 'reference',
  options: { ...options, optional: true },
  // The resource that declares it.
  target: '',
  isParent: true,
})

const message = msg('choose_one_from_the_list')

export const referenceKind = defineKind(reference, {
  target: ({ target }) => target,
  onDelete: ({ options }: ReferenceField) => options.onDelete ?? 'refuse',
  unknown: ({ options }: ReferenceField) => options.unknown,
  fault({ options: { onDelete, unknown, optional, search } }: ReferenceField) {
    if (search === 'exact') return 'what a reference points at is searched as it says itself'
    if (optional) return undefined
    if (onDelete === 'empty') return "`onDelete: 'empty'` is for a reference that may be empty"
    return unknown ? '`unknown` is for a reference that may be empty' : undefined
  },
  column: () => 'bigint',
  schema: () => z.int(message).check(z.positive(message)),
  longest: () => 400,
  operators: ['equals', 'empty', 'below'],
  isParent: (field: ReferenceField & { isParent?: true }) => field.isParent === true,
  search: 'reached',
  operand: recordId,
  between: betweenNumbers,
})
