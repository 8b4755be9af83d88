import type { ServerKind } from '../kind.server.ts'

export const progressServer: ServerKind = {
  check: (column) => `${column} >= 0 AND ${column} <= 100`,
  exportSql: (column) => `${column} || ' %'`,
  exportText: (value) => `${value} %`,
}
