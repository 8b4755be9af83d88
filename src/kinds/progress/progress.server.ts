import { plainColumn, type ServerKind } from '../kind.server.ts'

export const progressServer: ServerKind = {
  ...plainColumn,
  check: (column) => `${column} >= 0 AND ${column} <= 100`,
  exportSql: (column) => `${column} || ' %'`,
  exportText: (value) => `${value} %`,
}
