import { plainColumn, type ServerKind } from '../kind.server.ts'
import type { TimestampField } from './timestamp.ts'

export const timestampServer: ServerKind<TimestampField> = {
  ...plainColumn,
  exportSql: (column) => `left(${column}::text, 19)`,
  exportText: (value) => value.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ''),
}
