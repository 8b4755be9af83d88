import type { ServerKind } from '../kind.server.ts'

export const textServer: ServerKind = {
  storage: 'column',
  collation: 'und-x-icu',
  maskSql: (column) => `left(${column}, 1) || '•••••'`,
}
