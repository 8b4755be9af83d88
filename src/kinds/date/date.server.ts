import { plainColumn, type ServerKind } from '../kind.server.ts'

export const dateServer: ServerKind = {
  ...plainColumn,
  maskSql: (column) => `left(${column}::text, 4) || '-••-••'`,
}
