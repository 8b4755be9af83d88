import { plainColumn, type ServerKind } from '../kind.server.ts'
import type { MoneyField } from './money.ts'

export const moneyServer: ServerKind<MoneyField> = {
  ...plainColumn,
  exportText: (value) => value.toFixed(2),
}
