import { plainColumn, type ServerKind } from '../kind.server.ts'
import { least, most, wholeNumber, type IntegerField } from './integer.ts'

export const integerServer: ServerKind<IntegerField> = {
  ...plainColumn,
  maskSql: (column) => `case when ${column} is not null then '••' end`,
  importText: (text, { options: { min = least, max = most } }) =>
    wholeNumber(text.trim(), min, max),
}
