import { plainColumn, type ServerKind } from '../kind.server.ts'

export const jsonServer: ServerKind = {
  ...plainColumn,
  json: true,
  exportText: (value) => JSON.stringify(value),
}
