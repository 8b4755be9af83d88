import { z } from 'zod'

import { ValueError, type Field, type FieldOptions, type Kind } from '../field.ts'

export type ChoiceField<
  Choices extends Record<string, string> = Record<string, string>,
  Options extends FieldOptions<keyof Choices & string> = FieldOptions<keyof Choices & string>,
> = Field<'choice', keyof Choices & string, Options> & { readonly choices: Choices }

/** One of a fixed set of values, given as value → label. */
export function choice<
  const Choices extends Record<string, string>,
  const Options extends FieldOptions<keyof Choices & string>,
>(choices: Choices, options = {} as Options): ChoiceField<Choices, Options> {
  return { kind: 'choice', options, choices }
}

export const choiceKind: Kind<ChoiceField> = {
  name: 'choice',
  column: () => 'text',
  check: ({ choices }, column) =>
    `${column} = ANY (ARRAY[${Object.keys(choices)
      .map((value) => `'${value.replaceAll("'", "''")}'::text`)
      .join(', ')}])`,
  schema: ({ choices }) => z.enum(Object.keys(choices)),
  operators: ['equals', 'empty'],
  sortable: true,
  search: false,
  operand: valueNamed,
  importText: (text, field) => valueNamed(text.trim(), field),
  exportText: (value, { choices }) => choices[value] ?? value,
}

/** The value whose name or label the text is, in either case. */
function valueNamed(text: string, { choices }: ChoiceField): string {
  const wanted = text.toLowerCase()
  const found = Object.entries(choices).find(
    ([value, label]) => value.toLowerCase() === wanted || label.toLowerCase() === wanted,
  )
  if (!found) {
    throw new ValueError('bad_choice', `Choose one of: ${Object.values(choices).join(', ')}`)
  }
  return found[0]
}
