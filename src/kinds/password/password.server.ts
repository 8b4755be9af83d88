import { hashPassword } from '../../server/kernel/secrets/passwords.ts'
import { plainText, type ServerKind } from '../kind.server.ts'

export const passwordServer: ServerKind = {
  ...plainText,
  write: (value) => hashPassword(value),
  isSlow: true,
  read: () => undefined,
  exportSql: () => 'null',
}
