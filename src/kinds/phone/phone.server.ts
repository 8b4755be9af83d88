import { plainText, type ServerKind } from '../kind.server.ts'
import { message, phonePattern } from './phone.ts'
import { ValueError } from '../valueError.ts'

export const phoneServer: ServerKind = {
  ...plainText,
  maskSql: (column) => `left(${column}, 3) || '•••••••' || right(${column}, 3)`,
  importText(text, _field, context) {
    const number = context.phone(text)
    if (!phonePattern.test(number)) throw new ValueError('bad_phone', message)
    return number
  },
}
