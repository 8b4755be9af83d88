import type { ServerKind } from '../kind.server.ts'
import { minInteger, maxInteger, type IntegerField } from './integer.ts'
import { wholeNumber } from './wholeNumber.ts'

export const integerServer: ServerKind<IntegerField> = {
  maskSql: (column) => `case when ${column} is not null then '••' end`,
  importText: (text, { options: { min = minInteger, max = maxInteger } }) =>
    wholeNumber(text.trim(), min, max),
}
