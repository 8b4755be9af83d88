import { plainText, type ServerKind } from '../kind.server.ts'

export const phoneServer: ServerKind = {
  ...plainText,
  maskSql: (column) => `left(${column}, 3) || '•••••••' || right(${column}, 3)`,
}
