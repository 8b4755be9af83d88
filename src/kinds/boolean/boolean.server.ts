import type { ServerKind } from '../kind.server.ts'
import type { BooleanField } from './boolean.ts'

export const booleanServer: ServerKind<BooleanField> = {
  exportSql: (column) => `case ${column} when true then 'yes' when false then 'no' end`,
  exportText: (value) => (value ? 'yes' : 'no'),
}
