import { plainColumn, type ServerKind } from '../kind.server.ts'

export const progressServer: ServerKind = {
  ...plainColumn,
  exportSql: (column) => `${column} || ' %'`,
  exportText: (value) => `${value} %`,
}
