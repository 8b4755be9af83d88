import * as z from 'zod/mini'

import type { Field, FieldOptions, OnlyKnown } from '../field.ts'
import { defineKind } from '../kind.ts'
import { ValueError } from '../valueError.ts'
import { msg } from '../../texts/msg.ts'
import type { Machine } from './states.ts'
import { memoizeByObject } from '../../schema/memoize.ts'

export type ChoiceField<
  Choices extends Record<string, string> = Record<string, string>,
  Options extends FieldOptions<keyof Choices & string> = FieldOptions<keyof Choices & string>,
> = Field<'choice', keyof Choices & string, Options> & {
  readonly choices: Choices
  /** The backgrounds of the chips that show the values. */
  readonly colors?: Readonly<Record<string, string>>
  readonly transitions?: Machine
}

interface ChoiceOptions<Value extends string> extends FieldOptions<Value> {
  /** Said of a value that is none of them: `refusal: 'Choose a day of the week'`. */
  refusal?: string
  /** The background of the chip that shows a value, `{ failed: '#b91c1c' }`; without any, values are plain words. */
  colors?: { readonly [Name in Value]?: `#${string}` }
  /** Others may be stored, like those that an earlier release knew, and are shown as they are: `isOpen: true`. */
  isOpen?: true
}

/** One of a fixed set of values, given as value → label. */
function choice<
  const Choices extends Record<string, string>,
  const Options extends ChoiceOptions<keyof Choices & string>,
>(
  choices: Choices,
  options = {} as OnlyKnown<Options, ChoiceOptions<keyof Choices & string>>,
): ChoiceField<Choices, Options> {
  const { colors, ...others } = options
  const field = { kind: 'choice', options: others as Options, choices } as const
  return colors ? { ...field, colors: colors as Record<string, string> } : field
}

export const choiceKind = defineKind(choice, {
  column: () => 'text',
  schema: ({ choices, options }: ChoiceField & { options: { refusal?: string } }) =>
    z.enum(Object.keys(choices), { error: options.refusal ?? oneOf(Object.keys(choices)) }),
  operators: ['equals', 'empty'],
  choices: ({ choices }) => choices,
  withChoices: (field, choices) => ({ ...field, choices }),
  values: ({ choices }) => Object.keys(choices),
  operand: valueNamed,
})

/** The value whose name or label the text is, in either case. */
function valueNamed(text: string, { choices }: ChoiceField): string {
  const value = valueByName(choices).get(key(text.trim()))
  if (value === undefined) throw new ValueError('bad_choice', oneOf(Object.values(choices)))
  return value
}

type Choices = Record<string, string>

const key = (text: string) => text.toLowerCase()
const oneOf = (names: readonly string[]) => msg('choose_one_of', { choices: names.join(', ') })

/** Values by every name a file or query may give them; a value goes before a label. */
export const valueByName = memoizeByObject((choices: Choices): ReadonlyMap<string, string> => {
  const entries = Object.entries(choices)
  return new Map([
    ...entries.toReversed().map(([value, label]): [string, string] => [key(label), value]),
    ...entries.map(([value]): [string, string] => [key(value), value]),
  ])
})
