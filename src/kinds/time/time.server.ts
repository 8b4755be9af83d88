import { plainText, type ServerKind } from '../kind.server.ts'
import { in24Hours } from '../timestamp/timestamp.server.ts'
import { operand } from './time.ts'

export const timeServer: ServerKind = {
  ...plainText,
  check: (column) => `${column} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`,
  importText: (text) => operand(/m\.?$/i.test(text.trim()) ? in24Hours(text.trim()) : text),
}
