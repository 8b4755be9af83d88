import { plainText, sqlText, type ServerKind } from '../kind.server.ts'
import type { ChoiceField } from './choice.ts'

export const choiceServer: ServerKind<ChoiceField> = {
  ...plainText,
  check(column, { choices, options }: ChoiceField & { options: { isOpen?: true } }) {
    const values = Object.keys(choices).map((value) => `${sqlText(value)}::text`)
    return options.isOpen ? undefined : `${column} = ANY (ARRAY[${values.join(', ')}])`
  },
  exportSql(column, { choices }) {
    const cases = Object.entries(choices).map(
      ([value, label]) => `when ${sqlText(value)} then ${sqlText(label)}`,
    )
    return `case ${column} ${cases.join(' ')} else ${column} end`
  },
  exportText: (value, { choices }) => (Object.hasOwn(choices, value) && choices[value]) || value,
}
