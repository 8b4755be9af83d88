import type { ServerKind } from '../kind.server.ts'
import { writtenNumber } from '../money/money.server.ts'
import { exactOf, type DecimalField } from './decimal.ts'

export const decimalServer: ServerKind<DecimalField> = {
  exportText: (value, field) => value.toFixed(exactOf(field).digits),
  importText: (text, field, { decimalSign }) => writtenNumber(text, decimalSign, exactOf(field)),
}
